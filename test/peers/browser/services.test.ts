// My services, Try it, Webhooks and Money, from the first service to a webhook that was sent again.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { asset } from '../../../server/src/http/documents/prose.ts'
import { loginPrograms } from '../../../server/src/http/snippets/login.ts'
import { answer, type Behaviour, type Receiver, startReceiver } from '../../../server/test/receiver.ts'
import { eventually } from '../../../server/test/service.ts'
import { seriousFaults } from './accessibility.ts'
import { lookAt } from './look-at.ts'
import { type Rig, shoot as shootPage, startRig } from './rig.ts'

/** From the top: a fixed header stands in the middle of a picture of a page that was scrolled. */
const shoot = async (page: Page, name: string) => {
  await page.evaluate('scrollTo(0, 0)')
  await shootPage(page, name)
}

let rig: Rig
let receiver: Receiver
let status = 410
/** The name of the service of these tests; the test that creates it may run a second time. */
let shop = ''
let created = 0
beforeAll(async () => {
  rig = await startRig()
  const behave: Behaviour = (...exchange) => answer(status, 'the shop is closed')(...exchange)
  receiver = await startReceiver(behave)
}, 120_000)
afterEach(({ task }) => rig.closePages(task))
afterAll(async () => {
  await receiver?.close()
  await rig?.stop()
})

it('service pages: lead from a new service and its key to a verification and its repeated webhook', async () => {
  shop = `Shop ${++created}`
  status = 410
  const before = receiver.received.length
  const page = await rig.demoPage('/services')
  await page.getByRole('button', { name: 'Create service' }).click()
  await page.getByLabel('Name').fill(shop)
  await page.getByLabel('Where it is used').fill('Sign-up on shop.example')
  await shoot(page, 'services-create')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('The secret key, shown only once').waitFor()
  await shoot(page, 'services-new-key')
  expect(await seriousFaults(page)).toEqual([])

  // The curl line as it stands on the page is what a program sends.
  const curl = (await page.getByRole('region', { name: 'curl' }).first().textContent())!
  const address = /curl '([^']+)'/.exec(curl)![1]!
  const authorization = /Authorization: ([^']+)'/.exec(curl)![1]!
  const body = /-d '(.+)'$/.exec(curl)![1]!.replace(/'\$\(date \+%s\)'/, '1')
  const headers = { Authorization: authorization, 'Content-Type': 'application/json' }
  const started = await (await fetch(address, { method: 'POST', headers, body })).json()
  expect(started).toMatchObject({ status: 'pending', phone: '7900***0001' })

  await page.getByRole('button', { name: 'I saved it' }).click()
  await page.getByRole('link', { name: 'Make the demo phone ring' }).click()
  await page.getByRole('heading', { name: 'Try it' }).waitFor()
  await page.getByText('/v1.0: single call', { exact: true }).click()
  await page.getByLabel('Code', { exact: true }).fill('4711')
  await page.getByRole('button', { name: 'Place the call' }).click()
  await page.getByTestId('code').waitFor()
  await shoot(page, 'try-ringing')
  await page.getByText(/rang after .* for/).waitFor({ timeout: 30_000 })
  await page.getByText('0.80 charged').or(page.getByText('₽0.80 charged')).first().waitFor()
  expect(await page.getByTestId('code').textContent()).toBe('4711')
  await shoot(page, 'try-done')
  expect(await seriousFaults(page)).toEqual([])

  await page.getByText('Inbound', { exact: true }).click()
  await page.getByLabel('Test number that succeeds').check()
  await page.getByLabel('Where the webhook goes').fill(receiver.url)
  await page.getByRole('button', { name: 'Wait for the call' }).click()
  await page.getByRole('link', { name: 'See the webhook' }).click()
  await page.getByText('HTTP 410').waitFor()
  expect(receiver.received).toHaveLength(before + 1)
  await shoot(page, 'webhook-failed')
  status = 204
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('HTTP 204').waitFor()
  const [first, second] = await eventually(
    async () => receiver.received.slice(before),
    (received) => received.length === 2,
  )
  expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
  await shoot(page, 'webhook-resent')
  expect(await seriousFaults(page)).toEqual([])

  await page.goto(`${rig.baseUrl}/cabinet/webhooks?tab=check`)
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
  await page.getByRole('combobox', { name: 'Secret' }).click()
  await page.getByRole('listbox').getByRole('option', { name: shop }).click()
  await page.getByLabel('Headers').fill(names.map((name) => `${name}: ${second!.headers[name]}`).join('\n'))
  await page.getByLabel('Body').fill(second!.text)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('The signature is valid').waitFor()
  await page.getByLabel('Body').fill(second!.text.replace('79000000001', '79000000003'))
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('The signature is not valid').waitFor()
  await shoot(page, 'webhooks-check')
  expect(await seriousFaults(page)).toEqual([])
}, 120_000)

