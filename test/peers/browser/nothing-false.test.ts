// Nothing on a page is false: times to come, trunks that nobody has heard of, alarms, money, a server that is away.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { moveTo } from './page-list.ts'
import { type Rig, shoot, startRig } from './rig.ts'

let rig: Rig
let page: Page
beforeAll(async () => {
  // With the demo kept on there are a simulated and a real trunk beside each other.
  rig = await startRig({ RINGKEY_DEMO: 'on' })
  page = await rig.demoPage('/')
}, 180_000)
afterAll(() => rig?.stop())

const open = (path: string) => moveTo(page, path)
const speak = async (language: 'en' | 'ru') => {
  await page.evaluate(`localStorage.setItem('ringkey-language', '${language}')`)
  await page.reload()
}
const ask = async (method: string, parameters: Record<string, string>) => {
  const { service_id: id, secret_key: key } = rig.firstRun
  const answer = await fetch(`${rig.baseUrl}/v1.0/${method}?${new URLSearchParams(parameters)}`, {
    headers: { Authorization: `Bearer ${key}.${id}` },
  })
  return (await answer.json()) as { vendor_id: number; confirmation_number: string }
}
const patience = { timeout: 60_000 }

it('cabinet bar: the balance moves when a call is charged, and a hold is shown unlike a refund', {
  timeout: 120_000,
}, async () => {
  await open('/money')
  const balance = page.getByRole('banner').getByLabel(/^Balance: /)
  const before = await balance.innerText()
  const { vendor_id: vendorId } = await ask('initCall', { phone: '79161110101' })
  // Sooner than the half minute after which the bar asks anyway.
  await expect.poll(() => balance.innerText(), { timeout: 10_000 }).not.toBe(before)
  await expect
    .poll(async () => (await ask('getInfo', { uid: String(vendorId) })) as unknown, patience)
    .toMatchObject({ call_status: 1 })
  await open(`/verifications/${vendorId}`)
  await page.getByText('Charged: ₽0.80').waitFor()
  await page.getByText(/made from what we keep/).waitFor()
  await shoot(page, 'true-ledger')
  await page.getByRole('link', { name: 'In the ledger' }).click()
  await page.getByRole('row', { name: /Charged.*0\.80/ }).waitFor()
  await speak('ru')
  await page.getByRole('row', { name: /Списание.*0,80/ }).waitFor()
  await speak('en')
})

