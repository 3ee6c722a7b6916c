import { afterEach, beforeEach, expect, it } from 'vitest'
import { confirmingCall } from '../../test/arriving-call.ts'
import { ManualClock } from '../../test/manual-clock.ts'
import { openOutbox, outboxHasher } from '../../test/outbox.ts'
import { eventually } from '../../test/service.ts'
import { systemRandom } from '../platform/random.ts'
import { ClientNumbers } from './client-numbers.ts'
import { InboundCalls } from './inbound.ts'
import { Settler } from './settler.ts'

const url = 'http://127.0.0.1:9/hook'
let outbox: Awaited<ReturnType<typeof openOutbox>>
beforeEach(async () => {
  outbox = await openOutbox()
})
afterEach(() => outbox.close())

/** The inbound calls of a process that has just started. */
function freshProcess(clock: ManualClock) {
  const { store } = outbox
  const settler = new Settler(store, clock, { settled: () => {}, storeTrouble: () => {} })
  const numbers = new ClientNumbers(outboxHasher, clock)
  const inbound = new InboundCalls({
    store,
    clock,
    random: systemRandom,
    hasher: outboxHasher,
    settler,
    numbers,
    onEnqueued: () => {},
    demandedLevel: async () => 'low',
    voicesOf: async () => [],
    onCaller: () => {},
  })
  return { inbound, numbers }
}

it('inbound after a restart: the call of 79000000001 still comes, that of 79000000002 does not, nor one that is too late', async () => {
  const at = 1_000_000
  const succeeds = await outbox.wait({ url, phone: '79000000001', test: true, at })
  const fails = await outbox.wait({ url, phone: '79000000002', test: true, at })
  const expired = await outbox.wait({ url, phone: '79000000001', test: true, at: at - 60_000 })
  const real = await outbox.wait({ url, at })
  const clock = new ManualClock(at + 400)
  await freshProcess(clock).inbound.recoverTestCalls()
  await clock.advance(500)
  expect(await outbox.store.webhookOfCall(succeeds)).toBeUndefined()
  await clock.advance(200)
  const delivery = await eventually(
    () => outbox.store.webhookOfCall(succeeds),
    (found) => found !== undefined,
  )
  expect(delivery).toMatchObject({ state: 'pending', createdAt: at + 1_000 })
  await clock.advance(10_000)
  for (const other of [fails, expired, real]) expect((await outbox.store.call(other))?.state).toBe('checking')
})

it('[D6-71] inbound after a restart: confirms a request that was made before, and computes its number again', async () => {
  const phone = '79161234567'
  const vendorId = await outbox.wait({ url, phone, at: 1_000_000 })
  const { inbound, numbers } = freshProcess(new ManualClock(1_030_000))
  expect(await inbound.confirm(vendorId, confirmingCall)).toBe(true)
  const record = (await outbox.store.call(vendorId))!
  expect(record).toMatchObject({ state: 'completed', reason: 'called' })
  expect(await numbers.of(record)).toBe(phone)
})

it('inbound numbers: are kept for a minute, ten thousand at most, and not after an erasure', async () => {
  const clock = new ManualClock()
  // Another hash, so that the answer can only come from memory.
  const forgotten = { phoneMask: '7916***4567', phoneHash: Buffer.alloc(32) }
  const numbers = new ClientNumbers(outboxHasher, clock)
  for (let vendorId = 0; vendorId <= 10_000; vendorId++) numbers.remember(vendorId, `n${vendorId}`)
  expect(await numbers.of({ vendorId: 0, ...forgotten })).toBeUndefined()
  expect(await numbers.of({ vendorId: 1, ...forgotten })).toBe('n1')
  expect(await numbers.of({ vendorId: 1, phoneMask: '', phoneHash: null })).toBeUndefined()
  await clock.advance(60_000)
  expect(await numbers.of({ vendorId: 10_000, ...forgotten })).toBeUndefined()
})
