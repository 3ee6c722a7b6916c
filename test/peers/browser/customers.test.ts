// What operators and those who answer people see of customers: whose a call is, what is blocked, what to tell a person.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { moveTo } from './page-list.ts'
import { type Rig, shoot, startRig } from './rig.ts'

let rig: Rig
let page: Page
let verification: string
const phone = '+79000000001'

beforeAll(async () => {
  rig = await startRig()
  const { service_id: id, secret_key: key } = rig.firstRun
  const ask = async (path: string, body: object) => {
    const answer = await fetch(`${rig.baseUrl}/v2/verifications${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}.${id}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { id: string }
  }
  verification = (await ask('', { phone, code: '4711' })).id
  await ask(`/${verification}/check`, { code: '1111' })
  await ask(`/${verification}/check`, { code: '4711' })
  page = await rig.demoPage('/console/verifications')
}, 300_000)
afterAll(() => rig?.stop())

/** In both languages, wide and light, narrow and dark. */
async function lookAround(name: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await shoot(page, `${name}-wide-en`)
  expect(await seriousFaults(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await shoot(page, `${name}-narrow-dark-en`)
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}

it('list of customers: says whose a verification is, and shows those of one customer', {
  timeout: 180_000,
}, async () => {
  const row = page.getByRole('row').filter({ hasText: '7900***0001' })
  await row.getByText(rig.firstRun.email).waitFor()
  for (const name of ['Customer', 'Service', 'Trunk'])
    await page.getByRole('columnheader', { name, exact: true }).waitFor()
  const addFilter = page.getByRole('button', { name: 'Add filter' })
  await addFilter.click()
  await page.getByRole('button', { name: 'Customer', exact: true }).click()
  await page.getByRole('button', { name: rig.firstRun.email, exact: true }).click()
  await page.waitForURL(/[?&]account=1/)
  await addFilter.click()
  await page.getByRole('button', { name: 'Service', exact: true }).click()
  await page.getByRole('button', { name: 'Demo · 1', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await row.getByText(rig.firstRun.email).waitFor()
  await lookAround('customers-list')
  await row.getByRole('link').first().click()
  await page.getByRole('dialog').getByRole('link', { name: rig.firstRun.email }).waitFor()
})

it('protection: blocks a destination, and asks before an address that programs call from', {
  timeout: 180_000,
}, async () => {
  await moveTo(page, '/console/protection')
  const destinations = page.getByRole('region', { name: 'Blocked destinations' })
  await destinations.getByLabel(/Destination, 1 to 7/).fill('+7 999')
  await destinations.getByRole('button', { name: 'Block', exact: true }).click()
  await destinations.getByRole('button', { name: 'Unblock +7999' }).waitFor()
  const addresses = page.getByRole('region', { name: 'Blocked addresses' })
  await addresses.getByLabel('Address or range').fill('127.0.0.0/8')
  await addresses.getByRole('button', { name: 'Block', exact: true }).click()
  await addresses.getByText(/Requests in the last 24 hours: at least [1-9]/).waitFor()
  await lookAround('customers-protection')
  // One's own address: the next warning, and nothing is blocked.
  await addresses.getByRole('button', { name: 'Block it anyway' }).click()
  await addresses.getByText(/This is your own address/).waitFor()
  await addresses.getByText('No address is blocked').waitFor()
})

it('support: tells what became of a call by its phone, which stands in no address', {
  timeout: 180_000,
}, async () => {
  await moveTo(page, '/support')
  await page.getByLabel('Phone or id').fill('8 (900) 000-00-01')
  await page.getByRole('button', { name: 'Find' }).click()
  const story = page.getByRole('region', { name: 'What happened' })
  await story.getByText('Wrong codes typed: 1.').waitFor()
  await story.getByText('The number is confirmed. Nothing is left to do.').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await lookAround('customers-support')
  await page.getByLabel('Phone or id').fill(verification)
  await page.getByRole('button', { name: 'Find' }).click()
  await page.waitForURL(`**/support?id=${verification}`)
  await story.getByText('Wrong codes typed: 1.').waitFor()
  await page.evaluate("localStorage.setItem('ringkey-language', 'ru')")
  await page.reload()
  await page.getByText('Введено неверных кодов: 1.').waitFor()
  await shoot(page, 'customers-support-wide-ru')
  for (const [path, name] of [
    ['/console/verifications', 'customers-list-wide-ru'],
    ['/console/protection', 'customers-protection-wide-ru'],
  ] as const) {
    await moveTo(page, path)
    await shoot(page, name)
  }
})
