// The service answers the examples of /openapi.json as documented.
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ServiceSettings } from '../../src/storage/queries/services.ts'
import { freePort, startTestService, type TestService } from '../service.ts'
import { type Description, faultsBy, type Operation, readDescription } from './description.ts'
import { provokeErrors } from './provoke-errors.ts'
import { type Client, ended, freshPhone, openClient } from './scene.ts'

let service: TestService
let client: Client
let description: Description
beforeAll(async () => {
  service = await startTestService({
    RINGKEY_TRUST_PROXY: '127.0.0.1',
    RINGKEY_ADDRESS_LIMIT: 'api:30000/s',
    RINGKEY_SERVICE_LIMIT: '30000/s',
  })
  client = await openClient(service, { legacyRepeats: true })
  description = await readDescription(service)
})
afterAll(() => service.stop())

const examplesOf = (operation: Operation, status: number) =>
  operation.responses[status]?.content['application/json']?.examples
/** Ids, times and money differ between runs: only their type is compared. */
const varying =
  /^(vendor_id|ucaller_id|confirmation_number|init_time|created|updated|creation_time|last_request|cost|balance|rub_balance|id|service_status|email|owner|name|use_direction|user_agent|ip|action)$/
const comparable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, varying.test(key) ? typeof inner : comparable(inner)]),
  )
}

/** Sends the example of an operation with its verb; `uid` is that of an existing call. */
async function send(
  client: Client,
  verb: string,
  method: string,
  operation: Operation,
  given: Record<string, unknown>,
) {
  if (verb === 'post') {
    const { example = {} } = operation.requestBody?.content['application/json'] ?? {}
    return client.post(method, { ...example, ...given })
  }
  const example = Object.fromEntries(
    (operation.parameters ?? [])
      .filter((parameter) => parameter.example !== undefined)
      .map((parameter) => [
        parameter.name,
        String({ ...parameter, ...given }[parameter.name] ?? parameter.example),
      ]),
  )
  return client.get(method, example)
}

/** Sends the example of every operation on a service with these settings and compares the answer. */
async function compareAnswers(description: Description, settings: Partial<ServiceSettings>) {
  let client = await openClient(service, settings)
  await service.store.recordAction({
    accountId: client.accountId,
    action: {
      action: 'sign-in',
      facts: {},
      userAgent: 'Mozilla/5.0',
      ip: '203.0.113.7',
      createdAt: service.clock.now(),
    },
  })
  const sent = description.paths['/v1.0/initCall']!.post!.requestBody!.content['application/json']!.example
  for (const [path, operations] of Object.entries(description.paths)) {
    const method = path.slice('/v1.0/'.length)
    for (const [verb, operation] of Object.entries(operations)) {
      const given: Record<string, unknown> = {}
      if (method === 'getInfo' || method === 'initRepeat') {
        const isRepeat = method === 'initRepeat'
        service.telephony.outcome = { completed: !isRepeat, reason: isRepeat ? 'busy' : 'rang' }
        const own = { ...settings, legacyRepeats: isRepeat }
        const other = await openClient(service, own, { accountId: client.accountId })
        client = other
        const phone = isRepeat ? '79000000002' : '79161234567'
        const first = await other.post('initCall', { ...sent, phone })
        given.uid = first.body.vendor_id
        await ended(service, other, first.body.vendor_id)
        await service.clock.advance(60_000)
      }
      const answer = await send(client, verb, method, operation, given)
      const example = examplesOf(operation, 200)!.answer!.value
      const expected = comparable({
        ...example,
        ...(method === 'initCall' && verb === 'get' ? { exists: true } : {}),
        ...(method === 'initRepeat' ? { phone: '7900***0002' } : {}),
      })
      expect([method, verb, comparable(answer.body)]).toEqual([method, verb, expected])
    }
  }
  const invalid = examplesOf(description.paths['/v1.0/checkPhone']!.post!, 200)!.answer2!.value
  const answer = await client.post('checkPhone', { phone: invalid.source })
  expect(comparable(answer.body)).toEqual(comparable(invalid))
}

it('[D1-57] the example request of each method is answered as its example answer says', async () => {
  await compareAnswers(description, {})
})

/** Seconds, limits and request ids differ; the words do not. */
const words = (text: string) => text.replace(/request id \S+/, 'request id …').replace(/\d+/g, 'N')

/** Provokes every error on services with these settings and compares it with the example at its HTTP status. */
async function compareErrors(description: Description, settings: Partial<ServiceSettings>) {
  const errors = await provokeErrors(service, { ...settings, legacyRepeats: true }, {})
  const compared = errors.flatMap(({ method, verb, status, body }) => {
    const operation = description.paths[`/v1.0/${method}`]?.[verb]
    if (operation === undefined) return []
    const example = examplesOf(operation, status)?.[`code${body.code}`]?.value
    expect([body.code, status, example?.code]).toEqual([body.code, status, body.code])
    expect(Object.keys(body)).toEqual(Object.keys(example))
    // The only example of code 429 is the request limit; wrong credentials have their own text.
    if (body.code !== 429) expect(words(body.error)).toBe(words(example.error))
    return [body.code]
  })
  expect(compared.length).toBeGreaterThanOrEqual(24)
}

