import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { type Client, ended, errorOf, freshPhone, openClient } from './scene.ts'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  // Several tests call one number, each with its own service.
  await service.clock.leap(5_000)
  client = await openClient(service)
  service.telephony.outcome = { completed: true, reason: 'rang' }
})

const start = async (parameters: object): Promise<number> =>
  (await client.post('initCall', parameters)).body.vendor_id
const info = async (uid: number) => (await client.get('getInfo', { uid: String(uid) })).body

it('[C2.1-1] [D4-20] getInfo answers every field with its type; is_repeated and repeatable are false', async () => {
  const uid = await start({ phone: '79161234567', code: 7 })
  expect(await ended(service, client, uid)).toEqual({
    status: true,
    vendor_id: uid,
    init_time: Math.floor(service.clock.now() / 1000) - 1,
    call_status: 1,
    is_repeated: false,
    repeatable: false,
    client: '',
    phone: '7916***4567',
    code: '0007',
    country_code: 'RU',
    phone_info: expect.any(Array),
    cost: 0.8,
    balance: 100,
  })
})

it('[C2.1-2] [D4-21] getInfo has unique only if one was passed, and client "" when none was', async () => {
  const uid = await start({ phone: freshPhone(), unique: 'key', client: 'Ann' })
  expect(await info(uid)).toMatchObject({ unique: 'key', client: 'Ann' })
  const plain = await info(await start({ phone: freshPhone() }))
  expect(plain).not.toHaveProperty('unique')
  expect(plain.client).toBe('')
})

it('[C2.1-3] getInfo gives the code as text with its leading zeros', async () => {
  expect((await info(await start({ phone: freshPhone(), code: 1 }))).code).toBe('0001')
})

it('[C2.1-4] [D4-22] getInfo gives phone_info as an array with one object, or empty when nothing is known and for test numbers', async () => {
  const { phone_info } = await info(await start({ phone: freshPhone() }))
  expect(phone_info.length).toBeLessThanOrEqual(1)
  for (const known of phone_info)
    expect(known).toEqual({
      operator: expect.any(String),
      region: expect.any(String),
      mnp: expect.any(String),
    })
  for (const phone of ['447400123456', '79000000001', '79000000002'])
    expect([phone, (await info(await start({ phone }))).phone_info]).toEqual([phone, []])
})

it('[C2.1-5] getInfo gives the country of the called number', async () => {
  expect((await info(await start({ phone: '77011234567' }))).country_code).toBe('KZ')
  expect((await info(await start({ phone: '447400123456' }))).country_code).toBe('GB')
})

it('[C3-1] call_status in getInfo is -1 while the call is under way, 1 when it was made, 0 when it could not be', async () => {
  const made = await start({ phone: freshPhone() })
  expect((await info(made)).call_status).toBe(-1)
  expect((await ended(service, client, made)).call_status).toBe(1)
  service.telephony.outcome = { completed: false, reason: 'busy' }
  const failed = await start({ phone: freshPhone() })
  expect((await info(failed)).call_status).toBe(-1)
  expect((await ended(service, client, failed)).call_status).toBe(0)
})

it('[C4.2-1] getInfo requires uid, a whole positive number', async () => {
  for (const uid of [
    undefined,
    null,
    '',
    0,
    -1,
    1.5,
    'abc',
    '1e5',
    '0x10',
    2 ** 53,
    '99999999999999999',
    [1],
    true,
  ])
    expect([uid, ...errorOf(await client.post('getInfo', { uid }))]).toEqual([uid, 2, 400])
})

it('[D3-13] getInfo answers error 10 for an unknown id and for one of another service, without a difference', async () => {
  const uid = await start({ phone: freshPhone() })
  const other = await openClient(service)
  const foreign = await other.post('getInfo', { uid })
  const unknown = await other.post('getInfo', { uid: 999_999_999 })
  expect(errorOf(foreign)).toEqual([10, 404])
  expect(foreign.body).toEqual(unknown.body)
  const sibling = await openClient(service, {}, { accountId: client.accountId })
  expect(errorOf(await sibling.post('getInfo', { uid }))).toEqual([10, 404])
})

it('[D4-23] getInfo shows the held price as cost while call_status is -1', async () => {
  service.telephony.outcome = undefined
  const uid = await start({ phone: freshPhone(), voice: true })
  expect(await info(uid)).toMatchObject({ call_status: -1, cost: 1.5, balance: 100 })
})

it('[D4-24] getInfo answers for inbound calls, with code ""', async () => {
  const waiting = { phone: freshPhone(), callback_url: 'https://198.41.0.4/hook' }
  const { body } = await client.post('inboundCallWaiting', waiting)
  expect(await info(body.vendor_id)).toEqual({
    status: true,
    vendor_id: body.vendor_id,
    init_time: Math.floor(service.clock.now() / 1000),
    call_status: -1,
    is_repeated: false,
    repeatable: false,
    client: '',
    phone: body.phone,
    code: '',
    country_code: 'RU',
    phone_info: expect.any(Array),
    cost: 0.8,
    balance: 100,
  })
})

it('[D4-25] init_time in getInfo is in whole Unix seconds', async () => {
  const uid = await start({ phone: freshPhone() })
  expect((await info(uid)).init_time).toBe(Math.floor(service.clock.now() / 1000))
})
