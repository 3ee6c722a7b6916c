// How requests are read: verbs, paths, JSON.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { type Client, errorOf, freshPhone, openClient } from './scene.ts'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService()
  client = await openClient(service)
})
afterAll(() => service.stop())

const testPhone = '79000000001'
const json = { 'Content-Type': 'application/json' }
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const send = (path: string, init: RequestInit) =>
  service.raw(path, { ...init, headers: { Authorization: client.bearer, ...init.headers } })

const methods = [
  'initCall',
  'getInfo',
  'inboundCallWaiting',
  'checkPhone',
  'getAccount',
  'getService',
  'getBalance',
]

it('[C1-1] /v1.0 takes the arguments of a GET from the query and of a POST from a JSON body', async () => {
  expect((await client.get('initCall', { phone: testPhone, client: 'from query' })).body.client).toBe(
    'from query',
  )
  expect((await client.post('initCall', { phone: testPhone, client: 'from body' })).body.client).toBe(
    'from body',
  )
  const mixed = await send('/v1.0/initCall?client=from+query', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ phone: testPhone }),
  })
  expect(mixed.body.client).toBe('')
})

it('[C4-1] [D1-11] every method of /v1.0 answers GET and POST, getService too', async () => {
  const started = await client.post('initCall', { phone: testPhone })
  const parameters = {
    uid: String(started.body.vendor_id),
    phone: testPhone,
    callback_url: 'https://198.41.0.4/hook',
  }
  for (const method of methods) {
    expect([method, (await client.get(method, parameters)).status]).toEqual([method, 200])
    expect([method, (await client.post(method, parameters)).status]).toEqual([method, 200])
  }
})

it('[C1-3] /v1.0 answers a processed request with HTTP 200 and a body', async () => {
  const answer = await client.get('getBalance')
  expect(answer.status).toBe(200)
  expect(answer.body.status).toBe(true)
})

it('[C9-1] [D10-1] methods of /v1.0 are served under that version in the path and under no other', async () => {
  expect((await send('/v1.0/getBalance', {})).status).toBe(200)
  for (const path of ['/v1/getBalance', '/v1.1/getBalance', '/v2.0/getBalance', '/getBalance'])
    expect(errorOf(await send(path, {}))).toEqual([404, 404])
})

it('[D1-1] a path of /v1.0 may end with a slash, and doubled slashes are collapsed', async () => {
  for (const path of [
    '/v1.0/getBalance/',
    '//v1.0//getBalance',
    '/v1.0/getBalance//',
    '///v1.0///getBalance///',
  ])
    expect([path, (await send(path, {})).status]).toEqual([path, 200])
})

it('[D1-2] methods of /v1.0 are known by their exact names only', async () => {
  for (const name of [
    'getbalance',
    'GETBALANCE',
    'getBalance2',
    'getBalanc',
    'getBalance/x',
    'getBalance%20',
  ])
    expect([name, ...errorOf(await send(`/v1.0/${name}`, {}))]).toEqual([name, 404, 404])
})

it('[D1-3] /v1.0 reads a form as it reads JSON', async () => {
  const body = new URLSearchParams({ phone: '+79000000001', code: '7', client: 'Анна', unique: 'form-1' })
  const answer = await send('/v1.0/initCall', { method: 'POST', headers: form, body: body.toString() })
  expect(answer.body).toMatchObject({
    status: true,
    code: '0007',
    client: 'Анна',
    unique_request_id: 'form-1',
  })
})

it('[D1-4] /v1.0 answers error 1 to a body that is neither JSON nor a form', async () => {
  for (const type of [
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
    'a/b/c',
  ]) {
    const init = { method: 'POST', headers: { 'Content-Type': type }, body: '{"phone":"79000000001"}' }
    expect([type, ...errorOf(await send('/v1.0/initCall', init))]).toEqual([type, 1, 400])
  }
})

it('[D1-82] a body without a Content-Type is read as JSON when it is an object, else the error names the header', async () => {
  // A body of bytes: fetch adds a Content-Type to text.
  const untyped = (body: string, init: RequestInit = {}) =>
    service.raw('/v1.0/initCall', { method: 'POST', body: new Uint8Array(Buffer.from(body)), ...init })
  const headers = { Authorization: client.bearer }
  const inBody = { key: client.key, service_id: client.id, phone: testPhone, client: 'untyped' }
  expect((await untyped(JSON.stringify(inBody))).body).toMatchObject({ status: true, client: 'untyped' })
  expect((await untyped(`\r\n\t {"phone":"${testPhone}"}`, { headers })).body.status).toBe(true)
  for (const body of ['phone=79000000001', '[]', '"text"', ' ', '<a/>']) {
    const answer = await untyped(body, { headers })
    expect([body, ...errorOf(answer)]).toEqual([body, 1, 400])
    expect(answer.body.error).toMatch(/no Content-Type.*`Content-Type: application\/json`/)
  }
  expect(errorOf(await untyped('{', { headers }))).toEqual([1, 400])
})

it('[D1-5] /v1.0 answers error 1 to broken JSON and to JSON that is no object', async () => {
  for (const body of ['{', '{"phone":}', 'phone=1', '[]', '"text"', '12', 'null', 'true', '[{"phone":1}]']) {
    const answer = await send('/v1.0/initCall', { method: 'POST', headers: json, body })
    expect([body, ...errorOf(answer)]).toEqual([body, 1, 400])
  }
})