it('webhook endpoints: one is added on the page of its service, gets a test event, and is found in the list', async () => {
  status = 204
  const before = receiver.received.length
  const page = await rig.demoPage('/webhooks')
  await page.getByText('No webhook endpoint yet').waitFor()
  await page.getByRole('button', { name: 'Add an endpoint' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Service', { exact: true }).selectOption(shop)
  await dialog.getByLabel('Address').fill('http://10.0.0.1/events')
  await dialog.getByLabel('What it is for').fill('the order queue')
  await dialog.getByLabel('Only these').check()
  expect(await dialog.getByRole('button', { name: 'Add an endpoint' }).isDisabled()).toBe(true)
  await dialog.getByLabel('verification.approved').check()
  await dialog.getByRole('button', { name: 'Add an endpoint' }).click()
  await dialog.getByText('The address cannot be reached from the internet.').waitFor()
  await shoot(page, 'endpoint-form')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByRole('button', { name: 'Add an endpoint' }).click()
  await page.getByRole('link', { name: receiver.url }).click()
  const card = page.getByRole('dialog', { name: receiver.url })
  await card.getByText('verification.approved').waitFor()
  await card.getByRole('button', { name: 'Show' }).click()
  await card.getByText(/^whsec_[A-Za-z0-9+/=]{40,}/).waitFor()
  await card.getByRole('button', { name: 'Send a test event' }).click()
  await card.getByText('The test event is being sent.').waitFor()
  await shoot(page, 'endpoints')
  expect(await seriousFaults(page)).toEqual([])
  await card.getByRole('link', { name: 'See it arrive' }).click()
  await page.getByRole('heading', { name: 'Event endpoint.test' }).waitFor()
  await page.getByText('HTTP 204').waitFor()
  await lookAt(page, 'event-detail')
  expect(receiver.received.at(-1)!.body).toMatchObject({
    type: 'endpoint.test',
    data: { description: 'the order queue' },
  })
  expect(receiver.received).toHaveLength(before + 1)

  // Endpoints, their health and their deliveries are in one place; a rate leads to its rows.
  await page.goto(`${rig.baseUrl}/cabinet/webhooks`)
  const row = page.getByRole('table', { name: 'Webhook endpoints' }).getByRole('row').nth(1)
  await row.getByText('delivered', { exact: true }).waitFor()
  await lookAt(page, 'webhooks')
  await row.getByRole('link', { name: '1 of 1 · 100%' }).click()
  await page.waitForURL(/\?endpoint=\d+&period=week$/)
  await page.getByRole('link', { name: 'endpoint.test' }).waitFor()
  await page.getByRole('button', { name: 'Send many again' }).click()
  await page.getByLabel('All of them').check()
  await lookAt(page, 'webhooks-again')
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Sent again: 1').waitFor()
  await eventually(
    async () => receiver.received.length,
    (count) => count === before + 2,
  )
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('button', { name: 'Webhook endpoint', exact: true }).click()
  await page.getByRole('button', { name: new RegExp(`^\\d+ · ${receiver.url}`) }).click()
  await page.getByRole('link', { name: 'endpoint.test' }).waitFor()
  await shoot(page, 'webhooks-events')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('button', { name: 'Event', exact: true }).click()
  await page.getByRole('textbox', { name: 'Find', exact: true }).fill('approved')
  await page.getByRole('button', { name: 'verification.approved' }).click()
  await page.getByText('Nothing matches these filters').waitFor()
}, 120_000)

it('service pages: settings take effect at once, and a new key needs the typed name', async () => {
  const page = await rig.demoPage('/services')
  await page.getByRole('link', { name: shop }).click()
  await lookAt(page, 'service')
  await page.getByRole('link', { name: 'Set up: Settings' }).click()
  await page.getByLabel('How long an inbound request waits').fill('29')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('From 30 to 300.').waitFor()
  await page.getByLabel('How long an inbound request waits').fill('120')
  await page.getByLabel('Addresses that may call the API').fill('203.0.113.0/24')
  await page.getByRole('combobox', { name: 'Countries' }).fill('Kaz')
  await page.getByRole('option', { name: 'Kazakhstan' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Saved. The settings are in effect.').waitFor()
  await page.getByLabel('API profile').selectOption('ucaller')
  await page.getByLabel('Test number fails without an error text').check()
  await page.getByRole('button', { name: 'Save' }).first().click()
  const status = page.getByLabel('HTTP status of errors').locator('option:checked')
  await expect.poll(() => status.textContent()).toBe('By default: Always 200')
  await lookAt(page, 'service-settings')
  const toSummary = page.getByRole('link', { name: `← ${shop}` })
  await toSummary.click()
  await page.getByRole('link', { name: 'Set up: Limits' }).click()
  await page.getByLabel('In a clock hour, ₽').fill('50')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Saved.').waitFor()
  await toSummary.click()
  await page.getByText('₽50.00 in an hour', { exact: true }).waitFor()

  await page.getByRole('link', { name: 'Set up: Code examples' }).click()
  // The login of /v2 comes first, and is the program of the documents; /v1.0 stands below it.
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await headings.first().waitFor()
  expect(await headings.allTextContents()).toEqual(['Login by call (/v2)', 'The compatible API (/v1.0)'])
  await page.getByRole('tablist', { name: 'Language of the login' }).getByText('Python').click()
  const serviceId = Number(/services\/(\d+)/.exec(page.url())![1])
  const access = { url: rig.baseUrl, serviceId, secretKey: 'YOUR_SECRET_KEY' }
  const { program } = loginPrograms(asset('login.md'), access).find(({ language }) => language === 'Python')!
  expect(await page.getByRole('region', { name: 'Python' }).textContent()).toBe(program)
  await page.getByRole('tablist', { name: 'Language of the snippet' }).getByText('Go').click()
  expect(await page.getByRole('region', { name: 'Go' }).textContent()).toContain('initCall')
  await lookAt(page, 'service-integrate')
  await page.getByRole('link', { name: 'The secret that signs webhooks' }).click()
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText(/^whsec_[A-Za-z0-9+/=]{40,}/).waitFor()

  await page.goto(`${rig.baseUrl}/cabinet/services/${serviceId}`)
  await page.getByRole('link', { name: 'Set up: Keys' }).click()
  await page.getByRole('cell', { name: 'Main key' }).waitFor()
  await shoot(page, 'service-keys')
  await page.getByRole('button', { name: 'Rotate the key' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('button', { name: 'Rotate the key' }).isDisabled()).toBe(true)
  await dialog.getByLabel(/type the name/).fill(shop)
  await shoot(page, 'service-rotate')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Rotate the key' }).click()
  await page.getByText('The secret key, shown only once').waitFor()
}, 60_000)

it('money page: leads from a day to its entries and to a statement, and stores the low-balance notice', async () => {
  const page = await rig.demoPage('/money')
  await page.getByLabel('Below, ₽').fill('20')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('link', { name: 'Statement' }).click()
  await page.getByRole('heading', { name: /^Statement 1-20\d\d-\d\d$/ }).waitFor()
  const closing = page.getByRole('row', { name: /^Balance at the end/ })
  const atTheEnd = (await closing.getByRole('cell').innerText()).trim()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  expect(await page.getByRole('banner').isVisible()).toBe(false)
  await shoot(page, 'statement-printed')
  await page.emulateMedia({ media: 'screen' })
  await page.goto(`${rig.baseUrl}/cabinet/money/statements/2025-01`)
  await page.getByText('No entries').waitFor()
  expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'CSV' }).count()).toBe(0)
  await page.goBack()
  await page.goBack()
  const days = page.getByRole('table', { name: 'By day' })
  expect(await days.getByRole('cell').last().innerText()).toBe(atTheEnd)
  await days.getByRole('link').first().click()
  await page.getByRole('table', { name: 'Ledger' }).waitFor()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('button', { name: 'Kind', exact: true }).click()
  await page.getByRole('button', { name: 'Top-up', exact: true }).click()
  await eventually(
    () => page.getByRole('table', { name: 'Ledger' }).getByRole('row').count(),
    (rows) => rows === 2,
  )
  expect(page.url()).toContain('kind=top-up')
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ])
  expect(csv.suggestedFilename()).toBe('ringkey-ledger.csv')
}, 60_000)

