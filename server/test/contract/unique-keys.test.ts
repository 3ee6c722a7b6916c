// Idempotency keys and replays.

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { changed } from '../store-contract/fixture.ts'
import { balanceOf, type Client, ended, errorOf, freshPhone, noticed, openClient } from './scene.ts'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openClient(service)
  service.telephony.placed.length = 0
})

const dayMs = 86_400_000
const initCall = (parameters: object) => client.post('initCall', parameters)

it('[C8-3] [D4-7] initCall takes any 1 to 64 characters as unique', async () => {
  for (const unique of [
    '1',
    '3f0c6f0e-9d5e-4a53-8f0e-5d1f3f8c9b11',
    'x'.repeat(64),
    ' ',
    'ключ',
    'a\u0000b',
    7,
  ]) {
    const phone = freshPhone()
    const first = await initCall({ phone, unique })
    expect([unique, first.body.exists, first.body.unique_request_id]).toEqual([unique, false, String(unique)])
    const again = await initCall({ phone, unique })
    expect([unique, again.body]).toEqual([unique, { ...first.body, exists: true }])
  }
  for (const unique of ['x'.repeat(65), 1.5, {}, ['a'], true])
    expect([unique, ...errorOf(await initCall({ phone: freshPhone(), unique }))]).toEqual([unique, 2, 400])
})

it('[D4-8] a unique with half a surrogate pair is replayed like any other', async () => {
  const phone = freshPhone()
  const first = await initCall({ phone, unique: 'half \ud800' })
  const again = await initCall({ phone, unique: 'half \ud800' })
  expect(again.body).toEqual({ ...first.body, exists: true })
})

it('[C4.1-5] initCall with a repeated unique starts nothing and charges nothing', async () => {
  const phone = freshPhone()
  const first = await initCall({ phone, unique: 'once' })
  for (let again = 0; again < 3; again++)
    expect((await initCall({ phone, unique: 'once' })).body.vendor_id).toBe(first.body.vendor_id)
  expect(service.telephony.placed.length).toBe(1)
  expect(await balanceOf(client)).toBe(99.2)
})

it('[D4-9] the same unique of two services is two keys', async () => {
  const other = await openClient(service)
  const phone = freshPhone()
  const mine = await initCall({ phone, unique: 'same' })
  await service.clock.advance(5_000)
  const theirs = await other.post('initCall', { phone, unique: 'same' })
  expect(theirs.body.exists).toBe(false)
  expect(theirs.body.vendor_id).not.toBe(mine.body.vendor_id)
})

it('[D4-10] initCall with a repeated unique returns the first result whatever the other parameters say', async () => {
  const phone = freshPhone()
  const first = await initCall({ phone, unique: 'k', code: '1111', client: 'first' })
  const again = await initCall({ phone: `+${phone}`, unique: 'k', code: '2222', client: 'second', mix: true })
  expect(again.body).toEqual({ ...first.body, exists: true })
  await ended(service, client, first.body.vendor_id)
  expect((await initCall({ phone, unique: 'k' })).body).toEqual({ ...first.body, exists: true })
})

it('[D4-11] the replay of a unique skips limits, countries, funds and the state of the trunks', async () => {
  client = await openClient(service, {}, { roubles: 0.8 })
  const phone = freshPhone()
  const first = await initCall({ phone, unique: 'k' })
  const stored = await service.store.service(client.id)
  const settings = { ...stored!.settings, allowedCountries: ['KZ'] }
  await changed(service.store, 'changeService', { id: client.id, settings, at: service.clock.now() })
  await noticed(service)
  for (const answer of ['planned', 'full', 'no-way'] as const) {
    service.telephony.answer = answer
    expect((await initCall({ phone, unique: 'k' })).body).toEqual({ ...first.body, exists: true })
  }
  service.telephony.answer = 'planned'
})

it('[D4-12] a unique that was used for another phone gets error 2 with HTTP 409', async () => {
  const first = await initCall({ phone: freshPhone(), unique: 'k', code: '4711' })
  const other = await initCall({ phone: freshPhone(), unique: 'k' })
  expect(errorOf(other)).toEqual([2, 409])
  expect(other.body.error).toContain('"unique"')
  expect(JSON.stringify(other.body)).not.toContain(first.body.code)
})

it('[D4-13] a unique is taken by an admitted call only, not by an error', async () => {
  const phone = freshPhone()
  service.telephony.answer = 'no-way'
  expect(errorOf(await initCall({ phone, unique: 'k' }))).toEqual([5, 503])
  service.telephony.answer = 'planned'
  expect((await initCall({ phone: freshPhone(), unique: 'k' })).body.exists).toBe(false)
})

it('[D4-14] [D6-40] a unique is kept as long as its call: 180 days, then both are forgotten', async () => {
  const phone = freshPhone()
  const first = await initCall({ phone, unique: 'k' })
  await ended(service, client, first.body.vendor_id)
  const almost = 179 * dayMs
  // As an operator confirms it: a leap of half a year would stop the purge.
  await service.store.purge({ before: 0, now: service.clock.now() + almost, limit: 1, trustsClock: true })
  await service.clock.leap(almost)
  expect((await initCall({ phone, unique: 'k' })).body).toEqual({ ...first.body, exists: true })
  await service.clock.leap(dayMs)
  expect(errorOf(await client.post('getInfo', { uid: first.body.vendor_id }))).toEqual([10, 404])
  const anew = await initCall({ phone, unique: 'k' })
  expect(anew.body.exists).toBe(false)
  expect(anew.body.vendor_id).toBeGreaterThan(first.body.vendor_id)
})

it('[D4-15] parallel initCall requests with one unique start one call', async () => {
  const phone = freshPhone()
  const answers = await Promise.all(Array.from({ length: 20 }, () => initCall({ phone, unique: 'k' })))
  expect(new Set(answers.map(({ body }) => body.vendor_id)).size).toBe(1)
  expect(answers.filter(({ body }) => body.exists === false).length).toBe(1)
  expect(await balanceOf(client)).toBe(99.2)
})

it('[D4-16] last_request in getService moves with every authenticated request but a replay', async () => {
  const phone = freshPhone()
  const lastRequest = async () => {
    const answer = await client.get('getService')
    return answer.body.last_request as number
  }
  const seconds = () => Math.floor(service.clock.now() / 1000)
  await initCall({ phone, unique: 'k' })
  const admitted = seconds()
  await service.clock.hasten(10_000)
  await initCall({ phone, unique: 'k' })
  expect(await lastRequest()).toBe(admitted)
  for (const call of [
    () => client.get('getBalance'),
    () => client.get('nothing'),
    () => client.get('initCall'),
    () => client.get('getBalance', {}, { verb: 'PUT' }),
    () => service.raw('/', { headers: { Authorization: client.bearer } }),
  ]) {
    await service.clock.hasten(10_000)
    await call()
    const called = seconds()
    await service.clock.advance(5_000)
    expect(await lastRequest()).toBe(called)
  }
})
