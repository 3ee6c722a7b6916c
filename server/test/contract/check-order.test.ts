// The checks run in one order. Each case violates two adjacent checks, and the first must answer.

import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Answer, startTestService, type TestService } from '../service.ts'
import { changed } from '../store-contract/fixture.ts'
import { type Client, errorOf, freshPhone, noticed, openAccount, openClient } from './scene.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ RINGKEY_ADDRESS_LIMIT: 'api:30/s', RINGKEY_TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => service.stop())
beforeEach(() => {
  service.telephony.answer = 'planned'
})

/** Each request has its own client address, passed in the header of the trusted proxy that the test plays. */
const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
const block = async (address: string) => {
  await changed(service.store, 'blockAddress', { address, note: '', at: service.clock.now() })
  await noticed(service)
}
const setStatus = async (client: Client, status: 'off' | 'archived') => {
  await changed(service.store, 'changeService', { id: client.id, status, at: service.clock.now() })
  await noticed(service)
}
const elsewhere = { allowedAddresses: ['203.0.113.1'] }
const ukPhone = '447400123456'

it('[D1-20] error 0 of a blocked address is reported before error 429 when both apply', async () => {
  await block('198.51.100.1')
  const stranger = { ...from('198.51.100.1'), authorization: null }
  for (let count = 0; count < 32; count++)
    expect(errorOf(await service.get('getBalance', {}, stranger))).toEqual([0, 403])
  const { bearer: authorization } = await openClient(service, { requestsPerSecond: 1 })
  for (let count = 0; count < 2; count++)
    expect(errorOf(await service.get('getBalance', {}, { ...stranger, authorization }))).toEqual([0, 403])
})

it('[D1-21] error 0 of a blocked address is reported before error 401 when both apply', async () => {
  await block('198.51.100.2')
  const call = (options: object) => service.get('getBalance', {}, { ...from('198.51.100.2'), ...options })
  expect(errorOf(await call({ authorization: null }))).toEqual([0, 403])
  expect(errorOf(await postLarge(`/v1.0/getBalance`, from('198.51.100.2').headers))).toEqual([0, 403])
})

it('[D1-22] error 401 is reported before error 1003 when both apply', async () => {
  const client = await openClient(service, elsewhere)
  const wrong = { authorization: `Bearer ${'x'.repeat(32)}.${client.id}` }
  expect(errorOf(await client.get('getBalance', {}, wrong))).toEqual([401, 401])
  expect(errorOf(await client.get('getBalance'))).toEqual([1003, 403])
})

it('[D1-38] error 429 of an address is reported before error 401 when both apply, and before error 1', async () => {
  const stranger = { ...from('198.51.100.3'), authorization: null }
  for (let count = 0; count < 30; count++)
    expect(errorOf(await service.get('getBalance', {}, stranger))).toEqual([401, 401])
  expect(errorOf(await service.get('getBalance', {}, stranger))).toEqual([429, 429])
  expect(errorOf(await postLarge('/v1.0/initCall', from('198.51.100.3').headers))).toEqual([429, 429])
})

it('[D1-39] error 429 of a service is reported before error 1003 and those after it', async () => {
  const client = await openClient(service, { ...elsewhere, requestsPerSecond: 1 })
  expect(errorOf(await client.get('getBalance'))).toEqual([1003, 403])
  const refused = await client.get('nothing')
  expect(errorOf(refused)).toEqual([429, 429])
  expect(refused.body.error).toBe(
    'Too many requests of this service: at most 1 requests per second. Try again in 1 s.',
  )
})

it('[D1-23] error 1003 is reported before error 1001 when both apply', async () => {
  const client = await openClient(service, elsewhere)
  await changed(service.store, 'changeAccount', {
    id: client.accountId,
    status: 'blocked',
    at: service.clock.now(),
  })
  await noticed(service)
  expect(errorOf(await client.get('getBalance'))).toEqual([1003, 403])
  expect(errorOf(await client.get('getBalance', {}, from('203.0.113.1')))).toEqual([1001, 403])
})

it('[D1-24] error 1001 is reported before error 1005 when both apply', async () => {
  const client = await openClient(service, {}, { phoneConfirmed: false })
  expect(errorOf(await client.get('getBalance'))).toEqual([1005, 403])
  await changed(service.store, 'changeAccount', {
    id: client.accountId,
    status: 'blocked',
    at: service.clock.now(),
  })
  await noticed(service)
  expect(errorOf(await client.get('getBalance'))).toEqual([1001, 403])
})

it('[D1-25] error 1005 is reported before error 1004 when both apply', async () => {
  const client = await openClient(service, {}, { phoneConfirmed: false })
  await setStatus(client, 'archived')
  expect(errorOf(await client.get('getBalance'))).toEqual([1005, 403])
  const at = service.clock.now()
  await changed(service.store, 'changeAccount', { id: client.accountId, phoneConfirmed: true, at })
  await noticed(service)
  expect(errorOf(await client.get('getBalance'))).toEqual([1004, 403])
})

it('[D1-26] errors 1004 and 4 are reported before an unknown method and an unknown verb', async () => {
  const archived = await openClient(service)
  const off = await openClient(service)
  await setStatus(archived, 'archived')
  await setStatus(off, 'off')
  for (const [client, code] of [
    [archived, 1004],
    [off, 4],
  ] as const) {
    expect(errorOf(await client.get('nothing'))).toEqual([code, 403])
    expect(errorOf(await client.get('getBalance', {}, { verb: 'DELETE' }))).toEqual([code, 403])
    expect(errorOf(await client.get('initRepeat', { uid: 'x' }))).toEqual([code, 403])
  }
})

