import { expect, it } from 'vitest'
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
