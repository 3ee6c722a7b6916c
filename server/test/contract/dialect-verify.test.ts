// Dialects `twilio-verify` and `vonage-verify` over HTTP, without the packages of their makers.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { letSpeak, newestCall, say } from './dialect-scene.ts'
import { balanceOf, type Client, freshPhone, isStored, openClient } from './scene.ts'

let service: TestService
let client: Client
let phone: string
beforeAll(async () => {
  service = await startTestService({ RINGKEY_ADDRESS_LIMIT: 'api:0/s,cabinet:0/s,connections:0' })
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openClient(service)
  service.telephony.answer = 'planned'
  service.telephony.outcome = { completed: true, reason: 'rang' }
  phone = freshPhone()
})

/** Calls of this test. */
const placed = () => service.telephony.placed.filter(({ request }) => request.accountId === client.accountId)
const basic = (login: string, password: string) => `Basic ${btoa(`${login}:${password}`)}`

async function openTwilio() {
  const credential = await letSpeak(service, client.id, 'twilio-verify')
  const { account_sid: account, auth_token: token, service_sid: sid } = credential
  const ask = async (path: string, fields?: Readonly<Record<string, string>>) => {
    const { status, text } = await say(service, `/v2/Services/${sid}/${path}`, {
      headers: { Authorization: basic(account, token) },
      ...(fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) }),
    })
    return { status, body: JSON.parse(text) }
  }
  return {
    ask,
    start: (more: Readonly<Record<string, string>> = {}) =>
      ask('Verifications', { To: `+${phone}`, Channel: 'call', ...more }),
    check: (code: string) => ask('VerificationCheck', { To: `+${phone}`, Code: code }),
  }
}

async function openVonage() {
  const { api_key: key, api_secret: secret } = await letSpeak(service, client.id, 'vonage-verify')
  return (path: string, body: object) =>
    say(service, `/v2/verify${path}`, {
      method: 'POST',
      headers: { Authorization: basic(key, secret), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
}

it('[L-35] twilio-verify: a second request that is refused for now calls nobody, neither then nor later', async () => {
  const { ask, start, check } = await openTwilio()
  const { body } = await start()
  await service.clock.advance(1_000)
  const before = await balanceOf(client)
  const refused = await start()
  expect([refused.status, refused.body.code]).toEqual([429, 60203])
  for (const _ of Array(4)) await service.clock.advance(10_000)
  expect([placed().length, await balanceOf(client)]).toEqual([1, before])
  expect((await ask(`Verifications/${body.sid}`)).body.send_code_attempts).toHaveLength(1)
  expect((await start()).body).toMatchObject({ sid: body.sid, send_code_attempts: [{}, {}] })
  expect(placed()).toHaveLength(2)
  expect((await check(newestCall(service).code)).body).toMatchObject({ sid: body.sid, valid: true })
})

it('[L-36] twilio-verify: a second request with a CustomCode ends the first verification only when it has begun', async () => {
  service.telephony.outcome = undefined
  const { ask, start, check } = await openTwilio()
  const first = (await start({ CustomCode: '4821' })).body.sid
  const statusOf = async (sid: string) => (await ask(`Verifications/${sid}`)).body.status
  const ringing = await start({ CustomCode: '4821' })
  expect([ringing.status, ringing.body.sid, placed().length]).toEqual([201, first, 1])
  placed()[0]!.end({ completed: true, reason: 'spoken' })
  await service.clock.advance(1_000)
  const tooSoon = await start({ CustomCode: '7350' })
  expect([tooSoon.status, tooSoon.body.code]).toEqual([429, 60203])
  await service.clock.hasten(15_000)
  expect((await start({ CustomCode: 'abcd' })).status).toBe(400)
  expect(await statusOf(first)).toBe('pending')
  const second = await start({ CustomCode: '7350' })
  expect(second).toMatchObject({ status: 201, body: { status: 'pending' } })
  expect(second.body.sid).not.toBe(first)
  expect(await statusOf(first)).toBe('canceled')
  expect((await check('7350')).body).toMatchObject({ sid: second.body.sid, valid: true })
})

it('[L-37] a phone number anywhere in a path of a verify dialect is stored nowhere', async () => {
  const { ask } = await openTwilio()
  const local = phone.slice(1)
  const dashed = `+7-${local.slice(0, 3)}-${local.slice(3, 6)}-${local.slice(6, 8)}-${local.slice(8)}`
  const spaced = dashed.replaceAll('-', '%20')
  await ask(`Verifications/+${phone}`)
  await ask(`Verifications/+${phone}/x`)
  await ask(`Verifications/${dashed}`)
  await ask(`Verifications/${spaced}`)
  const known = `Verifications/VE${'a1b2c3d4'.repeat(4)}`
  await ask(known)
  const next = await openVonage()
  await next(`/${phone}/next_workflow`, {})
  await service.clock.advance(1_000)
  // What the log keeps of a known path.
  await expect.poll(() => isStored(service, known)).toBe(true)
  for (const text of [phone, dashed, spaced]) expect([text, isStored(service, text)]).toEqual([text, false])
})

it('[L-38] the locale of a verify dialect is any language tag, and what is none is ignored', async () => {
  const { start } = await openTwilio()
  expect((await start({ Locale: 'pt-BR', CustomCode: '48213507' })).status).toBe(201)
  expect(newestCall(service).request.voiceLanguage).toBe('pt')
  const ask = await openVonage()
  for (const [locale, voice] of [
    ['de-de', 'de'],
    ['no language', 'ru'],
  ]) {
    const { status } = await ask('', {
      brand: 'Shop',
      workflow: [{ channel: 'voice', to: freshPhone() }],
      locale,
    })
    expect([status, newestCall(service).request.voiceLanguage]).toEqual([202, voice])
  }
})
