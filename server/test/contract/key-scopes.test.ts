// Additional keys of a service, their scopes and code 1006.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashKey, newSecretKey } from '../../src/accounts/secret-key.ts'
import { systemRandom } from '../../src/platform/random.ts'
import type { KeyScope } from '../../src/storage/queries/service-keys.ts'
import { startTestService, type TestService } from '../service.ts'
import { changed } from '../store-contract/fixture.ts'
import { errorOf, freshPhone, noticed } from './scene.ts'
import { openV2Client, type V2Client } from './v2-scene.ts'

const testPhone = '79000000001'
let service: TestService
let client: V2Client
let read: string
let test: string
beforeAll(async () => {
  service = await startTestService()
  client = await openV2Client(service, { legacyRepeats: true })
  read = await addKey('read')
  test = await addKey('test')
})
afterAll(() => service.stop())

/** The header of an additional key. */
async function addKey(scope: KeyScope): Promise<string> {
  const key = newSecretKey(systemRandom)
  const { clock, store } = service
  const added = { serviceId: client.id, name: scope, scope, keyHash: hashKey(key), at: clock.now() }
  expect(await changed(store, 'addKey', added)).toBeDefined()
  await noticed(service)
  return `Bearer ${key}.${client.id}`
}
const post = (method: string, parameters: object, authorization: string) =>
  client.post(method, parameters, { authorization })
const ask = async (authorization: string, path: string, body?: object) => {
  const answer = await client.ask(path, body, { Authorization: authorization })
  return [answer.body.code, answer.status]
}
const outside = [1006, 403]

it('[D2-18] additional keys of a service work like its main key', async () => {
  const all = await addKey('all')
  expect((await post('initCall', { phone: freshPhone() }, all)).body.status).toBe(true)
  expect((await post('getBalance', {}, client.bearer)).body.status).toBe(true)
})

it('[D2-19] a key that may only read gets error 1006 where something would start, change or cost money', async () => {
  const phone = freshPhone()
  const { body: made } = await client.post('initCall', { phone: testPhone })
  for (const [method, parameters] of [
    ['initCall', { phone }],
    ['initCall', { phone: testPhone }],
    ['initRepeat', { uid: made.vendor_id }],
    ['inboundCallWaiting', { phone, callback_url: 'https://198.41.0.4/hook' }],
    ['checkPhone', { phone }],
  ] as const)
    expect([method, ...errorOf(await post(method, parameters, read))]).toEqual([method, ...outside])
  for (const method of ['getInfo', 'getBalance', 'getAccount', 'getService'])
    expect([method, (await post(method, { uid: made.vendor_id }, read)).status]).toEqual([method, 200])
  const { error } = (await post('initCall', { phone }, read)).body
  expect(error).toBe('This key may only read: it may not use this method.')
})

it('[D2-22] a key for test numbers starts and reads only what is about test numbers', async () => {
  const real = (await client.post('initCall', { phone: freshPhone() })).body.vendor_id
  const tested = await post('initCall', { phone: testPhone }, test)
  expect(tested.body).toMatchObject({ status: true, phone: '7900***0001' })
  expect((await post('getInfo', { uid: tested.body.vendor_id }, test)).status).toBe(200)
  for (const [method, parameters] of [
    ['initCall', { phone: freshPhone() }],
    ['initCall', { phone: ` +${freshPhone()} ` }],
    ['initCall', { phone: Number(freshPhone()) }],
    ['inboundCallWaiting', { phone: freshPhone(), callback_url: 'https://198.41.0.4/hook' }],
    ['getInfo', { uid: real }],
    ['initRepeat', { uid: real }],
    ['checkPhone', { phone: testPhone }],
    ['getAccount', {}],
  ] as const)
    expect([method, ...errorOf(await post(method, parameters, test))]).toEqual([method, ...outside])
  for (const method of ['getBalance', 'getService'])
    expect((await post(method, {}, test)).body.status).toBe(true)
  expect(errorOf(await post('getInfo', { uid: 999_999_999 }, test))).toEqual([10, 404])
})

it('[D1-36] error 4 is reported before error 1006, and error 1006 before 404, 405, 1, 2 and 3', async () => {
  const headers = { Authorization: read, 'Content-Type': 'application/json' }
  const raw = (path: string, method: string, body?: string) =>
    service.raw(`/v1.0/${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
  expect(errorOf(await raw('initCall', 'DELETE'))).toEqual(outside)
  expect(errorOf(await raw('initCall', 'POST', '{'))).toEqual(outside)
  expect(errorOf(await raw('initCall', 'POST', '{}'))).toEqual(outside)
  expect(errorOf(await raw('nothing', 'POST', '{}'))).toEqual([404, 404])
  expect(errorOf(await post('initCall', { phone: freshPhone(), code: '0000' }, test))).toEqual(outside)
  expect(errorOf(await post('initCall', { phone: '12' }, test))).toEqual([3, 400])
  const at = service.clock.now()
  await changed(service.store, 'changeService', { id: client.id, status: 'off', at })
  await noticed(service)
  expect(errorOf(await post('initCall', { phone: freshPhone() }, read))).toEqual([4, 403])
  await changed(service.store, 'changeService', { id: client.id, status: 'active', at })
  await noticed(service)
})

it('[V2-38] /v2 refuses with key_not_allowed what the scope of a key excludes', async () => {
  const excluded = ['key_not_allowed', 403]
  const phone = `+${freshPhone()}`
  const real = (await client.create({ phone })).body.id
  const steps = [{ mode: 'voice' }]
  const tested = await client.create({ phone: `+${testPhone}`, steps }, { Authorization: test })
  expect(tested.status).toBe(201)
  for (const [path, body] of [
    ['/verifications', { phone: `+${freshPhone()}` }],
    ['/checks', { phone, code: '1234' }],
    [`/verifications/${real}/check`, { code: '1234' }],
    [`/verifications/${real}/next`, {}],
    [`/verifications/${real}/cancel`, {}],
    ['/phones', { phones: [testPhone] }],
  ] as const) {
    expect([path, ...(await ask(read, path, body))]).toEqual([path, ...excluded])
    expect([path, ...(await ask(test, path, body))]).toEqual([path, ...excluded])
  }
  for (const path of [`/verifications/${real}`, '/verifications']) {
    expect([path, ...(await ask(read, path))]).toEqual([path, undefined, 200])
    expect([path, ...(await ask(test, path))]).toEqual([path, ...excluded])
  }
  expect(await ask(test, '/verifications/search', { phone })).toEqual(excluded)
  expect(await ask(read, '/verifications/search', { phone })).toEqual([undefined, 200])
  expect(await ask(test, `/verifications/${tested.body.id}`)).toEqual([undefined, 200])
  expect(await ask(test, `/verifications/${tested.body.id}/cancel`, {})).toEqual([undefined, 200])
})

it('[V2-242] a key for test numbers calls nobody else, also when /v2 reads the phone as people write it', async () => {
  const create = (phone: string) => ask(test, '/verifications', { phone, normalize: true })
  const placed = service.telephony.placed.length
  expect(await create('8 (916) 123-45-67')).toEqual(['key_not_allowed', 403])
  expect(service.telephony.placed.length).toBe(placed)
  expect(await create('8 900 000-00-01')).toEqual([undefined, 201])
})
