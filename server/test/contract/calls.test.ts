// States and their times, test numbers, recovery after a restart.

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { changed } from '../store-contract/fixture.ts'
import { balanceOf, type Client, ended, errorOf, freshPhone, noticed, openClient, written } from './scene.ts'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openClient(service)
  service.telephony.placed.length = 0
  service.telephony.answer = 'planned'
  service.telephony.outcome = { completed: true, reason: 'rang' }
})

const start = async (parameters: object): Promise<number> =>
  (await client.post('initCall', parameters)).body.vendor_id
const statusOf = async (uid: number) => (await client.get('getInfo', { uid: String(uid) })).body.call_status
const succeeds = '79000000001'
const fails = '79000000002'

it('[D6-1] [C8-9] call_status in getInfo stays -1 for at least a second, however fast the call ends', async () => {
  const uid = await start({ phone: freshPhone() })
  expect(await statusOf(uid)).toBe(-1)
  await service.clock.advance(999)
  await written(service)
  expect(await statusOf(uid)).toBe(-1)
  expect((await ended(service, client, uid)).call_status).toBe(1)
})

it('[D6-2] call_status in getInfo stays -1 for at most 60 s: an unresolved call has failed then and costs nothing', async () => {
  service.telephony.outcome = undefined
  const uid = await start({ phone: freshPhone() })
  await service.clock.advance(58_500)
  expect(await statusOf(uid)).toBe(-1)
  await service.clock.advance(1_500)
  expect((await ended(service, client, uid)).call_status).toBe(0)
  expect(await balanceOf(client)).toBe(100)
})

it('[D6-3] a completed or failed call never changes its call_status again', async () => {
  service.telephony.outcome = undefined
  const uid = await start({ phone: freshPhone() })
  await service.clock.advance(60_000)
  expect((await ended(service, client, uid)).call_status).toBe(0)
  service.telephony.placed[0]!.end({ completed: true, reason: 'rang' })
  await service.clock.advance(2_000)
  await written(service)
  expect(await statusOf(uid)).toBe(0)
  expect(await balanceOf(client)).toBe(100)
})

it('[C1-5] [D6-30] a call to test number 79000000001 completes about a second after its start, in every mode', async () => {
  for (const mode of [{}, { voice: true }, { mix: true }]) {
    const uid = await start({ phone: succeeds, ...mode })
    expect(await statusOf(uid)).toBe(-1)
    expect(await ended(service, client, uid)).toMatchObject({ call_status: 1, cost: 0 })
  }
  expect(service.telephony.placed).toEqual([])
})

it('[C1-6] [D6-31] a call to test number 79000000002 fails about a second after its start, in every mode', async () => {
  for (const mode of [{}, { voice: true }, { mix: true }]) {
    const uid = await start({ phone: fails, ...mode })
    expect(await statusOf(uid)).toBe(-1)
    expect(await ended(service, client, uid)).toMatchObject({ call_status: 0, cost: 0 })
  }
  expect(service.telephony.placed).toEqual([])
})

it('[C1-7] [D6-32] calls to test numbers are not charged, also in an account without money', async () => {
  client = await openClient(service, {}, { roubles: 0 })
  for (const phone of [succeeds, fails])
    expect(await ended(service, client, await start({ phone }))).toMatchObject({ cost: 0, balance: 0 })
  expect(await balanceOf(client)).toBe(0)
})

it('[D6-33] limits, allowed countries and spend caps do not apply to test numbers', async () => {
  client = await openClient(service, { allowedCountries: ['KZ'] })
  const scope = `service:${client.id}`
  await changed(service.store, 'changeSpendCap', { scope, perHourUnits: 1, perDayUnits: 1 })
  await noticed(service)
  for (let call = 0; call < 40; call++)
    expect((await client.post('initCall', { phone: succeeds })).status).toBe(200)
  const waiting = { phone: fails, callback_url: 'https://198.41.0.4/' }
  expect((await client.post('inboundCallWaiting', waiting)).status).toBe(200)
})

it('[D6-34] calls to test numbers work without a trunk and without a number pool', async () => {
  const bare = await startTestService({ RINGKEY_DEMO: 'off' })
  try {
    bare.telephony.answer = 'no-way'
    const of = await openClient(bare)
    expect((await of.post('initCall', { phone: succeeds, code: '0042' })).body.code).toBe('0042')
    for (let request = 0; request < 3; request++) {
      const waiting = { phone: fails, callback_url: 'https://198.41.0.4/' }
      const { body } = await of.post('inboundCallWaiting', waiting)
      expect(body.confirmation_number).toMatch(/^\d{11}$/)
    }
    expect(errorOf(await of.post('initCall', { phone: freshPhone() }))).toEqual([5, 503])
    const real = { phone: freshPhone(), callback_url: 'https://198.41.0.4/' }
    expect(errorOf(await of.post('inboundCallWaiting', real))).toEqual([5, 503])
  } finally {
    await bare.stop()
  }
})

it('[D6-36] calls to test numbers are marked as tests, and no other calls are', async () => {
  const test = await start({ phone: succeeds })
  const real = await start({ phone: freshPhone() })
  expect((await service.store.call(test))!.test).toBe(true)
  expect((await service.store.call(real))!.test).toBe(false)
})

it('[D6-41] a phone number is stored as a keyed hash and a mask, and is found and erased by the number', async () => {
  const uid = await start({ phone: '79161112233' })
  await ended(service, client, uid)
  const stored = (await service.store.call(uid))!
  expect(stored.phoneHash!.length).toBe(32)
  expect(stored.phoneMask).toBe('7916***2233')
  expect(await service.store.callsOfPhone(stored.phoneHash!)).toHaveLength(1)
  expect(await service.store.erasePhone(stored.phoneHash!)).toBe(1)
  const { body } = await client.get('getInfo', { uid: String(uid) })
  expect(body).toMatchObject({ vendor_id: uid, phone: '', code: '', client: '', cost: 0.8 })
  expect(await balanceOf(client)).toBe(99.2)
})
