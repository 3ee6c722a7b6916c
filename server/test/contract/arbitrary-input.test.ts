// For any input: the answer is JSON, never a 500, and nothing is stored or charged unless the request was really valid.
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { type Client, freshPhone, openClient } from './scene.ts'

const long = process.env.RINGKEY_TEST_LONG === '1'
const runs = long ? 50_000 : 1_000
/** Seconds on a quiet machine; a busy one is not to stop before some request was valid. */
const timeLimitMs = long ? 900_000 : 300_000
const seed = 20_260_115

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService({ RINGKEY_TRUST_PROXY: '127.0.0.1' })
  client = await openClient(service, {}, { roubles: 1_000_000 })
})
afterAll(() => service.stop())

const methods = ['initCall', 'getInfo', 'initRepeat', 'inboundCallWaiting', 'checkPhone', 'getAccount']
const paths = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(...methods, 'getService', 'getBalance').map((name) => `/v1.0/${name}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('/', '/%', '/v1.0', '/v1.0/%00', '//', '/..', '/v1.0/initCall/../getInfo'),
  },
  { weight: 1, arbitrary: fc.webPath().map((path) => path || '/') },
)
const names = fc.oneof(
  fc.constantFrom(
    'phone',
    'code',
    'client',
    'unique',
    'voice',
    'mix',
    'uid',
    'callback_url',
    'key',
    'service_id',
  ),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', ''),
  fc.string({ maxLength: 8 }),
)
/** `valid` is replaced by a phone that was not called yet; everything else here is not a phone number. */
const phone = fc.constantFrom('valid', '12', 'not a phone', '7', '00000000000', '')
const words = fc.oneof(
  phone,
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom('true', '1', '100000'),
)
const bags = fc.dictionary(
  names,
  fc.oneof({ weight: 3, arbitrary: words }, { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }) }),
)
const requests = fc.record({
  path: paths,
  verb: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('GET', 'POST') },
    { weight: 1, arbitrary: fc.constantFrom('PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE') },
  ),
  credentials: fc.constantFrom('header', 'header', 'body', 'query', 'wrong header', 'none'),
  phone: fc.option(phone, { nil: undefined }),
  query: fc.dictionary(names, words),
  repeatsPhone: fc.boolean(),
  bag: bags,
  encoding: fc.constantFrom(
    'json',
    'json',
    'json',
    'form',
    'text',
    'broken json',
    'any json',
    'bytes',
    'no type',
  ),
  value: fc.jsonValue({ maxDepth: 1 }),
  bytes: fc.uint8Array({ maxLength: 200 }),
  headers: fc.dictionary(
    fc.constantFrom(
      'Accept',
      'Accept-Language',
      'Origin',
      'X-Forwarded-Proto',
      'Accept-Version',
      'If-None-Match',
      'Range',
    ),
    fc.oneof(fc.constantFrom('text/html', 'ru', 'en;q=1', ''), fc.stringMatching(/^[ -~]{0,30}$/)),
  ),
})
type Arbitrary = typeof requests extends fc.Arbitrary<infer T> ? T : never

it('[X-1] the API answers arbitrary input with JSON, never with a 500, and stores and charges nothing for invalid requests', async () => {
  let addresses = 0
  let admitted = 0
  await fc.assert(
    fc.asyncProperty(requests, async (arbitrary) => {
      const valid = freshPhone()
      const from = `10.${(++addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
      const before = await stored()
      const answer = await send(arbitrary, valid, from)
      const after = await stored()
      // A browser at the root is redirected to the cabinet, and the answer to OPTIONS lists the verbs.
      const hasBody = answer.status !== 302 && answer.status !== 204
      if (hasBody) {
        expect(answer.headers['content-type']).toMatch(/^application\/json/)
        JSON.parse(answer.text)
      }
      expect(answer.status).toBeLessThan(500)
      const isSuccess = answer.status === 200 && !('error' in JSON.parse(answer.text))
      if (isSuccess && mayStart(arbitrary)) admitted += 1
      else expect(after).toEqual(before)
    }),
    { seed, numRuns: runs, interruptAfterTimeLimit: timeLimitMs },
  )
  // Otherwise the property would also hold for a service that refuses everything.
  expect(admitted).toBeGreaterThan(5)
  const { unbalancedAccounts, wrongHolds } = await service.store.audit()
  expect([unbalancedAccounts, wrongHolds]).toEqual([[], []])
})

