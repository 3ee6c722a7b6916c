// Strangers who guess the credential of a hook. A request shows one text in one place: a large body holds no more guesses
// than a small one, and costs no more work before it is refused.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { wrongCredentialsPerMinute } from '../../server/src/http/address-limits.ts'
import { type HookKind, hookKinds } from '../../server/src/storage/queries/hooks.ts'
import { signsAlways } from '../../server/src/webhooks/hook-credentials.ts'
import { signedHeaders } from '../../server/src/webhooks/signature.ts'
import { type Client, freshPhone, openClient } from '../../server/test/contract/scene.ts'
import { ringkey } from '../../server/test/ringkey-command.ts'
import { startTestService, type TestService } from '../../server/test/service.ts'

const kibibyte = 1024
/** Of what is shown, of the stored key, and of the key that seals it. */
const mostHashes = 3
const mostSignatures = 8
/** Kinds whose requests have the credential in them. */
const sending = hookKinds.filter((kind) => !signsAlways(kind))
const signing = ['supabase', 'zitadel', 'generic'] as const

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openClient(service)
  service.telephony.placed.length = 0
})
/** What an address has done wrong is forgotten after a minute, and its block after another. */
const forgive = () => service.clock.advance(121_000)
afterEach(forgive)

async function add(kind: HookKind, ...options: string[]): Promise<string> {
  const typed = ['hook', 'add', kind, String(client.id), ...options, '--json']
  return (await ringkey(service.folder, typed, { clock: service.clock })).json.credential
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: string
}
async function statusOf(kind: HookKind, { headers = {}, query = {}, body = textOf() }: Sent) {
  const target = `/v2/hooks/${kind}/${client.id}?${new URLSearchParams(query)}`
  const sent = { 'Content-Type': 'application/json', ...headers }
  return (await service.raw(target, { method: 'POST', headers: sent, body })).status
}

/** Phone and code where any kind looks for them. */
function textOf(more: object = {}): string {
  const phone = `+${freshPhone()}`
  const code = '123456'
  return JSON.stringify({
    phone,
    To: phone,
    to: phone,
    phoneNumber: phone,
    code,
    Body: code,
    payload: { code },
    text: code,
    ...more,
  })
}

