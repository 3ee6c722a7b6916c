// The description of the API is public, and real answers match it.
import { createHash } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startReceiver } from '../receiver.ts'
import { type Answer, eventually, startTestService, type TestService } from '../service.ts'
import { bodyFaults, codesOf, type Description, faultsBy, readDescription } from './description.ts'
import { provokeErrors } from './provoke-errors.ts'
import { type Client, ended, freshPhone, openClient } from './scene.ts'

const parameters: Readonly<Record<string, readonly string[]>> = {
  initCall: ['phone', 'code', 'client', 'unique', 'voice', 'mix'],
  getInfo: ['uid'],
  initRepeat: ['uid'],
  inboundCallWaiting: ['phone', 'callback_url', 'client', 'unique'],
  checkPhone: ['phone', 'unique'],
  getAccount: [],
  getService: [],
  getBalance: [],
}

let service: TestService
let client: Client
let description: Description
beforeAll(async () => {
  service = await startTestService({
    RINGKEY_TRUST_PROXY: '127.0.0.1',
    RINGKEY_ADDRESS_LIMIT: 'api:1000000/s',
    RINGKEY_SERVICE_LIMIT: '1000000/s',
  })
  client = await openClient(service, { legacyRepeats: true })
  description = await readDescription(service)
})
afterAll(() => service.stop())

const faults = (method: string, verb: 'get' | 'post', answer: Answer) =>
  faultsBy(description, method, verb, answer)

it('[D1-41] /openapi.json is OpenAPI 3.1 without credentials, with every method, verb and parameter', () => {
  expect(description.openapi).toMatch(/^3\.1\./)
  expect(Object.keys(description.paths).sort()).toEqual(
    Object.keys(parameters)
      .map((method) => `/v1.0/${method}`)
      .sort(),
  )
  for (const [method, names] of Object.entries(parameters)) {
    const { get, post } = description.paths[`/v1.0/${method}`]!
    expect((get!.parameters ?? []).map(({ name }) => name)).toEqual(names)
    // Forms are read too, but JSON is the recommended type.
    const content = post!.requestBody?.content ?? {}
    expect(Object.keys(content)).toEqual(names.length === 0 ? [] : ['application/json'])
    const fields = Object.keys(content['application/json']?.schema.properties ?? {})
    expect(fields).toEqual(names)
  }
})

