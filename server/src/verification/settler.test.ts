import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import type { Settlement } from '../books/settlement.ts'
import type { Store } from '../storage/store.ts'
import { Settler } from './settler.ts'

/** A store in which so many verifications are past their deadline. */
function overdue(count: number) {
  const due = new Set(Array.from({ length: count }, (_, index) => 100_000 + index))
  const settlements: Settlement[] = []
  const store = {
    dueVerifications: async ({ limit }: { limit: number }) =>
      [...due].slice(0, limit).map((vendorId) => ({ vendorId })),
    async settle(settlement: Settlement) {
      settlements.push(settlement)
      return due.delete(settlement.vendorId)
    },
  } as unknown as Store
  const events = { settled: () => {}, storeTrouble: () => {} }
  return { due, settlements, settler: new Settler(store, new ManualClock(), events) }
}

it('expires everything that is due in one round, page by page, and gives its money back', async () => {
  const { due, settlements, settler } = overdue(1_700)
  await settler.sweep()
  expect(due.size).toBe(0)
  expect(new Set(settlements.map(({ completed, money }) => `${completed} ${money}`))).toEqual(
    new Set(['false release']),
  )
})

it('leaves to the next round what is more than ten thousand', async () => {
  const { due, settler } = overdue(10_300)
  await settler.sweep()
  expect(due.size).toBe(300)
  await settler.sweep()
  expect(due.size).toBe(0)
})
