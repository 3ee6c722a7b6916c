// Decisions 1: the description of the interface is served openly, and real answers fit it.
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, startTestService, type TestService } from '../service.ts'
import { provokeErrors } from './provoke-errors.ts'
import { type Client, freshPhone, openClient } from './scene.ts'

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}
interface Operation {
  readonly parameters?: readonly { name: string; in: string; required?: boolean }[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> }
  readonly responses: Readonly<Record<string, Response>>
}
interface Response {
  readonly description: string
  readonly content: Readonly<Record<string, { schema: Schema }>>
}
interface Description {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const parameters: Readonly<Record<string, readonly string[]>> = {
  initCall: ['phone', 'code', 'client', 'unique', 'voice', 'mix'],
  getInfo: ['uid'],
  initRepeat: ['uid'],
  inboundCallWaiting: ['phone', 'callback_url'],
  checkPhone: ['phone'],
  getAccount: [],
  getService: [],
  getBalance: [],
}

let service: TestService
let client: Client
let description: Description
beforeAll(async () => {
  service = await startTestService({ RINGKEY_TRUST_PROXY: '127.0.0.1' })
  client = await openClient(service, { legacyRepeats: true })
  description = (await service.raw('/openapi.json')).body
})
afterAll(() => service.stop())

/** What is wrong with an answer by the description: the schema, and fields and codes that it does not know. */
function faults(method: string, verb: 'get' | 'post', { status, body }: Answer): string[] {
  const response = description.paths[`/v1.0/${method}`]?.[verb]?.responses[status]
  if (response === undefined) return [`${method} ${verb}: HTTP ${status} is not described`]
  return [
    ...bodyFaults(response.content['application/json']!.schema, body),
    ...(status === 200 || codesOf(response).includes(body.code) ? [] : [`code ${body.code} is not named`]),
  ].map((fault) => `${method} ${verb} ${status}: ${fault}`)
}

const codesOf = ({ description }: Response) =>
  [...description.matchAll(/code (\d+)/g)].map(([, code]) => Number(code))

function bodyFaults(schema: Schema, body: unknown): string[] {
  const validator = Compile(schema as object)
  const wrong = validator.Check(body) ? [] : validator.Errors(body).map(({ message }) => message)
  return [...wrong, ...unknownFields(schema, body)]
}

function unknownFields(schema: Schema, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => unknownFields(schema.items ?? {}, item))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = schema.properties?.[name]
    return field === undefined ? [`"${name}" is not described`] : unknownFields(field, inner)
  })
}

it('[D1-41] serves OpenAPI 3.1 without credentials, with every method, verb and parameter', () => {
  expect(description.openapi).toMatch(/^3\.1\./)
  expect(Object.keys(description.paths).sort()).toEqual(
    Object.keys(parameters)
      .map((method) => `/v1.0/${method}`)
      .sort(),
  )
  for (const [method, names] of Object.entries(parameters)) {
    const { get, post } = description.paths[`/v1.0/${method}`]!
    expect((get!.parameters ?? []).map(({ name }) => name)).toEqual(names)
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const fields = Object.keys(post!.requestBody!.content[type]!.schema.properties ?? {})
      expect(fields).toEqual([...names, 'key', 'service_id'])
    }
  }
})

it('[D1-42] gives answers of every method that fit their description', async () => {
  await service.store.recordAction(client.accountId, {
    action: 'sign-in',
    userAgent: 'Browser',
    ip: '203.0.113.7',
    createdAt: service.clock.now(),
  })
  const seen: string[] = []
  for (const verb of ['get', 'post'] as const) {
    const call = async (method: string, given: Record<string, string> = {}) => {
      const answer = await client[verb](method, given)
      expect([method, answer.status]).toEqual([method, 200])
      seen.push(...faults(method, verb, answer))
      return answer.body
    }
    const first = await call('initCall', { phone: freshPhone(), unique: `k-${verb}`, client: 'Ann' })
    const uid = String(first.vendor_id)
    await call('getInfo', { uid })
    const repeated = await call('initRepeat', { uid })
    await call('getInfo', { uid })
    await call('getInfo', { uid: String(repeated.vendor_id) })
    await call('inboundCallWaiting', { phone: freshPhone(), callback_url: 'https://198.41.0.4/' })
    await call('checkPhone', { phone: '+7 916 123-45-67' })
    await call('checkPhone', { phone: 'nonsense' })
    await call('getAccount')
    await call('getService')
    await call('getBalance')
  }
  expect(seen).toEqual([])
})