it('[D1-58] each error is answered as its example in /openapi.json says', async () => {
  await compareErrors(description, {})
})

it('[D11-12] profile ucaller: answers the examples of /openapi.json?profile=ucaller as they say, errors with their HTTP status', async () => {
  const ofProfile = await readDescription(service, '?profile=ucaller')
  const example = examplesOf(ofProfile.paths['/v1.0/initCall']!.post!, 200)!.answer!.value
  expect(example.ucaller_id).toBe(example.vendor_id)
  await compareAnswers(ofProfile, { profile: 'ucaller' })
  await compareErrors(ofProfile, { profile: 'ucaller' })
  // Without a key no service is known: the error status is that of the installation.
  const { responses } = ofProfile.paths['/v1.0/initCall']!.post!
  expect(Object.keys(responses)).toEqual(['200', '401', '403', '413', '429', '500', '503'])
  const { ErrorAnswer: error, InitCallAnswer: started } = ofProfile.components.schemas
  expect(error!.description).toMatch(/HTTP status is 200, except for .*429/)
  expect(error!.description).not.toContain('No other answer')
  expect(started!.properties!.ucaller_id).toMatchObject({ format: 'int64', minimum: 100_000 })
})

it('[D1-59] /openapi.json describes parameters as strictly as the methods read them', async () => {
  const { schemas } = description.components
  const takes = (name: string, value: unknown) => Compile(schemas[name] as object).Check(value)
  const cases: readonly [schema: string, method: string, parameter: string, values: readonly unknown[]][] = [
    [
      'Phone',
      'initCall',
      'phone',
      [
        '79161234567',
        '+79161234567',
        79161234567,
        '',
        '7916 1234567',
        'x',
        0,
        -7,
        1.5,
        true,
        '0',
        '7'.repeat(16),
      ],
    ],
    [
      'Code',
      'initCall',
      'code',
      ['0001', '9999', '42', 1, 9999, 0, '0000', '00', 10_000, '12345', 'abcd', 1.5, true],
    ],
    ['ClientNote', 'initCall', 'client', ['x'.repeat(64), 'x'.repeat(65), true, {}]],
    ['Unique', 'initCall', 'unique', ['u'.repeat(64), 'u'.repeat(65), true, []]],
    ['Voice', 'initCall', 'voice', [true, false, 2, 'yes', []]],
    ['Uid', 'getInfo', 'uid', [1, 100_000, 2 ** 53 - 1, 2 ** 53, 0, -1, 1.5, 'x', true]],
    [
      'CallbackUrl',
      'inboundCallWaiting',
      'callback_url',
      [
        'https://198.41.0.4/hook',
        'ftp://198.41.0.4/',
        'x',
        'https://a:b@198.41.0.4/',
        1,
        `https://198.41.0.4/${'x'.repeat(2048)}`,
      ],
    ],
    ['FreePhone', 'checkPhone', 'phone', ['+7 916 123-45-67', 'nonsense', '', 'x'.repeat(101), true]],
  ]
  for (const [schema, method, parameter, values] of cases) {
    for (const value of values) {
      const usual = method === 'getInfo' ? {} : { phone: freshPhone(), callback_url: 'https://198.41.0.4/' }
      const { body } = await client.post(method, { ...usual, [parameter]: value })
      const isRead = body.code !== 2 && body.code !== 3
      expect([parameter, value, takes(schema, value)]).toEqual([parameter, value, isRead])
    }
  }
})

it('[D1-60] /openapi.json?errors=200 describes a service whose errors are HTTP 200; without the query where that is the default', async () => {
  const always200 = await readDescription(service, '?errors=200')
  const ofStrangers = ['401', '403', '413', '429', '500', '503']
  for (const operations of Object.values(always200.paths))
    for (const { responses } of Object.values(operations))
      expect(Object.keys(responses).filter((status) => !ofStrangers.includes(status))).toEqual(['200'])
  const quiet = await openClient(service, { errorStatus: '200' })
  const answers = [
    await quiet.post('initCall', { phone: freshPhone() }),
    await quiet.post('initCall', {}),
    await quiet.post('initCall', { phone: '7916' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.flatMap((answer) => faultsBy(always200, 'initCall', 'post', answer))).toEqual([])

  const port = await freePort()
  const other = await startTestService({
    RINGKEY_ERROR_STATUS: '200',
    RINGKEY_PORT: String(port),
    RINGKEY_PUBLIC_URL: 'https://verify.example.org/',
  })
  const read = (query: string) =>
    readDescription({ raw: (path) => service.raw(`http://127.0.0.1:${port}${path}`) }, query)
  try {
    const byDefault = await read('')
    expect(Object.keys(byDefault.paths['/v1.0/getInfo']!.post!.responses)).toEqual(['200', '429'])
    expect(byDefault.servers.map(({ url }) => url)).toEqual(['https://verify.example.org'])
    const mirrored = await read('?errors=mirror')
    expect(Object.keys(mirrored.paths['/v1.0/getInfo']!.post!.responses)).toContain('404')
  } finally {
    await other.stop()
  }
})
