// Decisions 1: the description of the interface is served openly, and real answers fit it.
import { Webhook } from 'standardwebhooks'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startReceiver } from '../receiver.ts'
import { type Answer, eventually, startTestService, type TestService } from '../service.ts'
import { bodyFaults, codesOf, type Description, faultsBy } from './description.ts'
import { provokeErrors } from './provoke-errors.ts'
import { type Client, ended, freshPhone, openClient } from './scene.ts'

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
  service = await startTestService({ RINGKEY_TRUST_PROXY: '127.0.0.1', RINGKEY_RATE_PER_ADDRESS: '1000000' })
  client = await openClient(service, { legacyRepeats: true })
  description = (await service.raw('/openapi.json')).body
})
afterAll(() => service.stop())

const faults = (method: string, verb: 'get' | 'post', answer: Answer) =>
  faultsBy(description, method, verb, answer)

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
  await service.store.recordAction({
    accountId: client.accountId,
    action: {
      action: 'sign-in',
      userAgent: 'Browser',
      ip: '203.0.113.7',
      createdAt: service.clock.now(),
    },
  })
  const seen: string[] = []
  for (const verb of ['get', 'post'] as const) {
    const call = async (method: string, given: Record<string, string> = {}) => {
      const answer = await client[verb](method, given)
      expect([method, answer.status]).toEqual([method, 200])
      seen.push(...faults(method, verb, answer))
      return answer.body
    }
    service.telephony.outcome = { completed: false, reason: 'busy' }
    const first = await call('initCall', { phone: freshPhone(), unique: `k-${verb}`, client: 'Ann' })
    const uid = String(first.vendor_id)
    await call('getInfo', { uid })
    // Only a call that failed a minute ago is repeated.
    await ended(service, client, first.vendor_id)
    await service.clock.advance(60_000)
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
  const headersWith = (name: string, value: string) => new Headers([...answer.headers, [name, value]])
  expect(faults('getBalance', 'get', { ...answer, headers: headersWith('Retry-After', '1') })).toHaveLength(1)
  const headers = headersWith('X-Rate-Limit-Reset', 'soon')
  expect(faults('getBalance', 'get', { ...answer, headers })).toHaveLength(1)
  expect(faults('getBalance', 'get', { ...answer, headers: new Headers() })).toHaveLength(5)
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

it('[D1-47] describes the web-hook that is delivered, and signs the example on the page as it should be', async () => {
  const receiver = await startReceiver()
  const test = { phone: '79000000001', callback_url: receiver.url }
  const { body: waiting } = await service.post('inboundCallWaiting', test)
  await service.clock.advance(1_000)
  await eventually(
    async () => receiver.received.length,
    (count) => count === 1,
  )
  await receiver.close()
  const { headers, body } = receiver.received[0]!
  const { parameters = [], requestBody, security } = description.webhooks.inboundCall.post
  expect(bodyFaults(requestBody!.content['application/json']!.schema, body)).toEqual([])
  expect(body.callId).toBe(String(waiting.vendor_id))
  expect(parameters.map(({ name }) => name)).toEqual(
    Object.keys(headers).filter((name) => name.startsWith('webhook-')),
  )
  for (const { name, in: place, required, schema } of parameters) {
    expect([name, place, required]).toEqual([name, 'header', true])
    expect([name, Compile(schema as object).Check(headers[name])]).toEqual([name, true])
  }
  expect(security).toEqual([])

  const page: string = (await service.raw('/docs')).body.replace(/&#(\d+);/g, (_: string, code: string) =>
    String.fromCharCode(Number(code)),
  )
  const secret = /<code>(whsec_[^<]+)<\/code>/.exec(page)![1]!
  const [head, signed] = /<pre>(POST \/hook [^<]+)<\/pre>/.exec(page)![1]!.split('\n\n')
  const shown = Object.fromEntries(head!.split('\n').map((line) => line.split(': ')))
  const at = new Date(Number(shown['webhook-timestamp']) * 1000)
  expect(shown['webhook-signature']).toBe(new Webhook(secret).sign(shown['webhook-id'], at, signed!))
  for (const name of Object.keys(body)) expect(page).toContain(`<td><code>${name}</code></td>`)
})

it("[D1-48] tells the operator's limits, on the page and in the description", async () => {
  const strict = await startTestService({
    RINGKEY_NUMBER_GAP_SECONDS: '17',
    RINGKEY_NUMBER_PER_MINUTE: '2',
    RINGKEY_NUMBER_PER_DAY: '11',
    RINGKEY_NUMBER_BLOCK_HOURS: '7',
    RINGKEY_RATE_PER_ADDRESS: '33',
  })
  const open = await startTestService({
    RINGKEY_NUMBER_GAP_SECONDS: '0',
    RINGKEY_NUMBER_BLOCK_HOURS: '0',
    RINGKEY_NUMBER_TOTAL_GAP_SECONDS: '0',
  })
  const toldBy = async ({ raw }: TestService) => {
    const { info, components }: Description = (await raw('/openapi.json')).body
    const page: string = (await raw('/docs')).body.replace(/<[^>]+>/g, '')
    return { headers: Object.keys(components.headers), texts: [info.description.replaceAll('`', ''), page] }
  }
  try {
    const [limited, unlimited] = [await toldBy(strict), await toldBy(open)]
    for (const text of limited.texts) {
      for (const rule of [
        '17 s between two calls, else code 19',
        '2 calls in a minute, else code 18',
        '11 calls in 24 hours, else code 18; the number then rests for 7 h',
        '33 requests a second',
        'lives 60 s, unless its service is set to another time from 30 to 300 s',
        '79000000001 always succeeds',
        '79000000002 always fails',
        'Retry-After',
      ])
        expect(text).toContain(rule)
    }
    expect(limited.headers).toContain('X-Rate-Limit-Limit')
    for (const text of unlimited.texts) {
      expect(text).toContain('4 calls in a minute')
      expect(text).toMatch(/30 calls in 24 hours, else code 18\.\s/)
      expect(text).not.toMatch(/between two calls|X-Rate-Limit/)
    }
    expect(unlimited.headers).not.toContain('X-Rate-Limit-Limit')
  } finally {
    await strict.stop()
    await open.stop()
  }
})