it('hooks of a service: a credential is shown once, and the requests of the hook can be seen', async () => {
  const page = await rig.demoPage('/services')
  await page.getByRole('link', { name: /Demo/ }).first().click()
  await page.getByRole('link', { name: 'Set up: Identity servers' }).click()
  await page.getByRole('combobox', { name: 'Identity server' }).click()
  await page.getByRole('option', { name: 'logto' }).click()
  await page.getByRole('button', { name: 'Add a hook' }).click()
  const credential = (await page.getByLabel('Credential of the hook').textContent())!
  expect(credential).toMatch(/^[A-Za-z0-9]{32}$/)
  const address = (await page.getByLabel('Address', { exact: true }).first().textContent())!
  const answer = await fetch(address, {
    method: 'POST',
    headers: { Authorization: credential, 'Content-Type': 'application/json' },
    body: JSON.stringify({ to: '79000000001', type: 'Generic', payload: { code: '000000' } }),
  })
  expect(answer.status).toBe(200)
  await shoot(page, 'service-hooks')
  expect(await seriousFaults(page)).toEqual([])
  const { pathname, search } = new URL(page.url())
  const russian = await rig.demoPage(pathname.replace('/cabinet', '') + search, { locale: 'ru-RU' })
  await russian.getByText('Хуки систем входа').waitFor()
  await shoot(russian, 'service-hooks-ru')
  await page.reload()
  await page.getByRole('button', { name: 'New credential' }).waitFor()
  expect(await page.getByText(credential).count()).toBe(0)
  await page.getByRole('link', { name: 'Its requests' }).click()
  await page.getByRole('table').getByText('logtoHook').waitFor()
  await shoot(page, 'hook-requests')
}, 60_000)