const guess = (index: number) => `guess-${String(index).padStart(26, '0')}`
const guesses = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`g${index}`, guess(index)]))
const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` })
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
/** As the owner of the credential sends it. */
const right = (credential: string) => (credential.includes(':') ? basic(credential) : bearer(credential))

/** How often the functions of node:crypto that compare, hash and sign run for a request. */
async function costOf(kind: HookKind, sent: Sent) {
  const spies = (['timingSafeEqual', 'hash', 'createHmac'] as const).map((name) => vi.spyOn(crypto, name))
  syncBuiltinESMExports()
  try {
    const status = await statusOf(kind, sent)
    const [compared = 0, hashed = 0, signed = 0] = spies.map(({ mock }) => mock.calls.length)
    return { status, compared, hashed, signed }
  } finally {
    for (const spy of spies) spy.mockRestore()
    syncBuiltinESMExports()
  }
}

/** How often a text of this length is parsed until the end of the test. */
function countParsed({ length }: string): () => number {
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  return () => parse.mock.calls.filter(([text]) => text.length === length).length
}

it('[V2-205] a hook compares one text of a request with its credential, wherever the right one stands besides', async () => {
  for (const kind of sending) {
    const credential = await add(kind)
    const isBasic = credential.includes(':')
    const password = credential.slice(credential.indexOf(':') + 1)
    const elsewhere: Sent[] = [credential, password].flatMap((text) => [
      { headers: { 'X-Api-Key': text } },
      { headers: { Cookie: `key=${text}` } },
      { query: { key: text, authorization: text, Authorization: text } },
      { body: textOf({ ...guesses(300), key: text, authorization: text, Authorization: text }) },
      { headers: isBasic ? bearer(text) : basic(`ringkey:${text}`) },
      { headers: isBasic ? { Authorization: text } : basic(text) },
    ])
    for (const sent of elsewhere) {
      const cost = await costOf(kind, sent)
      expect([kind, sent, cost.status]).toEqual([kind, sent, 401])
      expect(cost.compared).toBeLessThanOrEqual(1)
      expect(cost.hashed).toBeLessThanOrEqual(mostHashes)
    }
    expect(service.telephony.placed).toEqual([])
    expect([kind, await statusOf(kind, { headers: right(credential) })]).toEqual([kind, 200])
    service.telephony.placed.length = 0
    await forgive()
  }
})

it('hook guesses: a member is one guess, whatever else is in the body', async () => {
  await add('generic', '--credential-in', 'member:secret')
  const costs = []
  for (const more of [
    { secret: guess(0) },
    { ...guesses(350), secret: guess(0) },
    { secret: Object.values(guesses(350)) },
    { secret: { secret: guess(0) } },
  ])
    costs.push(await costOf('generic', { body: textOf(more) }))
  const one = { status: 401, compared: 1, hashed: mostHashes, signed: 0 }
  const none = { status: 401, compared: 0, hashed: 0, signed: 0 }
  expect(costs).toEqual([one, one, none, none])
})

it('[V2-206] a hook takes 64 KiB of a body with its credential, and 16 KiB without', async () => {
  const large = textOf(guesses(900))
  expect(large.length).toBeGreaterThan(16 * kibibyte)
  for (const kind of sending) {
    const headers = right(await add(kind))
    for (const wrong of [{}, bearer(guess(0)), basic(`ringkey:${guess(0)}`)]) {
      const { status, compared, hashed } = await costOf(kind, { headers: wrong, body: large })
      expect([kind, status]).toEqual([kind, 413])
      expect(compared).toBeLessThanOrEqual(1)
      expect(hashed).toBeLessThanOrEqual(mostHashes)
    }
    const body = textOf(guesses(900))
    expect([kind, await statusOf(kind, { headers, body })]).toEqual([kind, 200])
    expect(await statusOf(kind, { headers, body: body.padEnd(64 * kibibyte + 1) })).toBe(413)
    await forgive()
  }
})

it.each(signing)(
  'hook guesses: %s checks one signature over 64 KiB before it reads the body',
  async (kind) => {
    await add(kind, ...(kind === 'zitadel' ? ['--secret', 'AqX0-signing-key-of-zitadel'] : []))
    const seconds = String(Math.floor(service.clock.now() / 1000))
    const signatures = Array.from({ length: 200 }, (_, index) => Buffer.alloc(32, index))
    const headers: Record<string, string> =
      kind === 'zitadel'
        ? {
            'ZITADEL-Signature': [
              `t=${seconds}`,
              ...signatures.map((each) => `v1=${each.toString('hex')}`),
            ].join(),
          }
        : {
            'webhook-id': 'msg_1',
            'webhook-timestamp': seconds,
            'webhook-signature': signatures.map((each) => `v1,${each.toString('base64')}`).join(' '),
          }
    const body = textOf({ rest: 'x'.repeat(63 * kibibyte) })
    const parsed = countParsed(body)
    const { status, signed, compared, hashed } = await costOf(kind, { headers, body })
    expect([status, signed, parsed()]).toEqual([401, 1, 0])
    expect(compared).toBeLessThanOrEqual(mostSignatures)
    expect(hashed).toBeLessThanOrEqual(mostHashes)
    expect(await statusOf(kind, { headers, body: body.padEnd(64 * kibibyte + 1) })).toBe(413)
  },
)

it('hook guesses: a hook that says where its credential stands takes no signature beside it', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  await add('generic', '--credential-in', 'header:X-Token', '--secret', secret)
  const body = textOf()
  const signed = signedHeaders([secret], 'msg_1', Math.floor(service.clock.now() / 1000), body)
  expect(await statusOf('generic', { headers: signed, body })).toBe(401)
  expect(await statusOf('generic', { headers: { 'X-Token': secret }, body })).toBe(200)
})

it('[V2-207] each wrong credential of a hook counts against its address, and the right one passes all the same', async () => {
  for (const kind of ['logto', 'kratos', 'generic', 'supabase'] as const) {
    const credential = await add(kind)
    const wrong = (index: number): Sent => {
      const headers = kind === 'kratos' ? basic(`ringkey:${guess(index)}`) : bearer(guess(index))
      return { headers: kind === 'supabase' ? { 'webhook-signature': 'v1,' } : headers }
    }
    for (let index = 0; index <= wrongCredentialsPerMinute; index++)
      expect([kind, await statusOf(kind, wrong(index))]).toEqual([kind, 401])
    expect([kind, await statusOf(kind, wrong(-1))]).toEqual([kind, 429])
    if (kind !== 'supabase') expect(await statusOf(kind, { headers: right(credential) })).toBe(200)
    await forgive()
  }
})

it('[V2-208] the same wrong credential of a server that repeats by itself counts once a minute, that of others each time', async () => {
  await add('kratos')
  await add('supabase')
  await add('logto')
  const often = 2 * wrongCredentialsPerMinute
  const body = textOf()
  for (let tries = 0; tries < often; tries++) {
    expect(await statusOf('kratos', { headers: basic(`ringkey:${guess(0)}`) })).toBe(401)
    // It signs each try anew.
    expect(await statusOf('supabase', { headers: { 'webhook-signature': `v1,${guess(tries)}` }, body })).toBe(
      401,
    )
  }
  const statuses = []
  for (let tries = 0; tries < wrongCredentialsPerMinute; tries++)
    statuses.push(await statusOf('logto', { headers: bearer(guess(0)) }))
  expect(statuses).toEqual([...Array(wrongCredentialsPerMinute - 1).fill(401), 429])
})

it('hook guesses: a request that shows nothing is no guess', async () => {
  await add('logto')
  for (let tries = 0; tries < 2 * wrongCredentialsPerMinute; tries++)
    expect(await statusOf('logto', {})).toBe(401)
})
