// A verification of /v2 in the cabinet: placed under Try it, answered on the demo phone, read as a timeline, cancelled.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { lookAt } from './look-at.ts'
import { waitUntilUsable } from './page-list.ts'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
}, 180_000)
afterEach(({ task }) => rig.closePages(task))
afterAll(() => rig?.stop())

/** The last four digits of the number that called the demo phone last. */
async function codeOnPhone(page: Page): Promise<string> {
  const answer = await page.request.get(`${rig.baseUrl}/cabinet/api/phone/calls`)
  const calls = (await answer.json()) as { from: string }[]
  return calls.at(-1)!.from.slice(-4)
}

it('verification: is placed, checked and shown as a timeline with its calls', {
  timeout: 120_000,
}, async () => {
  const page = await rig.demoPage('/try')
  await page.getByRole('button', { name: 'Start the verification' }).click()
  const timeline = page.getByRole('list', { name: 'What happened' })
  await timeline.getByText('Call 1: Flash · Delivered').waitFor()
  const code = await codeOnPhone(page)
  const field = page.getByLabel('Code, 4 digits')
  expect(await page.evaluate('document.activeElement.shadowRoot?.activeElement?.id')).toBe('code')
  await field.fill(code === '1111' ? '2222' : '1111')
  await page.getByText('Tries left: 2').waitFor()
  await field.fill(code)
  await page.getByText('Your phone is confirmed.').waitFor()
  await lookAt(page, 'try-verification')

  await page.getByRole('link', { name: 'All about this verification' }).click()
  await page.getByRole('heading', { name: /^Verification · 7/ }).waitFor()
  await page.getByText('The right code came with try 2.').first().waitFor()
  const entries = await timeline.getByRole('listitem').allInnerTexts()
  expect(entries.map((entry) => entry.split('\n')[0])).toEqual([
    'Request',
    'Call 1: Flash · Delivered',
    'A wrong code',
    'The right code',
    'Call 2: Voice · Skipped',
    'Approved',
  ])
  // In no place of the page: the code was compared and is not kept.
  expect(await page.locator('main').innerText()).not.toMatch(new RegExp(`\\b${code}\\b`))
  // The messages of its call, the requests that made and checked it, and what it cost are on the same page.
  await page.getByRole('button', { name: 'Show', exact: true }).first().click()
  await page.getByRole('list', { name: 'Messages of the call' }).getByText('INVITE').first().waitFor()
  await page.getByText(/^Charged: ₽/).waitFor()
  await lookAt(page, 'verification-timeline')
  await page.getByRole('link', { name: 'In the ledger' }).click()
  await page.waitForURL(/\/money\/ledger\?vendorId=\d+$/)
  await page.getByRole('row', { name: /Charged/ }).waitFor()
})

it('verification: is listed, found by its id and cancelled, in Russian on a narrow screen', {
  timeout: 120_000,
}, async () => {
  const { service_id: serviceId, secret_key: key } = rig.firstRun
  const answer = await fetch(`${rig.baseUrl}/v2/verifications`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}.${serviceId}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone: '+79000000001', client: 'заказ 18' }),
  })
  const { id } = (await answer.json()) as { id: string }
  const look = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'ru-RU' } as const
  const page = await rig.demoPage('/verifications', look)
  await waitUntilUsable(page)
  await page.getByRole('heading', { name: 'Проверки' }).waitFor()
  await lookAt(page, 'verifications-narrow-russian')
  await page.getByRole('link', { name: id }).click()
  await page.getByRole('heading', { name: 'Проверка · 7900***0001' }).waitFor()
  await page.getByRole('button', { name: 'Отменить проверку' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить', exact: true }).click()
  await page.getByText('Её отменила ваша программа или участник аккаунта.').first().waitFor()
  await lookAt(page, 'verification-cancelled-narrow-russian')
  // An address from before there was one list, with its filters.
  await page.goto(`${rig.baseUrl}/cabinet/calls/100000?from=1`)
  await page.waitForURL(/\/verifications\/100000\?from=1$/)
})

it('workflow: a rule is added, previewed before it is saved, and kept', { timeout: 120_000 }, async () => {
  const page = await rig.demoPage(`/services/${rig.firstRun.service_id}?tab=workflow`)
  await page.getByRole('button', { name: 'Add a rule' }).click()
  const rule = page.getByRole('region', { name: 'Rule 1' })
  await rule.getByLabel('Number begins with').fill('+7 916')
  await rule.getByLabel('Call 1: mode').selectOption('Voice, by key')
  await rule.getByLabel('Call 1: seconds to wait for the code').fill('35')
  await rule.getByRole('button', { name: 'Remove call 2' }).click()
  await page.getByLabel('Phone', { exact: true }).fill('8 916 123-45-67')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByText('Rule 1 decides.').waitFor()
  await page.getByText(/^At most ₽/).waitFor()
  await lookAt(page, 'workflow-preview')
  await rule.getByLabel('Number begins with').fill('7x')
  await page.getByRole('button', { name: 'Save' }).last().click()
  await page.getByText(/^A rule is not valid/).waitFor()
  await rule.getByLabel('Number begins with').fill('+7 916')
  await page.getByRole('button', { name: 'Save' }).last().click()
  await page.getByText('Saved. The next verification uses it.').waitFor()
  await page.reload()
  expect(await rule.getByLabel('Number begins with').inputValue()).toBe('7916')
  expect(await rule.getByLabel('Call 1: mode').inputValue()).toBe('key')
})

it('conversion: stands beside the completed calls with its definition one click away', {
  timeout: 120_000,
}, async () => {
  const look = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'ru-RU' } as const
  const page = await rig.demoPage('/', look)
  // The first test of this file was approved.
  await page.getByText('100 %').first().waitFor()
  await page.getByRole('button', { name: 'Что значит «Конверсия»' }).click()
  await page.getByText('Доля подтверждённых среди телефонов, до которых дошёл звонок.').waitFor()
  await lookAt(page, 'conversion-narrow-russian')
  await page.goto(`${rig.baseUrl}/cabinet/quality?by=mode&rate=conversion`)
  await page.getByRole('columnheader', { name: 'Конверсия' }).waitFor()
  await lookAt(page, 'quality-conversion-narrow-russian')
})
