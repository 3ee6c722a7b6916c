import { expect, it } from 'vitest'
import type { CallRecord } from '../../books/call.ts'
import { ConcurrencyLimit } from '../../platform/concurrency-limit.ts'
import type { ListFilter, ListItem } from '../../storage/queries/list-page.ts'
import type { Store } from '../../storage/store.ts'
import { csvOfItems } from './export.ts'

const record = (vendorId: number) =>
  ({
    ...{
      vendorId,
      startedAt: 0,
      settledAt: null,
      state: 'checking',
      mode: 'flash',
      details: null,
      costUnits: 0,
    },
    ...{ country: 'RU', operator: '', portedTo: '', client: '' },
  }) as CallRecord

const everything = {
  accountId: 1,
  serviceIds: [1],
  mode: null,
  state: null,
  test: null,
  reason: null,
  from: null,
  to: null,
}

const ofOwner = { isMoneyShown: false, mayShowCode: false }

/** A store with calls without end; every third page is empty, as when a filter matches little. */
function endlessStore() {
  const asked: ListFilter[] = []
  const store = {
    account: async () => ({ email: 'shop@example.com' }),
    service: async () => ({ name: 'Shop' }),
    callsNumbered: async () => [],
    listPage: async (filter: ListFilter) => {
      asked.push(filter)
      const before = filter.before?.call ?? 10_000_000
      if (asked.length % 3 === 0) return { items: [], next: { call: before - 5_000, verification: '' } }
      const items = Array.from({ length: filter.limit }, (_, index) => record(before - 1 - index))
      return { items, next: { call: items.at(-1)!.vendorId, verification: '' } }
    },
  } as unknown as Store
  return { store, asked }
}

it('export: has one spelling of states and reasons, for calls and verifications', async () => {
  const { store } = endlessStore()
  const ended = { id: 'vf_1', status: 'failed', reason: 'bad_number', steps: [], createdAt: 0, endedAt: 0 }
  const found = [
    { ...record(1), state: 'completed', reason: 'rang' },
    { ...record(2), state: 'failed', reason: 'bad number' },
    { ...record(3), mode: 'inbound', state: 'completed', reason: 'called' },
    { ...record(4), reason: null },
    { ...ended, country: 'RU', operator: '', portedTo: '' },
  ] as unknown as ListItem[]
  const chunks = await Array.fromAsync(csvOfItems(store, everything, found, ofOwner))
  const rows = chunks.join('').trimEnd().split('\r\n').slice(1)
  expect(rows.map((row) => row.split(',').slice(6, 8))).toEqual([
    ['delivered', 'rang'],
    ['failed', 'bad number'],
    ['confirmed', 'called'],
    ['in progress', ''],
    ['failed', 'bad number'],
  ])
})

it('export: ends at its row limit', async () => {
  const { store } = endlessStore()
  let lines = 0
  for await (const chunk of csvOfItems(
    store,
    everything,
    undefined,
    { ...ofOwner, isMoneyShown: true },
    7_000,
  )) {
    lines += String(chunk).split('\r\n').length - 1
  }
  expect(lines).toBe(7_001)
})

it('export: stops reading the store when the client disconnects', async () => {
  const { store, asked } = endlessStore()
  for await (const _ of csvOfItems(store, everything, undefined, ofOwner)) break
  const askedThen = asked.length
  await new Promise((resolve) => setImmediate(resolve))
  expect(askedThen).toBeLessThan(10)
  expect(asked.length).toBe(askedThen)
})

it('concurrency limit: a person gets so many places, and gives one back only once', () => {
  const limit = new ConcurrencyLimit<number>(2)
  const [first, second] = [limit.take(7), limit.take(7)]
  expect(limit.take(7)).toBeUndefined()
  expect(limit.take(8)).toBeDefined()
  first!()
  first!()
  expect(limit.take(7)).toBeDefined()
  expect(limit.take(7)).toBeUndefined()
  second!()
  expect(limit.take(7)).toBeDefined()
})
