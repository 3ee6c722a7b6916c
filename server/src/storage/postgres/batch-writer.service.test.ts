import { beforeEach, describe, expect, it } from 'vitest'
import { ended } from '../../../test/store-contract/fixture.ts'
import { StoreUnavailable } from '../store.ts'
import { BatchWriter } from './batch-writer.ts'
import type { Reply } from './run-batch.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

it('batch writer: a request that waited too long for its batch is answered as unavailable and is not sent', async () => {
  const batches: { vendorIds: number[]; answer: () => void }[] = []
  let nowMs = 0
  const writer = new BatchWriter(
    (requests) =>
      new Promise((resolve) => {
        const vendorIds = requests.map(({ input }) => (input as { vendorId: number }).vendorId)
        const replies = requests.map((): Reply => ({ kind: 'done', result: true }))
        batches.push({ vendorIds, answer: () => resolve(replies) })
      }),
    () => nowMs,
  )
  const settle = (vendorId: number) => writer.run<'settle', boolean>('settle', ended(vendorId, true))
  const first = [1, 2, 3].map(async (vendorId) => settle(vendorId))
  await turn()
  // The maximum number of batches is now in flight.
  const second = settle(4)
  await turn()
  const third = settle(5)
  await turn()
  expect(batches.map(({ vendorIds }) => vendorIds)).toEqual([[1, 2, 3], [4], [5]])

  const late = settle(6)
  nowMs = 2_500
  const intime = settle(7)
  nowMs = 3_001
  const refused = expect(late).rejects.toBeInstanceOf(StoreUnavailable)
  for (const batch of batches) batch.answer()
  await Promise.all([...first, second, third])
  await refused
  await turn()
  batches[3]!.answer()
  expect(await intime).toBe(true)
  expect(batches[3]!.vendorIds).toEqual([7])
  await writer.close()
})

describe('batch writer: a locked account', () => {
  const fill = 512
  let nowMs = 0
  let batches: { asked: string; answer: (...kinds: Reply['kind'][]) => Promise<void> }[]
  let writer: BatchWriter
  const pay = (accountId: number) =>
    writer.run<'topUp', boolean>('topUp', { accountId, amountUnits: 1, note: '', at: 0 })
  const asked = () => batches.map((batch) => batch.asked)

  beforeEach(async () => {
    nowMs = 0
    batches = []
    writer = new BatchWriter(
      (requests, _, patience) =>
        new Promise((resolve) => {
          const whose = requests.map(({ input }) => ('accountId' in input ? input.accountId : '?'))
          const reply = (kind: Reply['kind']): Reply =>
            kind === 'locked'
              ? { kind, accountId: 1 }
              : kind === 'done'
                ? { kind, result: true }
                : { kind, error: new Error('no lock') }
          const answer = async (...kinds: Reply['kind'][]) => {
            resolve(requests.map((_, index) => reply(kinds[index] ?? kinds.at(-1)!)))
            await turn()
            await turn()
          }
          batches.push({ asked: `${patience} ${[...new Set(whose)]}`, answer })
        }),
      () => nowMs,
    )
  })

  it('waits alone until it gets its lock, and others go on', async () => {
    const first = [pay(1), pay(2)]
    await turn()
    const later = pay(1)
    await batches[0]!.answer('locked', 'done')
    expect(await first[1]).toBe(true)
    const unknown = writer.run<'settle', boolean>('settle', ended(7, true))
    const others = [pay(2), pay(3)]
    await turn()
    await turn()
    expect(asked()).toEqual(['short 1,2', 'long 1', 'none ?', 'short 2,3'])

    await batches[2]!.answer('locked')
    await batches[3]!.answer('done')
    expect(await Promise.all(others)).toEqual([true, true])
    await batches[1]!.answer('done')
    expect(await Promise.all([first[0], later])).toEqual([true, true])
    // What waited for the lock meanwhile goes with the others again.
    expect(asked().slice(4)).toEqual(['short ?'])
    await batches[4]!.answer('done')
    expect(await unknown).toBe(true)
    await writer.close()
  })

  it('has a bounded queue, whose requests are refused when they waited too long', async () => {
    const first = expect(pay(1)).rejects.toBeInstanceOf(StoreUnavailable)
    await turn()
    await batches[0]!.answer('locked')
    const waiting = Promise.allSettled(Array.from({ length: fill }, () => pay(1)))
    await expect(pay(1)).rejects.toBeInstanceOf(StoreUnavailable)
    nowMs = 3_001
    await batches[1]!.answer('unavailable')
    await first
    expect((await waiting).every(({ status }) => status === 'rejected')).toBe(true)
    const next = expect(pay(1)).rejects.toBeInstanceOf(StoreUnavailable)
    await turn()
    await batches[2]!.answer('unavailable')
    await next
    // Without requests it is forgotten after a while.
    nowMs += 60_001
    const other = pay(2)
    await turn()
    const last = [pay(1), pay(3)]
    await turn()
    await batches[3]!.answer('done')
    await batches[4]!.answer('done')
    expect(await Promise.all([other, ...last])).toEqual([true, true, true])
    expect(asked()).toEqual(['short 1', 'long 1', 'long 1', 'short 2', 'short 1,3'])
    await writer.close()
  })
})
