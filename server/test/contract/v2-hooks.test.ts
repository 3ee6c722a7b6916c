// Hooks of identity providers. Requests are signed as Supabase Auth signs them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addHook, removeHook, rotateHook } from '../../src/operations/hooks.ts'
import { pausePrefix } from '../../src/operations/paused-prefixes.ts'
import { perform } from '../../src/operations/perform.ts'
import { deriveRootKey } from '../../src/platform/keyring.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { Sealer } from '../../src/platform/sealing.ts'
import { commandLine } from '../../src/storage/author.ts'
import { startTestService, type TestService } from '../service.ts'
import { balanceOf, type Client, ended, freshPhone, isStored, openClient } from './scene.ts'

let service: TestService
let client: Client
let secret: string
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openClient(service)
  secret = await newSecret()
  service.telephony.placed.length = 0
  service.telephony.answer = 'planned'
  service.telephony.outcome = { completed: true, reason: 'rang' }
})

/** As the command and the cabinet make it. */
async function newSecret(overlapMs = 0): Promise<string> {
  const rootSecret = readFileSync(join(service.folder, 'secret.key'), 'utf8').trim()
  const sealer = new Sealer(deriveRootKey(Buffer.from(rootSecret)).sealing, systemRandom)
  const { store } = service
  const operationContext = {
    store,
    author: commandLine,
    now: () => service.clock.now(),
    random: systemRandom,
    sealer,
  }
  const [known] = await store.hooksOf(client.id)
  const made =
    known === undefined
      ? await perform(operationContext, addHook, { service: client.id, kind: 'supabase' })
      : await perform(operationContext, rotateHook, { hook: known.id, overlapHours: overlapMs / 3_600_000 })
  return made.credential!
}

const bodyOf = (phone: string, otp: string, more: object = {}) =>
  JSON.stringify({
    metadata: { uuid: '8a8a', time: '2026-01-15T12:00:00Z', name: 'send-sms', ip_address: '203.0.113.9' },
    user: { id: '6481a5c1-3d37-4a56-9f6a-bee08c554965', aud: 'authenticated', phone, app_metadata: {} },
    sms: { otp, sms_type: 'sms', ...more },
  })

interface Sending {
  readonly id?: string
  readonly secrets?: readonly string[]
  readonly at?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly serviceId?: number
}
let messages = 0
async function send(body: string, sending: Sending = {}) {
  const { id = `msg-${++messages}`, secrets = [secret], at = service.clock.now(), headers = {} } = sending
  const signatures = secrets.map((each) => new Webhook(each.replace('v1,', '')).sign(id, new Date(at), body))
  const response = await fetch(`${service.baseUrl}/v2/hooks/supabase/${sending.serviceId ?? client.id}`, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at / 1000)),
      // Supabase Auth separates the signatures of several secrets so.
      'webhook-signature': signatures.join(', '),
      ...headers,
    },
  })
  return {
    status: response.status,
    headers: response.headers, // biome-ignore lint/suspicious/noExplicitAny: a test looks into any answer
    body: (await response.json()) as any,
  }
}
const placed = () => service.telephony.placed.filter(({ request }) => request.accountId === client.accountId)

it('[V2-80] Supabase hook: speaks the code of a signed request, charges it as a call and keeps the code to itself', async () => {
  expect(secret).toMatch(/^v1,whsec_[A-Za-z0-9+/]{43}=$/)
  const before = await balanceOf(client)
  const answer = await send(bodyOf(freshPhone(), '018204'))
  expect([answer.status, answer.body]).toEqual([200, {}])
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  const [call] = placed()
  expect(call!.request).toMatchObject({ mode: 'voice', code: '018204' })
  const info = await ended(service, client, call!.vendorId)
  expect(info).toMatchObject({ code: '', call_status: 1, client: '6481a5c1-3d37-4a56-9f6a-bee08c554965' })
  expect(await balanceOf(client)).toBeLessThan(before)
  expect(service.logged.join('')).not.toContain('018204')
})

it('[V2-81] Supabase hook: a retry rings once, with the same webhook-id and with the new one that Supabase draws', async () => {
  const body = bodyOf(freshPhone(), '123456')
  for (const id of ['one', 'one', 'two']) expect((await send(body, { id })).body).toEqual({})
  expect(placed().length).toBe(1)
})

