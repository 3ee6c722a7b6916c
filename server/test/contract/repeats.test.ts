// Free repeats, if an operator still offers them.

import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { PhoneHasher } from '../../src/calls/phone-privacy.ts'
import { pausePrefix } from '../../src/operations/paused-prefixes.ts'
import { perform } from '../../src/operations/perform.ts'
import { commandLine } from '../../src/storage/author.ts'
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
  client = await openClient(service, { legacyRepeats: true })
  service.telephony.placed.length = 0
  service.telephony.outcome = { completed: false, reason: 'busy' }
})

const gapMs = 60_000
const start = async (parameters: object): Promise<number> =>
  (await client.post('initCall', parameters)).body.vendor_id
/** A call that failed a minute ago. */
const startFailed = async (parameters: object = { phone: freshPhone() }): Promise<number> => {
  const uid = await start(parameters)
  await failedAMinuteAgo(uid)
  return uid
}
const failedAMinuteAgo = async (uid: number) => {
  await ended(service, client, uid)
  await service.clock.hasten(gapMs)
}
const repeat = (uid: number, of: Client = client) => of.post('initRepeat', { uid })
const info = async (uid: number) => (await client.get('getInfo', { uid: String(uid) })).body

it('[D7-1] [C9-2] initRepeat answers 405 unless the operator switched repeats on for the service', async () => {
  const plain = await openClient(service)
  const uid = (await plain.post('initCall', { phone: freshPhone() })).body.vendor_id
  expect(errorOf(await repeat(uid, plain))).toEqual([405, 405])
  const refused = await plain.get('initRepeat')
  expect(errorOf(refused)).toEqual([405, 405])
  expect(refused.body.error).toBe(
    'The method is no longer supported for this service: start a new initCall, or ask the operator to switch free repeats on.',
  )
})

it('[D3-26] initRepeat answers 9 for a prefix that is paused after unusual traffic, as initCall does', async () => {
  const phone = freshPhone()
  const uid = await startFailed({ phone })
  const paused = {
    serviceId: client.id,
    prefix: phone.slice(0, 4),
    reason: 'conversion' as const,
    calls: 200,
    expected: 4,
  }
  const operationContext = { store: service.store, author: commandLine, now: () => service.clock.now() }
  expect(await perform(operationContext, pausePrefix, paused)).toBe(true)
  await noticed(service)
  const { body, ...rest } = await repeat(uid)
  expect([errorOf({ body, ...rest }), body.error]).toEqual([[9, 403], expect.stringContaining('are paused')])
})

it('[C4.3-1] initRepeat repeats a call twice, free, with the code and phone of the first call', async () => {
  const phone = freshPhone()
  const uid = await startFailed({ phone, code: '4711', client: 'Ann' })
  const paid = await balanceOf(client)
  for (let time = 0; time < 2; time++) {
    const { body } = await repeat(uid)
    expect(body).toMatchObject({ phone: `${phone.slice(0, 4)}***${phone.slice(-4)}`, code: '4711' })
    expect((await ended(service, client, body.vendor_id)).cost).toBe(0)
    await service.clock.hasten(gapMs)
  }
  expect(service.telephony.placed.map(({ request, code }) => [request.phone.e164, code])).toEqual([
    [phone, '4711'],
    [phone, '4711'],
    [phone, '4711'],
  ])
  expect(await balanceOf(client)).toBe(paid)
  expect(errorOf(await repeat(uid))).toEqual([12, 409])
})

it('[C4.3-2] [C8-6] initRepeat repeats a call within five minutes of the first call and not later', async () => {
  const begun = service.clock.now()
  const [early, late] = [await start({ phone: freshPhone() }), await start({ phone: freshPhone() })]
  await ended(service, client, early)
  await service.clock.hasten(begun + 5 * 60_000 - service.clock.now())
  expect((await repeat(early)).status).toBe(200)
  await service.clock.advance(1)
  expect(errorOf(await repeat(late))).toEqual([11, 409])
})

it('[C4.3-3] initRepeat answers the fields of initCall and free_repeated', async () => {
  const uid = await startFailed({ phone: freshPhone(), client: 'Ann', unique: 'k' })
  const { body } = await repeat(uid)
  expect(body).toEqual({
    status: true,
    vendor_id: expect.any(Number),
    phone: expect.stringContaining('***'),
    code: expect.stringMatching(/^\d{4}$/),
    client: 'Ann',
    unique_request_id: 'k',
    exists: true,
    free_repeated: true,
  })
  expect(body.vendor_id).toBeGreaterThan(uid)
  expect((await repeat(await startFailed())).body).not.toHaveProperty('unique_request_id')
})

it('[D7-8] initRepeat wants 60 s between two calls of a chain', async () => {
  const uid = await start({ phone: freshPhone() })
  await ended(service, client, uid)
  await service.clock.hasten(gapMs - 1_001)
  const early = await repeat(uid)
  expect([...errorOf(early), early.headers.get('retry-after')]).toEqual([13, 409, '1'])
  await service.clock.advance(1)
  expect((await repeat(uid)).status).toBe(200)
  await service.clock.hasten(gapMs - 1_000)
  const again = await repeat(uid)
  expect([...errorOf(again), again.headers.get('retry-after')]).toEqual([13, 409, '1'])
  await service.clock.advance(1_000)
  expect((await repeat(uid)).status).toBe(200)
})