it('OpenID Connect clients of a service: one is added with all its settings, and its sign-in page has them', async () => {
  const page = await rig.demoPage('/services/1?tab=oidc')
  await page.getByRole('button', { name: 'Add a client' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name that people see').fill('Hats')
  await dialog.getByLabel('Redirect addresses').fill('https://hats.example/back#there')
  await dialog.getByRole('combobox', { name: 'Ways to call' }).click()
  await page.getByRole('option', { name: 'Inbound' }).click()
  await page.getByRole('option', { name: 'Flash', exact: true }).click()
  await page.keyboard.press('Escape')
  await dialog.getByLabel('Days without a new call').fill('7')
  await dialog.getByLabel('Colour of the buttons').fill('#FFCC00')
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="18"/></svg>'
  const logo = { name: 'hat.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }
  await page.locator('input[type=file]').setInputFiles({ ...logo, buffer: Buffer.alloc(45_000) })
  const add = dialog.getByRole('button', { name: 'Add a client' })
  await add.click()
  await dialog.getByText('This is no PNG, WebP or SVG of at most 40 kB.').waitFor()
  await page.locator('input[type=file]').setInputFiles(logo)
  await add.click()
  await dialog.getByText('Addresses with https, or http on this machine, without #.').waitFor()
  await dialog.getByLabel('Redirect addresses').fill('https://hats.example/back')
  await shoot(page, 'oidc-client-form')
  expect(await seriousFaults(page)).toEqual([])
  await add.click()
  const id = (await page.getByLabel('Client id', { exact: true }).textContent())!
  expect(await page.getByLabel('Client secret', { exact: true }).textContent()).toMatch(/^[A-Za-z0-9]{40}$/)
  await page.getByText('Ways to call, in this order: Inbound, Flash').waitFor()
  await page.getByText('Days without a new call: 7').waitFor()
  await shoot(page, 'oidc-clients')
  expect(await seriousFaults(page)).toEqual([])

  const asked = { client_id: id, redirect_uri: 'https://hats.example/back', scope: 'openid phone' }
  const pkce = { response_type: 'code', code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' }
  await page.goto(`${rig.baseUrl}/oidc/auth?${new URLSearchParams({ ...asked, ...pkce })}`)
  await page.getByRole('heading', { name: 'Sign in to Hats' }).waitFor()
  expect(await page.evaluate("document.querySelector('img.logo').naturalWidth")).toBe(40)
  const colour = "getComputedStyle(document.querySelector('button[type=submit]')).backgroundColor"
  expect(await page.evaluate(colour)).toBe('rgb(255, 204, 0)')
  await shoot(page, 'oidc-client-page')
  const narrow = { locale: 'ru-RU', viewport: { width: 390, height: 844 } }
  const russian = await rig.demoPage('/services/1?tab=oidc', narrow)
  await russian.getByRole('button', { name: 'Добавить клиента' }).click()
  await russian.getByRole('dialog').getByLabel('Дней без нового звонка').waitFor()
  await shoot(russian, 'oidc-client-form-ru')
  await russian.keyboard.press('Escape')
  await russian.getByText('Дней без нового звонка: 7').scrollIntoViewIfNeeded()
  await shootPage(russian, 'oidc-clients-ru')
})

it('settings of a service: choose a dialect, show its credential once, and keep it when the callback changes', async () => {
  const page = await rig.demoPage('/services/1?tab=dialect')
  await page.getByRole('combobox', { name: 'API of' }).click()
  await page.getByRole('option', { name: 'SMS.ru' }).click()
  const saveButton = page
    .getByRole('button', { name: 'New credential' })
    .locator('..')
    .getByRole('button')
    .first()
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
  const apiId = (await page.getByLabel('credential', { exact: true }).textContent())!
  expect(apiId).toMatch(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/)
  await shoot(page, 'service-dialect')
  expect(await seriousFaults(page)).toEqual([])
  const balance = await fetch(`${new URL(page.url()).origin}/auth/check?api_id=${apiId}`)
  expect(await balance.text()).toBe('{"status":"OK","status_code":100}')
  await page.getByLabel('Callback address').fill('https://198.41.0.4/sms')
  await saveButton.click()
  await page.getByLabel('credential', { exact: true }).waitFor({ state: 'detached' })
  const again = await fetch(`${new URL(page.url()).origin}/auth/check?api_id=${apiId}`)
  expect(await again.text()).toBe('{"status":"OK","status_code":100}')
  await page.evaluate("localStorage.setItem('ringkey-language', 'ru')")
  await page.reload()
  await page.getByRole('heading', { name: 'Диалект' }).waitFor()
  await shootPage(page, 'service-dialect-ru')
})