it('[V2-82] Supabase hook: refuses what is not signed with its secret, or too early or too late', async () => {
  const body = bodyOf(freshPhone(), '123456')
  const other = `v1,whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const now = service.clock.now()
  const stranger = await openClient(service)
  const answers = [
    await send(body, { secrets: [other] }),
    await send(body, { at: now - 301_000 }),
    await send(body, { at: now + 301_000 }),
    await send(body, { serviceId: stranger.id }),
    await send(body, { serviceId: 999_999 }),
    await send(body, { headers: { 'webhook-signature': '' } }),
    await send(body, { headers: { 'webhook-id': 'changed' } }),
    await send(body, { headers: { 'webhook-signature': `v2,${'a'.repeat(43)}=` } }),
  ]
  const refused = {
    error: { http_code: 401, message: 'The signature of the hook does not match (hook_signature)' },
  }
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(401))
  expect(answers.map((answer) => answer.body)).toEqual(Array(8).fill(refused))
  expect(placed()).toEqual([])
  expect((await send(body, { secrets: [other, secret], at: now - 299_000 })).status).toBe(200)
})

it('[V2-83] Supabase hook: both secrets are accepted until the overlap ends, none after the hook is removed', async () => {
  const old = secret
  secret = await newSecret(5_000)
  expect((await send(bodyOf(freshPhone(), '123456'), { secrets: [old] })).status).toBe(200)
  await service.clock.advance(6_000)
  expect((await send(bodyOf(freshPhone(), '123456'), { secrets: [old] })).status).toBe(401)
  expect((await send(bodyOf(freshPhone(), '123456'))).status).toBe(200)
  const { store, clock } = service
  const operationContext = { store, author: commandLine, now: () => clock.now() }
  await perform(operationContext, removeHook, { hook: (await store.hooksOf(client.id))[0]!.id })
  expect((await send(bodyOf(freshPhone(), '123456'))).status).toBe(401)
})

it('[V2-84] Supabase hook: refusals of a signed request come with HTTP 200, as Supabase passes only those on', async () => {
  const phone = freshPhone()
  await send(bodyOf(phone, '123456'))
  const errors = [
    await send(bodyOf(phone, '654321')),
    await send(bodyOf('hello', '123456')),
    await send(bodyOf(freshPhone(), '12')),
    await send('[]'),
  ]
  const invalid = 'The request is not valid'
  expect(errors.map(({ status, body }) => [status, body.error.http_code, body.error.message])).toEqual([
    [200, 429, 'This number was called a moment ago (number_rests)'],
    [200, 400, `${invalid}: a phone number in international form, such as +79161234567 (invalid_request)`],
    [200, 400, `${invalid}: a code of 4 to 10 digits, as a string (invalid_request)`],
    [200, 400, 'The body cannot be read (unreadable_body)'],
  ])
  const poor = await openClient(service, {}, { roubles: 0 })
  client = poor
  secret = await newSecret()
  expect((await send(bodyOf(freshPhone(), '123456'))).body.error.http_code).toBe(402)
  const hooked = `${service.baseUrl}/v2/hooks/supabase/${poor.id}`
  const got = await fetch(hooked)
  expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST'])
  const large = await fetch(hooked, { method: 'POST', body: ' '.repeat(65 * 1024) })
  expect([large.status, ((await large.json()) as { error: { http_code: number } }).error.http_code]).toEqual([
    413, 413,
  ])
})

it('[V2-85] Supabase hook: four digits are shown by flash where the workflow of the service has it, else spoken', async () => {
  await send(bodyOf(freshPhone(), '4071'))
  await send(bodyOf(freshPhone(), '0000'))
  client = await openClient(service, {
    workflow: [{ match: { country: 'RU' }, steps: [{ mode: 'inbound', seconds: 20 }] }],
  })
  secret = await newSecret()
  await send(bodyOf(freshPhone(), '4071'))
  expect(service.telephony.placed.map(({ request }) => [request.mode, request.code])).toEqual([
    ['flash', '4071'],
    ['voice', '0000'],
    ['voice', '4071'],
  ])
})

it('[V2-86] Supabase hook: calls sms.phone where it differs from the phone of the user', async () => {
  const [old, fresh] = [freshPhone(), freshPhone()]
  await send(bodyOf(old, '123456', { phone: fresh, sms_type: 'phone_change' }))
  expect(placed().map(({ request }) => request.phone.e164)).toEqual([fresh])
})

it('[V2-92] Supabase hook: stores the code of a flash call nowhere, neither alone nor as the end of the calling number', async () => {
  await send(bodyOf(freshPhone(), '4071'))
  const [call] = placed()
  expect(call!.request).toMatchObject({ mode: 'flash', code: '4071' })
  expect(await ended(service, client, call!.vendorId)).toMatchObject({ code: '', call_status: 1 })
  expect(isStored(service, '74951234071')).toBe(false)
  expect(isStored(service, '"otp"')).toBe(false)
  const legacy = await client.post('initRepeat', { uid: call!.vendorId })
  expect(legacy.body.code).toBe(405)
})

it('[V2-93] Supabase hook: limits per phone, countries and pauses hold, limits per address of end users do not', async () => {
  client = await openClient(service, {
    addressLimits: { verifications: 1, phones: 1, countries: 1 },
    allowedCountries: ['RU'],
  })
  secret = await newSecret()
  // All of them with the address that Supabase names: it may be that of a server that renders the app.
  const answers = []
  for (let count = 0; count < 5; count++) answers.push((await send(bodyOf(freshPhone(), '123456'))).body)
  expect(answers).toEqual(Array(5).fill({}))
  const refusalOf = async (phone: string) => (await send(bodyOf(phone, '654321'))).body.error.message
  expect(await refusalOf(placed()[0]!.request.phone.e164)).toContain('number_rests')
  expect(await refusalOf('77011234567')).toContain('country_not_allowed')
  const paused = { serviceId: client.id, prefix: '7916', reason: 'burst' as const, calls: 200, expected: 4 }
  const operationContext = { store: service.store, author: commandLine, now: () => service.clock.now() }
  await perform(operationContext, pausePrefix, paused)
  await service.clock.advance(3_000)
  expect(await refusalOf(freshPhone())).toContain('prefix_paused')
})