it('[D1-42] answers of every method fit their description in /openapi.json', async () => {
  await service.store.recordAction({
    accountId: client.accountId,
    action: {
      action: 'sign-in',
      facts: {},
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

it('[D1-43] errors fit their description in /openapi.json', async () => {
  const errors = await provokeErrors(service, { legacyRepeats: true }, {})
  expect(errors.length).toBeGreaterThanOrEqual(26)
  const ofInitCall = { method: 'initCall', verb: 'post' }
  const large = { method: 'POST', headers: { Authorization: client.bearer }, body: 'x'.repeat(20_000) }
  errors.push({ ...(await service.raw('/v1.0/initCall', large)), ...ofInitCall })
  const taken = { phone: freshPhone(), unique: 'taken' }
  await client.post('initCall', taken)
  errors.push({ ...(await client.post('initCall', { ...taken, phone: freshPhone() })), ...ofInitCall })
  const described = errors.filter(({ method, verb }) => description.paths[`/v1.0/${method}`]?.[verb])
  expect(errors.length - described.length).toBe(2) // no such method, no such verb
  expect(described.flatMap((answer) => faults(answer.method, answer.verb as 'get', answer))).toEqual([])

  // The operations list exactly the codes that were seen with each status; the page lists all codes.
  const seen = errors.map(({ status, body }) => `${body.code} ${status}`).sort()
  expect(seen).toEqual(expect.arrayContaining(['1 413', '2 409']))
  const named = Object.values(description.paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ responses }) =>
      Object.entries(responses).flatMap(([status, response]) =>
        codesOf(response).map((code) => `${code} ${status}`),
      ),
    ),
  )
  expect([...new Set(named)].sort()).toEqual(seen.filter((error) => error !== '404 404'))
  expect(description.components.schemas.ErrorCode!.enum?.map(String).sort()).toEqual(
    [...new Set(errors.map(({ body }) => String(body.code)))].sort(),
  )
  const { body: page } = await service.raw('/docs')
  const listed = [...page.matchAll(/<tr><td><span[^>]*>(\d+)<\/span><\/td><td>(\d+)<\/td>/g)].map(
    ([, code, status]) => `${code} ${status}`,
  )
  expect(listed.sort()).toEqual(seen)
})

it('[D1-46] /openapi.json has the Authorization header as the one scheme, and says in words where else a key may stand', async () => {
  expect(description.security).toEqual([{ serviceKey: [] }])
  expect(description.components.securitySchemes).toEqual({
    serviceKey: expect.objectContaining({ type: 'http', scheme: 'bearer' }),
  })
  for (const [path, operations] of Object.entries(description.paths)) {
    for (const [verb, operation] of Object.entries(operations)) {
      expect(operation).not.toHaveProperty('security')
      const answer = await service.raw(path, { method: verb, headers: { Authorization: client.bearer } })
      expect([path, verb, answer.status !== 401]).toEqual([path, verb, true])
    }
  }
  expect(description.info.description).toMatch(/`key` and `service_id`/)
})

it('[D1-44] the check against /openapi.json notices an answer that does not fit', async () => {
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
  expect(faults('getBalance', 'get', { ...answer, headers: new Headers() })).toHaveLength(7)
})

it('[D1-45] /docs is served without credentials and loads nothing from elsewhere', async () => {
  const page = await service.raw('/docs')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  const policy = page.headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("connect-src 'self'")
  expect(policy).not.toContain('unsafe')
  const text: string = page.body
  for (const method of Object.keys(parameters)) expect(text).toContain(`id="${method}"`)
  expect(text).not.toMatch(/<script |<link|<img|<iframe|@import|url\(|localStorage|sessionStorage|cookie/i)
  // Only the script and the style of the page itself may run.
  for (const tag of ['script', 'style']) {
    const [, own] = text.match(new RegExp(`<${tag}>(.*?)</${tag}>`, 's'))!
    expect(policy).toContain(`${tag}-src 'sha256-${createHash('sha256').update(own!).digest('base64')}'`)
  }
  const markup = text.replace(/<script>.*?<\/script>/s, '')
  const targets = [...markup.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, target]) => target!)
  const known = /^(#[\w-]+|\/(openapi(-v2)?\.json|docs\.md|llms\.txt|docs\/ru))$/
  expect(targets.filter((target) => !known.test(target))).toEqual([])
})

it('[D1-47] /openapi.json describes the webhook that is delivered, and the signed example on /docs is correct', async () => {
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

it('[D1-48] /docs and /openapi.json state the limits that the operator set', async () => {
  const strict = await startTestService({
    RINGKEY_NUMBER_LIMIT: '17s,2/min,11/day,7h',
    RINGKEY_ADDRESS_LIMIT: 'api:33/s',
    RINGKEY_SERVICE_LIMIT: '444/s',
  })
  const open = await startTestService({
    RINGKEY_NUMBER_LIMIT: '0s,0h',
    RINGKEY_NUMBER_TOTAL_LIMIT: '0s',
  })
  const shownBy = async ({ raw }: TestService) => {
    const { info, components } = await readDescription({ raw })
    const page: string = (await raw('/docs')).body.replace(/<[^>]+>/g, '')
    return { headers: Object.keys(components.headers), texts: [info.description.replaceAll('`', ''), page] }
  }
  try {
    const [limited, unlimited] = [await shownBy(strict), await shownBy(open)]
    for (const text of limited.texts) {
      for (const rule of [
        '17 s between two calls, else code 19',
        '2 calls in a minute, else code 18',
        '11 calls in 24 hours, else code 18; the number then rests for at least 7 h',
        'for one client address: 33 requests per second',
        '444 requests per second, from all its addresses together',
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