it('[D7-9] initRepeat does not repeat a call that was made, and names no time to wait', async () => {
  service.telephony.outcome = { completed: true, reason: 'rang' }
  const uid = await startFailed()
  const refused = await repeat(uid)
  expect(errorOf(refused)).toEqual([13, 409])
  expect(refused.headers.has('retry-after')).toBe(false)
  expect(await info(uid)).toMatchObject({ repeatable: false })
})

it('[C4.3-4] initRepeat requires uid, and answers error 10 for a call of another service', async () => {
  expect(errorOf(await client.post('initRepeat', {}))).toEqual([2, 400])
  expect(errorOf(await repeat(999_999_999))).toEqual([10, 404])
  const other = await openClient(service, { legacyRepeats: true })
  const uid = await startFailed()
  // Computing a number again costs milliseconds: an id of another service must not cause it.
  const search = vi.spyOn(PhoneHasher.prototype, 'recover')
  expect(errorOf(await repeat(uid, other))).toEqual([10, 404])
  expect(search).not.toHaveBeenCalled()
  expect((await repeat(uid)).status).toBe(200)
  expect(search).toHaveBeenCalledOnce()
  search.mockRestore()
})

it('[D7-2] initRepeat refuses to repeat an inbound call', async () => {
  const waiting = { phone: freshPhone(), callback_url: 'https://198.41.0.4/' }
  const { body } = await client.post('inboundCallWaiting', waiting)
  expect(errorOf(await repeat(body.vendor_id))).toEqual([13, 409])
})

it('[D7-3] [C2.1-6] getInfo fills the deprecated repeat fields where repeats are on', async () => {
  const uid = await startFailed()
  expect(await info(uid)).toMatchObject({ is_repeated: false, repeatable: true, repeat_times: 2 })
  expect(await info(uid)).not.toHaveProperty('repeated_vendor_ids')
  const first = (await repeat(uid)).body.vendor_id
  await failedAMinuteAgo(first)
  expect(await info(uid)).toMatchObject({
    is_repeated: false,
    repeatable: true,
    repeat_times: 1,
    repeated_vendor_ids: [first],
  })
  expect(await info(first)).toMatchObject({ is_repeated: true, first_vendor_id: uid, repeatable: true })
  const second = (await repeat(first)).body.vendor_id
  const last = await info(uid)
  expect(last).toMatchObject({ repeatable: false, repeated_vendor_ids: [first, second] })
  expect(last).not.toHaveProperty('repeat_times')
  expect(last).not.toHaveProperty('first_vendor_id')
})

it('[D7-4] initRepeat counts a repeat of a repeat in the chain of the first call', async () => {
  const uid = await startFailed()
  const first = (await repeat(uid)).body.vendor_id
  await failedAMinuteAgo(first)
  const second = (await repeat(first)).body.vendor_id
  expect((await info(second)).first_vendor_id).toBe(uid)
  expect(errorOf(await repeat(second))).toEqual([12, 409])
})

it('[D7-5] initRepeat answers error 5 or 503 when no call can be placed, and does not use the repeat up', async () => {
  const uid = await startFailed()
  service.telephony.answer = 'no-way'
  expect(errorOf(await repeat(uid))).toEqual([5, 503])
  service.telephony.answer = 'full'
  expect(errorOf(await repeat(uid))).toEqual([503, 503])
  service.telephony.answer = 'planned'
  expect((await repeat(uid)).status).toBe(200)
  await service.clock.hasten(gapMs)
  expect((await repeat(uid)).status).toBe(200)
})

it('[D7-6] initRepeat does not call a number that has asked not to be called', async () => {
  const uid = await startFailed()
  const phoneHash = (await service.store.call(uid))!.phoneHash!
  await changed(service.store, 'addDoNotCall', { phoneHash, phoneMask: '', at: service.clock.now() })
  expect(errorOf(await repeat(uid))).toEqual([21, 403])
  expect(service.telephony.placed).toHaveLength(1)
})

it('[D6-25] repeats of initRepeat do not count against the limits of the number', async () => {
  const phone = freshPhone()
  const uid = await startFailed({ phone })
  expect((await repeat(uid)).status).toBe(200)
  expect((await client.post('initCall', { phone })).status).toBe(200)
})

it('[D7-10] repeatable in getInfo is true exactly when initRepeat would call now', async () => {
  const agree = async (uid: number, expected: boolean) => {
    const { repeatable } = await info(uid)
    expect(repeatable).toBe(expected)
    expect((await repeat(uid)).status === 200).toBe(expected)
  }
  service.telephony.outcome = undefined
  const open = await start({ phone: freshPhone() })
  await agree(open, false)
  service.telephony.outcome = { completed: false, reason: 'busy' }
  const uid = await start({ phone: freshPhone() })
  await ended(service, client, uid)
  await agree(uid, false)
  await service.clock.hasten(gapMs)
  await agree(uid, true)
  await agree(uid, false)
  const refused = await startFailed()
  const phoneHash = (await service.store.call(refused))!.phoneHash!
  await changed(service.store, 'addDoNotCall', { phoneHash, phoneMask: '', at: service.clock.now() })
  await agree(refused, false)
  const tested = await startFailed({ phone: '79000000002' })
  await agree(tested, true)
  const late = await startFailed()
  await service.clock.hasten(5 * 60_000)
  await agree(late, false)
})
