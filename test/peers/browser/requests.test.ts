// The page "Requests": what a program sent is there a moment later, refused or not, and leads to its call.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { type Rig, shoot, startRig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
}, 120_000)
afterAll(() => rig?.stop())

/** Sends a request and returns its id. */
async function send(path: string, body?: object, key = rig.firstRun.secret_key): Promise<string> {
  const answer = await fetch(`${rig.baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: `Bearer ${key}.${rig.firstRun.service_id}`,
      'Content-Type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  await answer.text()
  return answer.headers.get('x-request-id')!
}

it('requests page: shows served and refused requests live, narrows them, and leads to curl and the verification', async () => {
  const page = await rig.demoPage('/requests')
  await page.getByText('No requests yet').waitFor()
  await send('/v1.0/initCall', { phone: '79000000001', client: 'order 17' })
  await send('/v1.0/initCall', { phone: '8 (900) 000-00-01' })
  await send('/v1.0/getInfo?uid=1')
  await send('/v1.0/initcall', { phone: '79000000001' })
  await send('/v1.0/getBalance', {}, 'w'.repeat(32))
  await send('/v2/verifications', { phone: '+79000000001', wat: 1 })
  await send('/v2/verifications', { phone: '+79000000001', steps: [{ mode: 'voice' }] })
  // Nobody reloads the page.
  await page.getByText('initCall').first().waitFor()
  await page.getByText('without a valid key').waitFor()
  await page.getByText('/v1.0/initcall').waitFor()
  await page.reload()
  await page.getByRole('img', { name: 'Refused requests by code' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await shoot(page, 'requests-light-wide-en')

  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('button', { name: 'Code', exact: true }).click()
  await page.getByRole('button', { name: /^3:/ }).click()
  await page.getByRole('row', { name: /not a phone number/ }).waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
  await page.getByRole('link', { name: /initCall: details/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('As curl').waitFor()
  const command = await dialog.getByRole('region', { name: 'the command' }).textContent()
  expect(command).toContain(`Authorization: Bearer KEY.${rig.firstRun.service_id}`)
  expect(command).toContain('"phone":"* (***) ***-**-01"')
  // Colours are mixed with those of the page while the dialog comes in.
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))')
  expect(await seriousFaults(page)).toEqual([])
  await shoot(page, 'requests-dialog')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear filters' }).click()

  const call = page.locator('td a[href*="/verifications/"]').last()
  const id = (await call.textContent())!
  await call.click()
  await page.getByRole('dialog').getByRole('link', { name: 'All, with their answers' }).click()
  await page.getByText(`Requests of call ${id}`).waitFor()
  await page.getByRole('link', { name: /initCall: details/ }).waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
  await page.getByRole('button', { name: 'Show all requests' }).click()
  await page.getByText('without a valid key').waitFor()

  const narrow = await rig.demoPage('/requests', {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    locale: 'ru-RU',
  })
  await narrow.getByText('без верного ключа').waitFor()
  await narrow.getByRole('img', { name: 'Отклонённые запросы по кодам' }).waitFor()
  expect(await narrow.evaluate('document.documentElement.scrollWidth')).toBe(390)
  expect(await seriousFaults(narrow)).toEqual([])
  await shoot(narrow, 'requests-dark-narrow-ru')

  // As the server answers with keep-requests-days 0 (requests.service.test.ts).
  await page.route(/api\/requests\/summary/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), keptDays: 0 } })
  })
  await page.reload()
  await page.getByText('The request log is switched off').waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
}, 120_000)