it('[D1-6] /v1.0 answers error 1 with HTTP 413 to a body over 16 KiB and reads one of exactly 16 KiB', async () => {
  const sized = (bytes: number) => {
    const empty = JSON.stringify({ phone: testPhone, pad: '' })
    return JSON.stringify({ phone: testPhone, pad: 'x'.repeat(bytes - empty.length) })
  }
  const post = (body: string, path = '/v1.0/initCall') => send(path, { method: 'POST', headers: json, body })
  expect((await post(sized(16 * 1024))).status).toBe(200)
  expect(errorOf(await post(sized(16 * 1024 + 1)))).toEqual([1, 413])
  const inBody = JSON.stringify({ key: client.key, service_id: client.id, pad: 'x'.repeat(20_000) })
  const unread = await service.raw('/v1.0/getBalance', { method: 'POST', headers: json, body: inBody })
  expect(errorOf(unread)).toEqual([1, 413])
})

it('[D1-7] /v1.0 ignores unknown parameters', async () => {
  expect((await client.get('getBalance', { phone: 'x', uid: 'y', other: 'z' })).status).toBe(200)
  expect((await client.post('initCall', { phone: testPhone, other: { deep: [1] } })).status).toBe(200)
})

it('[D1-8] /v1.0 takes a parameter as text or typed wherever the meaning is plain', async () => {
  for (const phone of [79000000001, '79000000001', '+79000000001', ' 79000000001 '])
    expect([phone, (await client.post('initCall', { phone })).body.phone]).toEqual([phone, '7900***0001'])
  const rawPlus = await send(`/v1.0/initCall?phone=+${testPhone}`, {})
  expect(rawPlus.body.phone).toBe('7900***0001')
  for (const voice of [true, 'true', 'True', 'TRUE', 1, '1']) {
    service.telephony.placed.length = 0
    await client.post('initCall', { phone: freshPhone(), voice })
    expect([voice, service.telephony.placed[0]?.request.mode]).toEqual([voice, 'voice'])
  }
  for (const voice of [false, 'false', 'False', 0, '0']) {
    service.telephony.placed.length = 0
    await client.post('initCall', { phone: freshPhone(), voice })
    expect([voice, service.telephony.placed[0]?.request.mode]).toEqual([voice, 'flash'])
  }
  const started = await client.post('initCall', { phone: testPhone })
  const uid: number = started.body.vendor_id
  expect((await client.post('getInfo', { uid })).body.vendor_id).toBe(uid)
  expect((await client.post('getInfo', { uid: String(uid) })).body.vendor_id).toBe(uid)
})

it('[D1-9] /v1.0 reads a parameter that is JSON null as absent', async () => {
  const absent = { code: null, client: null, unique: null, voice: null, mix: null }
  const answer = await client.post('initCall', { phone: testPhone, ...absent })
  expect(answer.body).toMatchObject({ status: true, client: '' })
  expect(answer.body).not.toHaveProperty('unique_request_id')
  const missing = await client.post('initCall', { phone: null })
  expect(errorOf(missing)).toEqual([2, 400])
  expect(missing.body.error).toContain('"phone"')
})

it('[D1-10] /v1.0 answers error 2 to a repeated query parameter', async () => {
  for (const query of [`phone=${testPhone}&phone=${testPhone}`, `phone=${testPhone}&client=a&client=b`])
    expect(errorOf(await send(`/v1.0/initCall?${query}`, {}))).toEqual([2, 400])
  const body = `phone=${testPhone}&phone=${testPhone}`
  expect(errorOf(await send('/v1.0/initCall', { method: 'POST', headers: form, body }))).toEqual([2, 400])
})

it('[D1-12] /v1.0 reads a POST without a body as a POST without parameters', async () => {
  expect((await send('/v1.0/getBalance', { method: 'POST' })).status).toBe(200)
  expect((await send('/v1.0/getBalance', { method: 'POST', headers: json })).status).toBe(200)
  const missing = await send('/v1.0/initCall', { method: 'POST' })
  expect(errorOf(missing)).toEqual([2, 400])
})

it('[C1-2] [D1-13] the API answers JSON whatever was asked: 404, 405, 413, 500, bad addresses', async () => {
  const isJson = (answer: { headers: Headers; body: unknown }) => {
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.body).toEqual({ status: false, error: expect.any(String), code: expect.any(Number) })
  }
  isJson(await send('/v1.0/nothing', {}))
  isJson(await send('/%zz', {}))
  isJson(await send('/v1.0/getBalance%', {}))
  isJson(await send('/v1.0/getBalance', { method: 'DELETE' }))
  isJson(await send('/v1.0/initCall', { method: 'POST', headers: json, body: 'x'.repeat(20_000) }))
  const plan = service.telephony.plan
  service.telephony.plan = () => {
    throw new Error('a fault of ours')
  }
  const broken = await client.post('initCall', { phone: freshPhone() })
  service.telephony.plan = plan
  isJson(broken)
  expect(errorOf(broken)).toEqual([500, 500])
})

it('[D1-17] a request with an expectation that nobody knows is answered as one without', async () => {
  for (const path of ['/v1.0/getBalance', '/v2/verifications']) {
    const headers = { Authorization: client.bearer, Expect: 'a miracle' }
    const asked = request(service.baseUrl + path, { headers }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    expect([path, answer.statusCode]).toEqual([path, 200])
    JSON.parse(await text(answer))
  }
})

it('[D1-14] answers of /v1.0 have no CORS headers', async () => {
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' }
    const answer = await send('/v1.0/getBalance', { method, headers })
    const cors = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))
    expect(cors).toEqual([])
  }
})
