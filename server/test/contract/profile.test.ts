// Profile `ucaller`, for clients of the public service that defined this API.
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ServiceSettings } from '../../src/storage/queries/services.ts'
import { startReceiver } from '../receiver.ts'
import { eventually, startTestService, type TestService } from '../service.ts'
import { changed } from '../store-contract/fixture.ts'
import { faultsBy, readDescription } from './description.ts'
import { type Client, ended, errorOf, freshPhone, noticed, openClient } from './scene.ts'

let service: TestService
let client: Client
let standard: Client
beforeAll(async () => {
  service = await startTestService({
    RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8',
    RINGKEY_TRUST_PROXY: '127.0.0.1',
    RINGKEY_ADDRESS_LIMIT: 'api:30/s',
    RINGKEY_SERVICE_LIMIT: '300/s',
  })
  client = await openProfile()
  standard = await openClient(service)
})
afterAll(() => service.stop())

const openProfile = (settings: Partial<ServiceSettings> = {}) =>
  openClient(service, { profile: 'ucaller', ...settings })
const testPhone = '79000000001'
const hook = 'https://198.41.0.4/hook'
let addresses = 0
/** Each request has its own client address: the limit per address is tested separately. */
const fromElsewhere = () => ({ 'X-Forwarded-For': `198.51.${100 + (++addresses >> 8)}.${addresses & 255}` })
const post = (of: Client, path: string, init: RequestInit = {}) =>
  service.raw(path, {
    method: 'POST',
    ...init,
    headers: { Authorization: of.bearer, ...fromElsewhere(), ...init.headers },
  })

it('[D11-1] profile ucaller: ids stand under both names in every answer that has them', async () => {
  const repeating = await openProfile({ legacyRepeats: true })
  service.telephony.outcome = { completed: false, reason: 'busy' }
  const started = (await repeating.post('initCall', { phone: freshPhone() })).body
  expect(started.ucaller_id).toBe(started.vendor_id)
  await ended(service, repeating, started.vendor_id)
  await service.clock.advance(60_000)
  const repeated = (await repeating.post('initRepeat', { uid: started.ucaller_id })).body
  service.telephony.outcome = { completed: true, reason: 'rang' }
  expect(repeated.ucaller_id).toBe(repeated.vendor_id)
  const first = (await repeating.get('getInfo', { uid: String(started.ucaller_id) })).body
  expect(first).toMatchObject({
    ucaller_id: started.vendor_id,
    vendor_id: started.vendor_id,
    repeated_vendor_ids: [repeated.vendor_id],
    repeated_ucaller_ids: [repeated.vendor_id],
  })
  const second = (await repeating.get('getInfo', { uid: String(repeated.ucaller_id) })).body
  expect(second).toMatchObject({ first_vendor_id: started.vendor_id, first_ucaller_id: started.vendor_id })
  const waiting = (await client.post('inboundCallWaiting', { phone: freshPhone(), callback_url: hook })).body
  expect(waiting.ucaller_id).toBe(waiting.vendor_id)
  expect((await client.get('getBalance')).body).not.toHaveProperty('ucaller_id')
  expect((await standard.post('initCall', { phone: testPhone })).body).not.toHaveProperty('ucaller_id')
})

it('[D11-2] profile ucaller: errors are HTTP 200, and an explicit error status of the service wins', async () => {
  expect(errorOf(await client.post('initCall', {}))).toEqual([2, 200])
  expect(errorOf(await client.get('nothing'))).toEqual([404, 200])
  expect(errorOf(await client.post('initCall', { phone: '12' }))).toEqual([3, 200])
  const mirrored = await openProfile({ errorStatus: 'mirror' })
  expect(errorOf(await mirrored.get('nothing'))).toEqual([404, 404])
  expect(errorOf(await standard.get('nothing'))).toEqual([404, 404])
})

it('[D11-3] profile ucaller: too many requests per second stay HTTP 429', async () => {
  const stranger = { authorization: null, headers: { 'X-Forwarded-For': '203.0.113.77' } }
  for (let count = 0; count < 30; count++) await service.get('getBalance', {}, stranger)
  expect(errorOf(await service.get('getBalance', {}, stranger))).toEqual([429, 429])
  const busy = await openProfile({ requestsPerSecond: 1 })
  await busy.get('getBalance')
  expect(errorOf(await busy.get('getBalance'))).toEqual([429, 429])
})

it('[D11-4] profile ucaller: a POST with an empty body or {} takes its arguments from the query', async () => {
  const path = `/v1.0/initCall?phone=${testPhone}&client=Ann`
  const json = { 'Content-Type': 'application/json' }
  for (const init of [{}, { headers: json }, { headers: json, body: '{}' }])
    expect((await post(client, path, init)).body).toMatchObject({ status: true, client: 'Ann' })
  const body = JSON.stringify({ phone: testPhone })
  expect((await post(client, path, { headers: json, body })).body.client).toBe('')
  expect(errorOf(await post(standard, path))).toEqual([2, 400])
})

