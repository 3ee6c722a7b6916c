// Dialects `twilio-verify` and `vonage-verify` over HTTP, without the packages of their makers.
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { changeDialect } from '../../src/operations/dialects.ts'
import { operationsAddress } from '../../src/operations/table-address.ts'
import { commandLine } from '../../src/storage/author.ts'
import { visitAs } from '../cabinet-member.ts'
import { answer, startReceiver } from '../receiver.ts'
import { startTestService, type TestService } from '../service.ts'
import { letSpeak, newestCall, say } from './dialect-scene.ts'
import { balanceOf, type Client, freshPhone, isStored, openClient } from './scene.ts'

let service: TestService
let client: Client
let phone: string
beforeAll(async () => {
  service = await startTestService({
    RINGKEY_ADDRESS_LIMIT: 'api:0/s,cabinet:0/s,connections:0',
    RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8',
  })
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

it('[L-39] twilio-verify: a message and a spoken code of one verification are the same', async () => {
  const spoken = { workflow: [{ match: {}, steps: [{ mode: 'voice' as const, seconds: 20 }] }] }
  client = await openClient(service, spoken)
  const receiver = await startReceiver(answer(200))
  const owner = await visitAs(service, client.accountId, 'owner')
  const gateway = { kind: 'http', channel: 'sms', url: receiver.url, countries: [], handsOver: true }
  await owner.write(`/services/${client.id}/gateways`, gateway)
  const { start, check } = await openTwilio()
  const { sid } = (await start({ Channel: 'sms' })).body
  await service.clock.advance(1_000)
  await service.clock.hasten(20_000)
  const again = await start()
  expect(again.body).toMatchObject({ sid, send_code_attempts: [{ channel: 'sms' }, { channel: 'call' }] })
  const { code } = receiver.received[0]!.body.data
  expect(newestCall(service).request).toMatchObject({ mode: 'voice', code })
  expect((await check(code)).body).toMatchObject({ sid, valid: true })
  await receiver.close()
})

it('[L-40] twilio-verify: the same CustomCode is said once more, and another one takes the place of a code that waits', async () => {
  const { ask, start, check } = await openTwilio()
  const pause = async () => {
    await service.clock.advance(1_000)
    await service.clock.hasten(20_000)
  }
  const drawn = (await start()).body.sid
  await pause()
  const own = (await start({ CustomCode: '73501' })).body.sid
  expect(own).not.toBe(drawn)
  expect((await ask(`Verifications/${drawn}`)).body.status).toBe('canceled')
  await pause()
  const repeated = await start({ CustomCode: '73501' })
  expect(repeated.body).toMatchObject({ sid: own, send_code_attempts: [{}, {}] })
  await pause()
  // Without a code the one that waits is said.
  expect((await start()).body.sid).toBe(own)
  expect(placed().map(({ request }) => request.code)).toEqual([undefined, '73501', '73501', '73501'])
  expect((await check('73501')).body).toMatchObject({ sid: own, valid: true })
})

it('[L-41] a verify dialect opens no other service, and a service without it none of its paths', async () => {
  const { ask, start } = await openTwilio()
  const { sid } = (await start()).body
  const vonage = await openVonage()
  const other = await openClient(service)
  client = other
  const twilio = await openTwilio()
  expect((await twilio.ask(`Verifications/${sid}`)).status).toBe(404)
  // The dialect of the first service is another one by now.
  expect((await ask(`Verifications/${sid}`)).status).toBe(401)
  const silent = await openClient(service)
  const asSilent = { Authorization: silent.bearer, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ brand: 'Shop', workflow: [{ channel: 'voice', to: phone }] })
  for (const path of [
    '/v2/verify',
    `/v2/Services/VA${silent.id.toString(16).padStart(32, '0')}/Verifications`,
  ])
    expect((await say(service, path, { method: 'POST', headers: asSilent, body })).status).toBe(401)
  const own = await say(service, '/v2/verifications', {
    method: 'POST',
    headers: asSilent,
    body: JSON.stringify({ phone: freshPhone() }),
  })
  expect(own.status).toBe(201)
  const asked = { brand: 'Shop', workflow: [{ channel: 'voice', to: freshPhone() }] }
  const { request_id: id } = JSON.parse((await vonage('', asked)).text)
  expect((await say(service, `/v2/verify/${id}`, { method: 'DELETE', headers: asSilent })).status).toBe(401)
})

/** The claims of a token that the secret signs. */
function claimsOf(authorization: string, secret: string) {
  const [head, claims, signature] = authorization.replace(/^Bearer /, '').split('.')
  const own = createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url')
  expect(signature).toBe(own)
  return JSON.parse(Buffer.from(claims!, 'base64url').toString())
}

it('[L-42] vonage-verify: the callback has a summary of each request and an event of a failed channel, signed for each try', async () => {
  const statuses = [500, 200, 204]
  const receiver = await startReceiver((response) => void response.writeHead(statuses.shift() ?? 200).end())
  const callback = ['vonage-verify', '--callback', `${receiver.url}/status`]
  const credential = await letSpeak(service, client.id, ...callback)
  const {
    api_key: key,
    api_secret: secret,
    application_id: application,
    signature_secret: signing,
  } = credential
  const ask = (path: string, body: object) =>
    say(service, `/v2/verify${path}`, {
      method: 'POST',
      headers: { Authorization: basic(key, secret), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const start = async () => {
    const workflow = ['voice', 'voice'].map((channel) => ({ channel, to: phone }))
    const asked = { brand: 'Shop', workflow, client_ref: 'order 17', channel_timeout: 30 }
    return JSON.parse((await ask('', asked)).text).request_id as string
  }
  const received = async (count: number) => {
    await expect
      .poll(async () => {
        await service.clock.advance(1_000)
        return receiver.received.length
      })
      .toBe(count)
    const { headers, text, body } = receiver.received.at(-1)!
    const claims = claimsOf(headers.authorization!, signing)
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex')
    expect(claims).toMatchObject({
      iss: 'Vonage',
      api_key: key,
      application_id: application,
      payload_hash: hash,
    })
    expect(headers['webhook-signature']).toBeUndefined()
    return { body, claims }
  }
  const id = await start()
  await service.clock.advance(1_000)
  await ask(`/${id}`, { code: newestCall(service).code })
  const first = await received(1)
  expect(first.body).toEqual({
    request_id: id,
    client_ref: 'order 17',
    submitted_at: expect.stringMatching(/Z$/),
    finalized_at: expect.stringMatching(/Z$/),
    status: 'completed',
    type: 'summary',
    channel_timeout: 30,
    workflow: [
      { channel: 'voice', initiated_at: expect.stringMatching(/Z$/), status: 'completed' },
      { channel: 'voice', status: 'unused' },
    ],
  })
  // After 500 it comes again, with a token of that time.
  await service.clock.hasten(5_000)
  const again = await received(2)
  expect(again.body).toEqual(first.body)
  expect(again.claims.iat).toBeGreaterThan(first.claims.iat)
  expect(again.claims.jti).toBe(first.claims.jti)
  phone = freshPhone()
  service.telephony.outcome = { completed: false, reason: 'busy' }
  const failing = await start()
  expect((await received(3)).body).toEqual({
    request_id: failing,
    client_ref: 'order 17',
    type: 'event',
    channel: 'voice',
    status: 'failed',
    triggered_at: expect.stringMatching(/Z$/),
    finalized_at: expect.stringMatching(/Z$/),
  })
  expect(isStored(service, signing)).toBe(false)
  // Owners see it as the callback of the dialect, not as an endpoint.
  const owner = await visitAs(service, client.accountId, 'owner')
  expect((await owner.read('/endpoints')).body.items).toEqual([])
  await letSpeak(service, client.id, 'vonage-verify', '--keep')
  // Prepared while there was a callback: it has no secret for one that is new by now.
  const prepared = {
    ...{ service: client.id, dialect: 'vonage-verify', types: 'live', made: null, signing: null },
    ...{ callbackUrl: `${receiver.url}/status`, receiver: `127.0.0.1:${receiver.port}` },
  }
  await expect(
    service.store.perform({
      ...{ module: operationsAddress, name: changeDialect.name, input: prepared, id: null, requestHash: '' },
      ...{ author: commandLine, accountId: null, at: service.clock.now() },
    }),
  ).rejects.toMatchObject({ reason: 'changed-meanwhile' })
  const before = receiver.received.length
  await say(service, `/v2/verify/${failing}`, {
    method: 'DELETE',
    headers: { Authorization: basic(key, secret) },
  })
  for (const _ of Array(3)) await service.clock.advance(1_000)
  expect(receiver.received).toHaveLength(before)
  await receiver.close()
})

it('[L-43] vonage-verify: tokens are proved by the public key that the owner has pasted', async () => {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const owner = await visitAs(service, client.accountId, 'owner')
  const choose = (publicKey: string) =>
    owner.write(`/services/${client.id}/dialect`, { dialect: 'vonage-verify', publicKey })
  expect(await choose('-----BEGIN PUBLIC KEY-----\nx')).toMatchObject({
    status: 400,
    body: { error: { code: 'wrong-field', field: 'publicKey' } },
  })
  const { credential } = (await choose(pair.publicKey)).body
  expect(credential).not.toHaveProperty('private_key')
  await service.clock.advance(1_000)
  const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(service.clock.now() / 1_000)
  const claims = { application_id: credential.application_id, iat, exp: iat + 60, jti: 'x' }
  const signed = `${text({ typ: 'JWT', alg: 'RS256' })}.${text(claims)}`
  const token = `${signed}.${sign('sha256', Buffer.from(signed), pair.privateKey).toString('base64url')}`
  const ask = (authorization: string) =>
    say(service, '/v2/verify', {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ brand: 'Shop', workflow: [{ channel: 'voice', to: phone }] }),
    })
  expect((await ask(`Bearer ${token.slice(0, -4)}AAAA`)).status).toBe(401)
  expect((await ask(`Bearer ${token}`)).status).toBe(202)
})
