// An installation of a German operator, from the first start to a statement: in euros, and by the clocks of Berlin.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkIn, type MailServer, startMailServer } from '../../../server/test/mail-server.ts'
import { lookAt } from './look-at.ts'
import { listPages, moveTo } from './page-list.ts'
import { openPage, type Rig, shoot, startRig } from './rig.ts'

const berlin = { locale: 'de-DE', timezoneId: 'Europe/Berlin' }
const anna = { email: 'anna@laden.example', password: 'richtiges Pferd Batterie' }
/** The name of the language where languages are chosen, and what the log says of the one change away from roubles. */
const allowed = /Русский|currency RUB → EUR/g
const foreignIn = (text: string) =>
  text.replaceAll(allowed, '').match(/.{0,40}(?:[А-яЁё]|₽|\bRUB\b|rouble|Moscow).{0,40}/i)?.[0]

let rig: Rig
let mail: MailServer
let owner: Page
let bearer = ''
beforeAll(async () => {
  mail = await startMailServer()
  rig = await startRig({
    RINGKEY_SMTP_URL: `${mail.url}?tls=optional`,
    RINGKEY_MAIL_FROM: 'kasse@laden.example',
  })
}, 120_000)
afterAll(async () => {
  await rig?.stop()
  await mail?.close()
})

const ask = async (path: string, body?: object) => {
  const answer = await fetch(`${rig.baseUrl}/v2${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: bearer, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  expect([path, answer.ok, foreignIn(text)]).toEqual([path, true, undefined])
  return JSON.parse(text)
}

it('the operator sets the currency and the country on the page Settings', { timeout: 120_000 }, async () => {
  const operator = await rig.demoPage('/console/settings', berlin)
  const countries = operator.getByLabel('Countries of a new service')
  await operator.getByLabel('Currency', { exact: true }).fill('EUR')
  await countries.fill('DE')
  await lookAt(operator, 'german-settings')
  await operator.getByRole('button', { name: 'Save' }).click()
  await operator.getByText('Saved.').waitFor()
  await operator.context().close()
})

it('an owner in Berlin signs up by mail, and calls a German phone', { timeout: 180_000 }, async () => {
  owner = await openPage(rig, '/sign-up', berlin)
  await owner.getByLabel('E-mail').fill(anna.email)
  await owner.getByRole('button', { name: 'Send the link' }).click()
  const [message] = await mail.mailsTo(anna.email)
  expect(foreignIn(`${message!.subject} ${message!.text}`)).toBeUndefined()
  await owner.goto(linkIn(message!))
  await owner.getByLabel('Your name').fill('Anna')
  await owner.getByLabel('Password', { exact: true }).fill(anna.password)
  await owner.getByRole('button', { name: 'Create the account' }).click()
  await owner.getByRole('banner').getByText('Europe/Berlin').waitFor()
  await shoot(owner, 'german-overview')

  await moveTo(owner, '/services')
  await owner.getByRole('button', { name: 'Create service' }).click()
  await owner.getByLabel('Name', { exact: true }).fill('Laden')
  await owner.getByRole('button', { name: 'Create', exact: true }).click()
  bearer = /Bearer \w{32}\.\d+/.exec(
    await owner.getByRole('region', { name: 'curl' }).first().innerText(),
  )![0]
  await owner.keyboard.press('Escape')

  const { id } = await ask('/verifications', { phone: '+4915123456789', language: 'de' })
  const ended = async () => (await ask(`/verifications/${id}`)).steps[0].status
  await expect.poll(ended, { timeout: 60_000, interval: 500 }).toBe('delivered')
  const found = await ask(`/verifications/${id}`)
  expect(found).toMatchObject({ country: 'DE', operator: 'T-Mobile', currency: 'EUR' })
  await ask('/phones', { phones: ['+49 30 1234 5678'] })
  await ask('/events')
})

it('no page, file or document names roubles, Moscow or is in Russian', { timeout: 300_000 }, async () => {
  const operator = await rig.demoPage('/', berlin)
  const pages = await listPages(rig, { serviceId: 2, vendorId: 100_000, verificationId: '' })
  const faults: Record<string, string> = {}
  for (const page of [owner, operator])
    for (const { name, path, pattern } of pages.filter(({ pattern: each }) => !each.includes('/:'))) {
      if (pattern.startsWith('/console') !== (page === operator)) continue
      await moveTo(page, path)
      const fault = foreignIn(await page.locator('body').innerText())
      await shoot(page, `german-${name}`)
      if (fault !== undefined) faults[name] = fault
    }
  const customers = await operator.request.get(`${rig.baseUrl}/cabinet/api/operator/money/customers.csv`)
  expect([customers.status(), foreignIn(await customers.text())]).toEqual([200, undefined])
  expect(faults).toEqual({})
})

it('the statement is of the days of Berlin, in euros', { timeout: 120_000 }, async () => {
  const month = new Date()
    .toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' })
    .slice(0, 'yyyy-mm'.length)
  await moveTo(owner, `/money/statements/${month}`)
  await owner.getByText('Days are those of Europe/Berlin.').waitFor()
  await owner.getByText('€').first().waitFor()
  await lookAt(owner, 'german-statement')
  const api = `${rig.baseUrl}/cabinet/api`
  for (const file of [`/money/months/${month}/csv`, '/money/ledger.csv']) {
    const text = await (await owner.request.get(api + file)).text()
    expect([file, text.split('\r\n').length > 2, foreignIn(text)]).toEqual([file, true, undefined])
  }
  const mails = mail.received.map(({ subject, text }) => `${subject} ${text}`)
  expect(mails.map(foreignIn).filter((fault) => fault !== undefined)).toEqual([])
})