it('[D11-11] profile ucaller: a body of nothing but credentials is an empty one, and its arguments come from the query', async () => {
  const path = `/v1.0/initCall?phone=${testPhone}&client=Ann`
  const inBody = (of: Client) => ({ key: of.key, service_id: String(of.id) })
  const json = (of: Client) => ({
    headers: { 'Content-Type': 'application/json', ...fromElsewhere() },
    body: JSON.stringify(inBody(of)),
  })
  const form = { headers: fromElsewhere(), body: new URLSearchParams(inBody(client)) }
  for (const init of [json(client), form]) {
    const answer = await service.raw(path, { method: 'POST', ...init })
    expect(answer.body).toMatchObject({ status: true, client: 'Ann' })
    expect(answer.headers.has('x-ringkey-warning')).toBe(false)
  }
  const refused = await service.raw(path, { method: 'POST', ...json(standard) })
  expect(errorOf(refused)).toEqual([2, 400])
  // The arguments were read: only the credentials beside them were not.
  const both = await post(client, `${path}&key=${client.key}`)
  expect(both.headers.get('x-ringkey-warning')).toBe('credentials in the query of a POST are not read: "key"')
})

it('[D11-22] profile ucaller: an Authorization header that cannot be read counts as absent beside credentials that can', async () => {
  const ask = (of: Client, authorization: string) =>
    service.raw(`/v1.0/getBalance?key=${of.key}&service_id=${of.id}`, {
      headers: { Authorization: authorization, ...fromElsewhere() },
    })
  for (const header of [`Bearear ${client.key}`, 'Basic eA==', `Bearer ${client.key}`])
    expect((await ask(client, header)).body.status).toBe(true)
  expect((await ask(standard, `Bearear ${standard.key}`)).body.code).toBe(401)
  // A header that can be read is not passed over.
  expect((await ask(client, `Bearer ${'x'.repeat(32)}.${client.id}`)).body.code).toBe(401)
})

it('[D11-23] profile ucaller: a GET with a JSON body has its parameters and credentials from there', async () => {
  const ask = (of: Client, body: object, query = '') =>
    new Promise<{ status?: boolean; code?: number; client?: string }>((resolve, reject) => {
      const sent = JSON.stringify({ key: of.key, service_id: of.id, ...body })
      const headers = {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(sent),
        ...fromElsewhere(),
      }
      const asked = request(
        `${service.baseUrl}/v1.0/initCall${query}`,
        { method: 'GET', headers },
        (answer) => {
          void text(answer).then((read) => resolve(JSON.parse(read)), reject)
        },
      )
      asked.end(sent)
    })
  expect(await ask(client, { phone: Number(testPhone), client: 'Ann' })).toMatchObject({ client: 'Ann' })
  expect(await ask(client, { client: 'Ann' }, `?phone=${testPhone}&client=Bob`)).toMatchObject({
    client: 'Bob',
  })
  expect(await ask(standard, { phone: testPhone })).toMatchObject({ code: 401 })
})

it('[D11-24] profile ucaller: checkPhone names the country in Russian and the network in Latin letters, and a repeat says that it exists', async () => {
  const namesFor = async (of: Client, phone: string) => {
    const { country, provider } = (await of.get('checkPhone', { phone })).body
    return [country, provider]
  }
  expect(await namesFor(client, '+7 909 100-00-00')).toEqual(['Россия', 'Beeline'])
  expect(await namesFor(standard, '+7 909 100-00-00')).toEqual(['Russia', 'Билайн'])
  const repeating = await openProfile({ legacyRepeats: true })
  service.telephony.outcome = { completed: false, reason: 'busy' }
  const { vendor_id } = (await repeating.post('initCall', { phone: freshPhone() })).body
  await ended(service, repeating, vendor_id)
  await service.clock.advance(60_000)
  service.telephony.outcome = { completed: true, reason: 'rang' }
  expect((await repeating.post('initRepeat', { uid: vendor_id })).body).toMatchObject({ exists: true })
})

it('[D11-5] profile ucaller: credentials are never taken from the query of a POST', async () => {
  const query = new URLSearchParams({ key: client.key, service_id: String(client.id), phone: testPhone })
  const refused = await service.raw(`/v1.0/initCall?${query}`, { method: 'POST', headers: fromElsewhere() })
  expect(refused.body.code).toBe(401)
})

it('[D11-6] profile ucaller: 89XXXXXXXXX is read as 79XXXXXXXXX in initCall and inboundCallWaiting, and nothing else', async () => {
  const phone = freshPhone()
  const eight = `8${phone.slice(1)}`
  const started = await client.post('initCall', { phone: eight })
  expect(started.body).toMatchObject({ status: true, phone: `${phone.slice(0, 4)}***${phone.slice(-4)}` })
  expect(service.telephony.placed.at(-1)!.request.phone.e164).toBe(phone)
  const waiting = await client.post('inboundCallWaiting', { phone: Number(eight), callback_url: hook })
  expect(waiting.body.status).toBe(true)
  for (const other of ['8 916 123-45-67', '9161234567', '+89161234567'])
    expect([other, (await client.post('initCall', { phone: other })).body.code]).toEqual([other, 3])
  // A number of Vietnam is not rewritten.
  const abroad = await openProfile({ allowedCountries: ['VN'] })
  expect((await abroad.post('initCall', { phone: '84951234567' })).body.status).toBe(true)
  expect(errorOf(await standard.post('initCall', { phone: eight }))).toEqual([3, 400])
})

