// From the first visit to the first ringing call, with nothing but a browser and `npm start`.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { lookAt } from './look-at.ts'
import { type Rig, shoot, startRig } from './rig.ts'

const callPatienceMs = 45_000
let rig: Rig
let page: Page
beforeAll(async () => {
  rig = await startRig()
  page = await (await rig.newPerson()).newPage()
  page.setDefaultTimeout(callPatienceMs)
}, 120_000)
afterAll(() => rig?.stop())

const handset = () => page.getByRole('region', { name: 'Handset' })
const history = () => page.getByRole('table', { name: 'Calls' }).locator('tbody').getByRole('row')
const ask = async (method: string, parameters: Record<string, string>) => {
  const { service_id: id, secret_key: key } = rig.firstRun
  const answer = await fetch(`${rig.baseUrl}/v1.0/${method}?${new URLSearchParams(parameters)}`, {
    headers: { Authorization: `Bearer ${key}.${id}` },
  })
  return (await answer.json()) as Record<string, unknown>
}

// These two run in the browser; the names of its types are not known here.
const lineUnder = (element: { ownerDocument: { defaultView: never } }) =>
  (element.ownerDocument.defaultView as Styles).getComputedStyle(element).textDecorationLine
interface Styles {
  getComputedStyle(element: unknown): { textDecorationLine: string }
}
const durationOf = (audio: { duration: number; addEventListener(name: string, run: () => void): void }) =>
  new Promise<number>((resolve) => {
    if (audio.duration > 0) resolve(audio.duration)
    else audio.addEventListener('loadedmetadata', () => resolve(audio.duration))
  })