it('[D1-27] errors 404 and 405 of a method are reported before error 1 of its body', async () => {
  const client = await openClient(service)
  const headers = { Authorization: client.bearer, 'Content-Type': 'application/json' }
  const broken = (path: string, method = 'POST') => service.raw(path, { method, headers, body: '{' })
  expect(errorOf(await broken('/v1.0/nothing'))).toEqual([404, 404])
  expect(errorOf(await broken('/v1.0/initRepeat'))).toEqual([405, 405])
  expect(errorOf(await broken('/v1.0/initCall', 'PUT'))).toEqual([405, 405])
  expect(errorOf(await postLarge('/v1.0/nothing', headers))).toEqual([404, 404])
  expect(errorOf(await postLarge('/v1.0/initRepeat', headers))).toEqual([405, 405])
  expect(errorOf(await postLarge('/v1.0/initCall', headers, 'PUT'))).toEqual([405, 405])
})

it('[D1-28] error 1 is reported before error 2 when both apply', async () => {
  const client = await openClient(service)
  const headers = { Authorization: client.bearer, 'Content-Type': 'text/plain' }
  const answer = await service.raw('/v1.0/initCall', { method: 'POST', headers, body: 'no phone here' })
  expect(errorOf(answer)).toEqual([1, 400])
})

it('[D1-29] error 2 is reported before error 3 when both apply', async () => {
  const client = await openClient(service)
  expect(errorOf(await client.post('initCall', { phone: '12', code: '0000' }))).toEqual([2, 400])
  expect(errorOf(await client.post('initCall', { phone: '12' }))).toEqual([3, 400])
  const waiting = { phone: '12', callback_url: 'http://10.0.0.1/' }
  expect(errorOf(await client.post('inboundCallWaiting', waiting))).toEqual([2, 400])
})

it('[D1-30] error 3 is reported before a repeated unique is replayed, and the replay comes before error 20', async () => {
  const client = await openClient(service)
  const first = await client.post('initCall', { phone: ukPhone, unique: 'k' })
  expect(errorOf(await client.post('initCall', { phone: '12', unique: 'k' }))).toEqual([3, 400])
  const replayed = await client.post('initCall', { phone: ukPhone, unique: 'k', mix: true })
  expect(replayed.body).toEqual({ ...first.body, exists: true })
})

it('[D1-31] error 20 is reported before error 9 when both apply', async () => {
  const client = await openClient(service, { allowedCountries: ['RU'] })
  expect(errorOf(await client.post('initCall', { phone: ukPhone, voice: true }))).toEqual([20, 400])
  expect(errorOf(await client.post('initCall', { phone: ukPhone }))).toEqual([9, 403])
})

it('[D1-32] error 9 is reported before errors 19 and 18 when both apply', async () => {
  const accountId = await openAccount(service)
  const client = await openClient(service, {}, { accountId })
  const phone = freshPhone()
  expect((await client.post('initCall', { phone })).status).toBe(200)
  expect(errorOf(await client.post('initCall', { phone }))).toEqual([19, 429])
  const stored = await service.store.service(client.id)
  const settings = { ...stored!.settings, allowedCountries: ['KZ'] }
  await changed(service.store, 'changeService', { id: client.id, settings, at: service.clock.now() })
  await noticed(service)
  expect(errorOf(await client.post('initCall', { phone }))).toEqual([9, 403])
})

it('[D1-33] errors 19 and 18 are reported before error 1002 when both apply', async () => {
  const client = await openClient(service, {}, { roubles: 0.8 })
  const phone = freshPhone()
  expect((await client.post('initCall', { phone })).status).toBe(200)
  expect(errorOf(await client.post('initCall', { phone }))).toEqual([19, 429])
  expect(errorOf(await client.post('initCall', { phone: freshPhone() }))).toEqual([1002, 402])
})

it('[D1-34] error 1002 is reported before errors 503 and 5 when both apply', async () => {
  const poor = await openClient(service, {}, { roubles: 0 })
  const rich = await openClient(service)
  for (const [answer, expected] of [
    ['full', [503, 503]],
    ['no-way', [5, 503]],
  ] as const) {
    service.telephony.answer = answer
    expect(errorOf(await poor.post('initCall', { phone: freshPhone() }))).toEqual([1002, 402])
    expect(errorOf(await rich.post('initCall', { phone: freshPhone() }))).toEqual(expected)
  }
})

it('[D1-35] a body that is too large gets 413 before 401 when the request has no Authorization header', async () => {
  expect(errorOf(await postLarge('/v1.0/initCall', {}))).toEqual([1, 413])
  const wrong = { Authorization: `Bearer ${'x'.repeat(32)}.1` }
  expect(errorOf(await postLarge('/v1.0/initCall', wrong))).toEqual([401, 401])
})

/** Announces a body over the limit and waits for the answer without sending all of it. */
function postLarge(path: string, headers: Record<string, string>, method = 'POST'): Promise<Answer> {
  const { hostname, port } = new URL(service.baseUrl)
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method, headers: { ...headers, 'Content-Length': 20_000 } },
      async (response) => {
        const text = Buffer.concat(await response.toArray()).toString()
        sent.destroy()
        resolve({ status: response.statusCode ?? 0, headers: new Headers(), body: JSON.parse(text) })
      },
    )
    sent.on('error', reject)
    sent.flushHeaders()
  })
}