it('[X-2] the service answers bytes that are not HTTP with JSON or not at all, and goes on serving', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        fc.string({ minLength: 1 }).map((text) => Buffer.from(`${text}\r\n\r\n`)),
      ),
      async (bytes) => {
        const text = await sendRaw(Buffer.from(bytes))
        if (text !== '')
          expect(text).toMatch(/^HTTP\/1\.1 4\d\d[\s\S]*\r\n\r\n\{"status":false,"error":".+","code":\d+\}$/)
        expect((await client.get('getBalance')).status).toBe(200)
      },
    ),
    { seed, numRuns: long ? 2_000 : 100, interruptAfterTimeLimit: 5_000 },
  )
})

/** By balances, not by entries: the price of a lookup is held with its answer and captured a moment later. */
async function stored() {
  const { calls } = await service.store.audit()
  const balances = (await service.store.accounts()).map(({ balanceUnits }) => balanceUnits)
  return { calls, balances }
}

/** Whether this request may change anything: right credentials in the right place and a real phone. */
function mayStart(arbitrary: Arbitrary): boolean {
  const { path, verb, credentials, encoding, repeatsPhone } = arbitrary
  const isStarting = ['/v1.0/initCall', '/v1.0/inboundCallWaiting', '/v1.0/checkPhone'].includes(path)
  const isRead =
    verb === 'GET' ? !repeatsPhone : verb === 'POST' && ['json', 'form', 'no type'].includes(encoding)
  const isKnown = credentials === 'header' || credentials === (verb === 'GET' ? 'query' : 'body')
  const phone = arbitrary.phone ?? (verb === 'GET' ? arbitrary.query : arbitrary.bag).phone
  return isStarting && isRead && isKnown && phone === 'valid'
}

function send(arbitrary: Arbitrary, valid: string, from: string) {
  const { hostname, port } = new URL(service.baseUrl)
  const real = (value: unknown) => (value === 'valid' ? valid : value)
  const own = { key: client.key, service_id: String(client.id) }
  const { credentials } = arbitrary
  const query = new URLSearchParams(
    Object.entries({
      ...withoutCredentials(arbitrary.query),
      ...(arbitrary.phone === undefined ? {} : { phone: arbitrary.phone }),
      ...(credentials === 'query' ? own : {}),
    }).map(([name, value]) => [name, String(real(value))]),
  )
  for (let extra = arbitrary.repeatsPhone ? 2 : 0; extra > 0; extra--) query.append('phone', valid)
  const bag = Object.fromEntries(
    Object.entries({
      ...withoutCredentials(arbitrary.bag),
      ...(arbitrary.phone === undefined ? {} : { phone: arbitrary.phone }),
      ...(credentials === 'body' ? own : {}),
    }).map(([name, value]) => [name, real(value)]),
  )
  const [type, body] = encode(arbitrary, bag)
  const headers = {
    ...arbitrary.headers,
    'X-Forwarded-For': from,
    'Content-Length': String(body.length),
    ...(type === undefined ? {} : { 'Content-Type': type }),
    ...(credentials === 'header' ? { Authorization: client.bearer } : {}),
    ...(credentials === 'wrong header' ? { Authorization: `Bearer ${'x'.repeat(32)}.${client.id}` } : {}),
  }
  const path = `${arbitrary.path}?${query}`
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const sent = request({ hostname, port, path, method: arbitrary.verb, headers }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString()
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
    })
    sent.on('error', reject).end(body)
  })
}

function withoutCredentials<T>(bag: Readonly<Record<string, T>>): Record<string, T> {
  const { key: _key, service_id: _serviceId, ...rest } = bag
  return rest as Record<string, T>
}

function encode(
  { encoding, value, bytes }: Arbitrary,
  bag: object,
): [type: string | undefined, body: Buffer] {
  const json = JSON.stringify(bag)
  // Not String(value): an object may have a member toString.
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const form = new URLSearchParams(Object.entries(bag).map(([name, value]) => [name, text(value)]))
  switch (encoding) {
    case 'json':
      return ['application/json', Buffer.from(json)]
    case 'form':
      return ['application/x-www-form-urlencoded', Buffer.from(form.toString())]
    case 'text':
      return ['text/plain', Buffer.from(json)]
    case 'broken json':
      return ['application/json', Buffer.from(json.slice(0, -1))]
    case 'any json':
      return ['application/json', Buffer.from(JSON.stringify(value))]
    case 'bytes':
      return ['application/json', Buffer.from(bytes)]
    case 'no type':
      return [undefined, Buffer.from(json)]
  }
}

function sendRaw(bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(service.baseUrl)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('data', (piece) => {
      text += piece
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
    socket.end(bytes)
  })
}
