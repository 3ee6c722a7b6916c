import { expect, it } from 'vitest'
import type { VerificationRecord } from '../../books/verification.ts'
import type { VerificationFilter } from '../../storage/insight-records.ts'
import type { Store } from '../../storage/store.ts'
import { Seats } from '../seats.ts'
import { exportOf, maxExportRows } from './export.ts'

const record = (vendorId: number) =>
  ({ vendorId, startedAt: 0, settledAt: null, client: '', details: null, costUnits: 0 }) as VerificationRecord

const everything = {
  serviceIds: [1],
  mode: null,
  state: null,
  test: null,
  reason: null,
  from: null,
  to: null,
}

/** A store with verifications without end; every third page is empty, as when a filter matches little. */
function endlessStore() {
  const asked: VerificationFilter[] = []
  const store = {
    verificationPage: async (filter: VerificationFilter) => {
      asked.push(filter)
      const before = filter.before ?? 10_000_000
      if (asked.length % 3 === 0) return { items: [], next: before - 5_000 }
      const items = Array.from({ length: filter.limit }, (_, index) => record(before - 1 - index))
      return { items, next: items.at(-1)!.vendorId }
    },
  } as unknown as Store
  return { store, asked }
}

it('ends at its bound, also when there is more', async () => {
  const { store } = endlessStore()
  let lines = 0
  for await (const chunk of exportOf(store, everything, true)) {
    lines += String(chunk).split('\r\n').length - 1
  }
  expect(lines).toBe(maxExportRows + 1)
})

it('asks the store no further when nobody reads', async () => {
  const { store, asked } = endlessStore()
  for await (const _ of exportOf(store, everything, false)) break
  const askedThen = asked.length
  await new Promise((resolve) => setImmediate(resolve))
  expect(askedThen).toBeLessThan(10)
  expect(asked.length).toBe(askedThen)
})

it('gives a person so many seats, and one back only once', () => {
  const seats = new Seats(2)
  const [first, second] = [seats.take(7), seats.take(7)]
  expect(seats.take(7)).toBeUndefined()
  expect(seats.take(8)).toBeDefined()
  first!()
  first!()
  expect(seats.take(7)).toBeDefined()
  expect(seats.take(7)).toBeUndefined()
  second!()
  expect(seats.take(7)).toBeDefined()
})