it('demo phone: rings on the first visit with the code in the number', { timeout: 120_000 }, async () => {
  await page.goto(await rig.demoLink())
  await page.getByRole('button', { name: 'Enter the demo' }).click()
  await page.getByRole('link', { name: 'Open the demo phone' }).click()
  await page.getByText('No calls yet').waitFor()
  await shoot(page, 'phone-idle')
  expect(await seriousFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Call me' }).click()
  await handset().getByText('Incoming call').waitFor()
  await shoot(page, 'phone-ringing')
  // It rings for four seconds; afterwards the number is shown as the last call.
  const shown = (await handset().innerText()).replace(/\s+/g, ' ')
  const code = /Last four digits (\d{4})/.exec(shown)![1]!
  await handset().getByText('Last call').waitFor()
  const setOff = handset().locator('[class*=lastFour]').first()
  expect((await setOff.innerText()).replace('-', '')).toBe(code)
  expect(await setOff.evaluate(lineUnder)).toBe('underline')
  await history().getByText('the caller hung up').waitFor()
  const site = page.getByRole('region', { name: 'Sign-in form' })
  await site.getByLabel('Code, 4 digits').fill(code === '1111' ? '2222' : '1111')
  await site.getByText('Tries left: 2').waitFor()
  await site.getByLabel('Code, 4 digits').fill(code)
  await site.getByText('You are signed in').waitFor()
  await shoot(page, 'phone-approved')
  const vendorId = /call (\d+)/.exec(await page.getByRole('link', { name: /^call \d+$/ }).innerText())![1]!
  await expect
    .poll(() => ask('getInfo', { uid: vendorId }), { timeout: callPatienceMs, interval: 200 })
    .toMatchObject({ call_status: 1, code: '' })
})

it('call of a customer: an operator saves its SIP messages for Wireshark, numbers masked unless asked', async () => {
  // The simulated carrier says at once that this number is busy.
  const { vendor_id: id } = await ask('initCall', { phone: '79005550100', unique: 'for-the-pcap' })
  await expect
    .poll(() => ask('getInfo', { uid: String(id) }), { timeout: callPatienceMs, interval: 200 })
    .toMatchObject({ call_status: 0 })
  const operator = await rig.demoPage(`/customer-calls/${id}`)
  for (const [numbers, isShown] of [
    ['Numbers masked', false],
    ['Numbers in clear', true],
  ] as const) {
    await operator.getByRole('button', { name: 'Save as pcap' }).click()
    const download = operator.waitForEvent('download')
    await operator.getByRole('menuitem', { name: numbers }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe(`call-${id}.pcap`)
    const text = readFileSync(await saved.path(), 'latin1')
    expect(text).toContain('INVITE sip:')
    expect(text.includes('79005550100')).toBe(isShown)
  }
  await operator.getByRole('button', { name: 'Save as pcap' }).click()
  await lookAt(operator, 'operator-capture')
  await operator.context().close()
})

it('demo phone: plays the spoken code after an answer', { timeout: 120_000 }, async () => {
  await page.getByText('Voice', { exact: true }).click()
  await page.getByRole('button', { name: 'Call me' }).click()
  // The digits of the number are not the code of a voice call: nothing sets them off.
  await handset().getByText('The code is spoken: answer to hear it').waitFor()
  expect(await handset().locator('[class*=lastFour_]').count()).toBe(0)
  await handset().getByRole('button', { name: 'Answer' }).click()
  await handset().getByText('On the line').waitFor()
  await shoot(page, 'phone-talking')
  expect(await seriousFaults(page)).toEqual([])
  const recording = history().first().locator('audio')
  await recording.waitFor({ state: 'attached' })
  const seconds = await recording.evaluate(durationOf)
  expect(seconds).toBeGreaterThan(1)
  const read = (path: string) => page.request.get(`${rig.baseUrl}/cabinet/api/phone${path}`)
  const calls = (await (await read('/calls')).json()) as { id: number }[]
  const wav = await (await read(`/calls/${calls.at(-1)!.id}/recording`)).body()
  const samples = Array.from({ length: (wav.length - 44) >> 1 }, (_, at) => wav.readInt16LE(44 + at * 2))
  const loudness = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
  // Silence in A-law decodes to 8, in mu-law to 0.
  expect(loudness).toBeGreaterThan(300)
  await history()
    .first()
    .getByRole('button', { name: /^Play what was heard/ })
    .click()
  await history()
    .first()
    .getByRole('button', { name: /^Pause/ })
    .waitFor()
  await shoot(page, 'phone-heard')
  expect(await seriousFaults(page)).toEqual([])
})

it('demo phone: declines a call, and ends an answered one', { timeout: 120_000 }, async () => {
  const callMe = async () => {
    await page.getByRole('button', { name: /^(Another number|Try again)$/ }).click()
    await page.getByRole('button', { name: 'Call me' }).click()
  }
  await callMe()
  await handset().getByRole('button', { name: 'Decline' }).click()
  await history().first().getByText('declined here').waitFor()
  await callMe()
  await handset().getByRole('button', { name: 'Answer' }).click()
  await handset().getByRole('button', { name: 'Hang up' }).click()
  await history().first().getByText('hung up here').waitFor()
})

it('demo phone: shows two calls at once, the newest in front', { timeout: 120_000 }, async () => {
  await ask('initCall', { phone: '79161110001', voice: 'true' })
  await handset().getByText('to +7 916 111-00-01').waitFor()
  await ask('initCall', { phone: '79161110002', voice: 'true' })
  await handset().getByText('to +7 916 111-00-02').waitFor()
  await shoot(page, 'phone-two-calls')
  await handset().getByRole('list', { name: 'Other calls' }).getByRole('button').first().click()
  await handset().getByText('to +7 916 111-00-01').waitFor()
  await handset().getByRole('button', { name: 'Decline' }).click()
  await handset().getByText('to +7 916 111-00-02').waitFor()
  await handset().getByRole('button', { name: 'Decline' }).click()
  await handset().getByText('Nobody is calling').waitFor()
})

it('demo phone: dials a confirmation number and confirms the phone', { timeout: 120_000 }, async () => {
  const waiting = await ask('inboundCallWaiting', {
    phone: '79161239876',
    callback_url: 'http://127.0.0.1:9/hook',
  })
  const { confirmation_number: confirmation, vendor_id: vendorId } = waiting
  await handset().getByRole('button', { name: 'Keypad' }).click()
  await handset().getByLabel('Your number').fill('79161239876')
  const [first, ...rest] = String(confirmation)
  await handset().getByRole('button', { name: first!, exact: true }).click()
  await handset()
    .getByLabel('Number to call')
    .fill(`${first}${rest.join('')}`)
  await shoot(page, 'phone-keypad')
  expect(await seriousFaults(page)).toEqual([])
  await handset().getByRole('button', { name: 'Call', exact: true }).click()
  await history().first().getByText('busy, as confirmation numbers are').waitFor()
  await expect
    .poll(() => ask('getInfo', { uid: String(vendorId) }), { timeout: callPatienceMs, interval: 200 })
    .toMatchObject({ call_status: 1 })
})

it('demo phone: is visible while it rings on a narrow screen, where the form is above it', {
  timeout: 120_000,
}, async () => {
  const narrow = await rig.demoPage('/phone', { viewport: { width: 390, height: 844 } })
  narrow.setDefaultTimeout(callPatienceMs)
  await narrow.getByLabel('Phone number').fill('79162220001')
  await narrow.getByRole('button', { name: 'Call me' }).click()
  const ringing = narrow.getByRole('region', { name: 'Handset' }).getByText('to +7 916 222-00-01')
  await ringing.waitFor()
  const box = await ringing.boundingBox()
  expect(box!.y).toBeGreaterThan(80)
  expect(box!.y).toBeLessThan(844)
})