it('[D11-7] profile ucaller: initCall to 79000000002 starts like any call unless the service has bare test failures on', async () => {
  expect((await client.post('initCall', { phone: '79000000002' })).body.status).toBe(true)
})

it('[D11-10] profile ucaller: initCall to 79000000002 answers status false without error when bare test failures are on', async () => {
  const bare = await openProfile({ bareTestFailure: true })
  for (const phone of ['79000000002', '89000000002']) {
    const { status, body } = await bare.post('initCall', { phone })
    expect([status, body.status]).toEqual([200, false])
    expect(body).not.toHaveProperty('error')
    expect((await ended(service, bare, body.ucaller_id)).call_status).toBe(0)
  }
  expect((await bare.post('initCall', { phone: testPhone })).body.status).toBe(true)
  const off = await openClient(service, { bareTestFailure: true })
  expect((await off.post('initCall', { phone: '79000000002' })).body.status).toBe(true)
})
it('[D11-8] RINGKEY_PROFILE is the profile of services that choose none and of requests without a valid key', async () => {
  const whole = await startTestService({ RINGKEY_PROFILE: 'ucaller' })
  try {
    expect((await whole.post('initCall', { phone: testPhone })).body.ucaller_id).toBeGreaterThan(0)
    expect(errorOf(await whole.get('getBalance', {}, { authorization: null }))).toEqual([401, 200])
    expect((await whole.raw('/docs')).body).toContain('<code>ucaller_id</code></td>')
    const own = await openClient(whole, { profile: 'standard' })
    expect((await own.post('initCall', { phone: testPhone })).body).not.toHaveProperty('ucaller_id')
    expect(errorOf(await own.get('nothing'))).toEqual([404, 404])
  } finally {
    await whole.stop()
  }
  const mirrored = await startTestService({ RINGKEY_PROFILE: 'ucaller', RINGKEY_ERROR_STATUS: 'mirror' })
  try {
    expect(errorOf(await mirrored.get('nothing'))).toEqual([404, 404])
  } finally {
    await mirrored.stop()
  }
})

it('[D11-9] /openapi.json?profile=ucaller describes the answers of profile ucaller', async () => {
  const raw = (path: string) => service.raw(path, { headers: fromElsewhere() })
  const description = await readDescription({ raw }, '?profile=ucaller')
  const uid = String((await client.post('initCall', { phone: testPhone })).body.ucaller_id)
  for (const [method, parameters] of [
    ['initCall', { phone: testPhone, unique: 'described' }],
    ['initCall', {}],
    ['getInfo', { uid }],
    ['inboundCallWaiting', { phone: freshPhone(), callback_url: hook }],
    ['checkPhone', { phone: testPhone }],
    ['getAccount', {}],
    ['getService', {}],
    ['getBalance', {}],
  ] as const) {
    const answer = await client.post(method, parameters, { headers: fromElsewhere() })
    expect([method, faultsBy(description, method, 'post', answer)]).toEqual([method, []])
  }
  const plain = (await service.raw('/openapi.json', { headers: fromElsewhere() })).body
  expect(JSON.stringify(plain)).not.toContain('"ucaller_id"')
})

it('[C6-2] [D4-72] the webhook gives clientNumber as it was passed: digits, a plus, or 8 in profile ucaller', async () => {
  const receiver = await startReceiver()
  await changed(service.store, 'changeService', { id: client.id, status: 'active', at: service.clock.now() })
  await noticed(service)
  const wait = (phone: string) => client.post('inboundCallWaiting', { phone, callback_url: receiver.url })
  // A raw plus in a query, where it means a space.
  const waitByGet = (phone: string) =>
    service.raw(`/v1.0/inboundCallWaiting?phone=${phone}&callback_url=${receiver.url}`, {
      headers: { Authorization: client.bearer },
    })
  const passed = [testPhone, `+${testPhone}`, `8${testPhone.slice(1)}`, `+${testPhone}`]
  for (const [index, phone] of passed.entries()) {
    const { body } = await (index === 3 ? waitByGet : wait)(phone)
    expect(body.status).toBe(true)
    // The call of a test number arrives after a second.
    await service.clock.advance(1_100)
    await eventually(
      async () => receiver.received.find(({ body: sent }) => sent.callId === String(body.vendor_id)),
      (sent) => sent !== undefined,
    )
  }
  expect(receiver.received.map(({ body }) => body.clientNumber)).toEqual(passed)
  await receiver.close()
})
