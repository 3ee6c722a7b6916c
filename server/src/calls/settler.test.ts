import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import type { Settlement } from '../books/settlement.ts'
import type { Store } from '../storage/store.ts'
import { Settler } from './settler.ts'

/** A store with this many calls past their deadline. */
function overdue(count: number) {
  const due = new Set(Array.from({ length: count }, (_, index) => 100_000 + index))
  const settlements: Settlement[] = []
  const store = {
    dueCalls: async ({ limit }: { limit: number }) =>
      [...due].slice(0, limit).map((vendorId) => ({ vendorId })),
    async settle(settlement: Settlement) {
      settlements.push(settlement)
      return due.delete(settlement.vendorId)
    },
  } as unknown as Store
  const events = { settled: () => {}, storeTrouble: () => {} }
  return { due, settlements, settler: new Settler(store, new ManualClock(), events) }
}

it('settler: one round expires everything that is due, page by page, and returns the money', async () => {
  const { due, settlements, settler } = overdue(1_700)
  await settler.sweep()
  expect(due.size).toBe(0)
  expect(new Set(settlements.map(({ completed, money }) => `${completed} ${money}`))).toEqual(
    new Set(['false release']),
  )
})

it('settler: more than ten thousand are left to the next round', async () => {
  const { due, settler } = overdue(10_300)
  await settler.sweep()
  expect(due.size).toBe(300)
  await settler.sweep()
  expect(due.size).toBe(0)
})