it('service page: shows how long an old key still works', { timeout: 120_000 }, async () => {
  await open(`/services/${rig.firstRun.service_id}`)
  await page.getByRole('link', { name: 'Set up: Keys' }).click()
  await page.getByRole('button', { name: 'Rotate the key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/type the name/).fill('Demo')
  await dialog.getByRole('button', { name: 'Rotate the key' }).click()
  await page.getByRole('button', { name: 'I saved it' }).click()
  await page.getByText(/ends (tomorrow|in \d+ hr) \(\d+ \w+ 20\d\d, .+\)/).waitFor()
  await shoot(page, 'true-old-key')
})

it('webhooks page: shows when a webhook is tried next', { timeout: 120_000 }, async () => {
  const { confirmation_number: number } = await ask('inboundCallWaiting', {
    phone: '79161239876',
    callback_url: 'http://127.0.0.1:9/hook',
  })
  const answer = await page.request.post(`${rig.baseUrl}/cabinet/api/phone/dial`, {
    headers: { 'X-Ringkey-Cabinet': '1', Origin: rig.baseUrl },
    data: { from: '79161239876', to: number },
  })
  expect(answer.status()).toBe(200)
  await open('/webhooks')
  await page.getByText(/^in \d+ sec \(.+\)$/).waitFor(patience)
})

it('trunk page: no trunk is called healthy that has not answered', { timeout: 120_000 }, async () => {
  await open('/console/trunks')
  await page.getByRole('button', { name: 'Add a trunk' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('closed')
  await page.getByLabel('Host').fill('127.0.0.1')
  await page.getByRole('textbox', { name: 'Port', exact: true }).fill('9')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  const trunk = page.getByRole('rowgroup', { name: 'closed' })
  await trunk.waitFor()
  const words = new Set<string>()
  await expect
    .poll(async () => {
      const word = await trunk.locator('.mantine-Badge-root').first().innerText()
      words.add(word.toLowerCase())
      return word.toLowerCase()
    }, patience)
    .toBe('no answer')
  expect(words).not.toContain('healthy')
  await trunk.getByText('no calls', { exact: true }).waitFor()
  await shoot(page, 'true-trunks')
})

it('route preview: each trunk has its own reason', { timeout: 120_000 }, async () => {
  await page.getByLabel('Phone number').fill('79161234567')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('row', { name: /simulator.*carries calls of demo accounts only/ }).waitFor()
  await page.getByRole('switch', { name: 'As the demo account' }).click({ force: true })
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page
    .getByRole('row', { name: /closed.*calls of demo accounts stay with the simulated carrier/ })
    .waitFor()
})

it('overview: is not content while an alarm is open', { timeout: 120_000 }, async () => {
  // A real trunk without numbers: codes cannot be shown.
  await expect
    .poll(
      async () => {
        await open('/')
        await page.getByRole('heading', { name: 'Last 24 hours' }).waitFor()
        return page.getByText(/^(An alarm is|\d+ alarms are) open\. See alarms/).count()
      },
      { ...patience, interval: 2_000 },
    )
    .toBe(1)
  await page.getByText(/Not reachable, or paused after faults: closed\./).waitFor()
  expect(await page.getByText('Nothing needs your attention.').count()).toBe(0)
  await shoot(page, 'true-overview')
  await speak('ru')
  await page.getByText(/Есть открытое оповещение|Открытых оповещений/).waitFor()
  await speak('en')
})

it('cabinet bar: the service switch is shown only where it changes something', {
  timeout: 120_000,
}, async () => {
  const shown = page.getByRole('banner').getByLabel('Service', { exact: true })
  for (const [path, count] of [
    ['/', 1],
    ['/quality', 1],
    ['/money', 0],
    ['/console/trunks', 0],
    ['/try', 0],
  ] as const) {
    await moveTo(page, path)
    expect([path, await shown.count()]).toEqual([path, count])
  }
})

it('Try it: the line to copy is written as the API takes it', { timeout: 120_000 }, async () => {
  await open('/try')
  await page.locator('input[type=tel]').fill('8 916 555-12-34')
  await page
    .getByRole('region', { name: 'curl' })
    .getByText(/"phone":"79165551234"/)
    .waitFor()
})

it('demo strip: is shown to demo accounts alone', { timeout: 120_000 }, async () => {
  const strip = page.getByRole('link', { name: 'Open the demo phone' })
  await open('/services')
  await strip.waitFor()
  await page.route('**/cabinet/api/me', async (route) => {
    const me = (await (await route.fetch()).json()) as { account: object }
    await route.fulfill({ json: { ...me, account: { ...me.account, demo: false } } })
  })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await strip.count()).toBe(0)
  await page.unroute('**/cabinet/api/me')
})

it('cabinet page: loads again when the server was away, by itself and by a button', {
  timeout: 120_000,
}, async () => {
  const away = '**/cabinet/api/services**'
  for (const [language, trying, button] of [
    ['en', /cannot be reached.*We keep trying\./, 'Try now'],
    ['ru', /недоступен.*Мы продолжаем попытки\./, 'Повторить сейчас'],
  ] as const) {
    await page.route(away, (route) => route.abort())
    await speak(language)
    const note = page.getByRole('alert')
    await note.getByText(trying).waitFor()
    await shoot(page, `true-away-${language}`)
    await page.unroute(away)
    // One language waits, the other presses.
    if (language === 'ru') await note.getByRole('button', { name: button }).click()
    await note.waitFor({ state: 'detached', timeout: 20_000 })
    await page.getByRole('link', { name: /demo/i }).first().waitFor()
  }
})

it('cabinet page: asks the server although the browser says that there is no network', {
  timeout: 120_000,
}, async () => {
  const page = await rig.demoPage('/')
  await page.evaluate("window.dispatchEvent(new Event('offline'))")
  await moveTo(page, '/console/protection')
  await page.getByRole('heading', { name: 'Blocked addresses' }).waitFor({ timeout: 20_000 })
  await page.evaluate("window.dispatchEvent(new Event('online'))")
})