it('[D1-43] gives errors that fit their description', async () => {
  const errors = await provokeErrors(service, { legacyRepeats: true }, {})
  expect(errors.length).toBeGreaterThanOrEqual(26)
  const large = { method: 'POST', headers: { Authorization: client.bearer }, body: 'x'.repeat(20_000) }
  errors.push(await service.raw('/v1.0/initCall', large))
  const taken = { phone: freshPhone(), unique: 'taken' }
  await client.post('initCall', taken)
  errors.push(await client.post('initCall', { ...taken, phone: freshPhone() }))
  expect(errors.flatMap((answer) => faults('initCall', 'post', answer))).toEqual([])

  // Each status names the codes that were seen with it and no others, and the page lists the same.
  const seen = errors.map(({ status, body }) => `${body.code} ${status}`).sort()
  expect(seen).toEqual(expect.arrayContaining(['1 413', '2 409']))
  const described = Object.entries(description.paths['/v1.0/initCall']!.post!.responses).flatMap(
    ([status, response]) => codesOf(response).map((code) => `${code} ${status}`),
  )
  expect(described.sort()).toEqual(seen)
  const { body: page } = await service.raw('/docs')
  const listed = [...page.matchAll(/<tr><td>(\d+)<\/td><td>(\d+)<\/td>/g)].map(
    ([, code, status]) => `${code} ${status}`,
  )
  expect(listed.sort()).toEqual(seen)
})

it('[D1-46] names for each verb the ways to authenticate that the service takes', async () => {
  const given: Readonly<Record<string, (path: string) => Promise<Answer>>> = {
    'get header': (path) => service.raw(path, { headers: { Authorization: client.bearer } }),
    'get key service_id': (path) => service.raw(`${path}?${new URLSearchParams(credentials)}`),
    'get ': (path) => service.raw(path),
    'post header': (path) => service.raw(path, { method: 'POST', headers: { Authorization: client.bearer } }),
    'post key service_id': (path) =>
      service.raw(`${path}?${new URLSearchParams(credentials)}`, { method: 'POST' }),
    // No scheme: the credentials are fields of the body.
    'post ': (path) => service.raw(path, { method: 'POST', body: new URLSearchParams(credentials) }),
  }
  const credentials = { key: client.key, service_id: String(client.id) }
  for (const [path, operations] of Object.entries(description.paths)) {
    for (const [way, send] of Object.entries(given)) {
      const [verb, ...schemes] = way.trim().split(' ')
      const isNamed = operations[verb!]!.security.some(
        (requirement) => Object.keys(requirement).join() === schemes.join(),
      )
      expect([path, way, (await send(path)).status !== 401]).toEqual([path, way, isNamed])
    }
  }
  expect(description).not.toHaveProperty('security')
})

it('[D1-44] notices an answer that does not fit', async () => {
  const answer = await client.get('getBalance')
  expect(faults('getBalance', 'get', { ...answer, body: { ...answer.body, more: 1 } })).toHaveLength(1)
  expect(faults('getBalance', 'get', { ...answer, body: { ...answer.body, rub_balance: '1' } })).toHaveLength(
    1,
  )
  expect(faults('getBalance', 'get', { ...answer, status: 418 })).toHaveLength(1)
  const failure = { status: false, error: 'Gone.', code: 7 }
  expect(faults('getBalance', 'get', { ...answer, status: 409, body: failure })).toHaveLength(1)
})

it('[D1-45] serves a page for people without credentials that needs nothing from elsewhere', async () => {
  const page = await service.raw('/docs')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const text: string = page.body
  for (const method of Object.keys(parameters)) expect(text).toContain(`id="${method}"`)
  expect(text).not.toMatch(/<script|<link|<img|<iframe|@import|url\(/i)
  const outside = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, target]) => target!)
  expect(outside.filter((target) => !/^(#\w+|openapi\.json)$/.test(target))).toEqual([])
})
