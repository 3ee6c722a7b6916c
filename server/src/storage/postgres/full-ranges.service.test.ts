import { expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import {
  admitted,
  callTo,
  type Furnished,
  furnish,
  options,
  startMs,
} from '../../../test/store-contract/fixture.ts'
import type { Store } from '../store.ts'
import { openLongPool } from './connection.ts'
import { closeFullRange } from './full-ranges.ts'
import { KeyFilters } from './key-filters.ts'
import { openPostgresStore } from './store.ts'
import { PostgresSql, transaction } from './transaction.ts'

const open = (url: string) => () => openPostgresStore({ ...options, url, nodeId: 'one', now: () => startMs })

/** Moves the next id far into the second range: the first range is full and gets no more writes. */
const fillFirstRange = (url: string) => ask(url, "SELECT setval('vendor_ids', 1200000)")
const maintain = async (store: Store) => {
  let steps = 0
  while (await store.maintain()) steps += 1
  return steps
}
const keyed = (house: Furnished, nth: number) =>
  callTo(`7916${String(2_000_000 + nth)}`, house, { unique: `key ${nth}` })

it('full ranges: nodes with the filter and nodes without it find the keys of a full range', async () => {
  const url = await freshDatabase()
  const house = await furnish({ open: open(url) })
  const ids: number[] = []
  for (let nth = 0; nth < 20; nth++) ids.push(await admitted(house.store, keyed(house, nth)))
  expect(await maintain(house.store)).toBe(0)
  await fillFirstRange(url)
  expect(await maintain(house.store)).toBe(3)
  const other = await open(url)()
  for (const store of [house.store, other]) {
    for (let nth = 0; nth < 20; nth++) {
      expect(await store.admitCall(keyed(house, nth))).toMatchObject({ kind: 'replayed', vendorId: ids[nth] })
    }
  }
  const next = await admitted(house.store, keyed(house, 20))
  expect(next).toBeGreaterThan(1_200_000)
  expect(await other.admitCall(keyed(house, 20))).toMatchObject({ kind: 'replayed', vendorId: next })
  await house.store.close()
  await other.close()
})

it('full ranges: a kept id that belongs to a full range is replaced by a new one', async () => {
  const url = await freshDatabase()
  const house = await furnish({ open: open(url) })
  const first = await admitted(house.store, keyed(house, 0))
  // Each request draws an id and keeps it, because the number limit refuses the call.
  const refusedIds = [0, 1, 2].map((nth) =>
    house.store.admitCall({ ...keyed(house, 0), unique: `again ${nth}` }),
  )
  for (const refused of await Promise.all(refusedIds)) expect(refused.kind).toBe('refused')
  await fillFirstRange(url)
  await maintain(house.store)
  const second = await admitted(house.store, keyed(house, 1))
  expect(first).toBeLessThan(1_000_000)
  expect(second).toBeGreaterThan(1_200_000)
  await house.store.close()
})

it('full ranges: closing a range waits for the transactions that still write there', async () => {
  const url = await freshDatabase()
  const house = await furnish({ open: open(url) })
  await fillFirstRange(url)
  const pool = openLongPool(url)
  const late = await pool.connect()
  await late.query('BEGIN; INSERT INTO unique_keys VALUES (77, 500000)')
  expect(await house.store.maintain()).toBe(false)
  await late.query('COMMIT')
  late.release()
  expect(await maintain(house.store)).toBe(3)
  await expect(pool.query('INSERT INTO unique_keys VALUES (78, 500001)')).rejects.toMatchObject({
    code: '23514',
    constraint: undefined,
  })
  const filters = new KeyFilters()
  await filters.loadSome(new PostgresSql(pool))
  expect(filters.span).toEqual({ firstId: 0, endId: 1_000_000 })
  expect(filters.suspects([77, 78])).toEqual([{ keyHash: 77, firstId: 0, endId: 1_000_000 }])
  await pool.end()
  await house.store.close()
})

it('full ranges: the many keys of a range are spread over several filters, which are deleted with the range', async () => {
  const url = await freshDatabase()
  await (await open(url)()).close()
  await ask(
    url,
    `INSERT INTO unique_keys SELECT nth::bigint * 14073748835, nth FROM generate_series(1, 20000) AS nth`,
  )
  await fillFirstRange(url)
  const pool = openLongPool(url)
  expect(await transaction(pool, closeFullRange)).toBe(true)
  await ask(url, 'UPDATE vendor_ranges SET key_pieces = 7 WHERE first_id = 0')
  const store = await open(url)()
  expect(await maintain(store)).toBe(8)
  const filters = new KeyFilters()
  const sql = new PostgresSql(pool)
  expect(await filters.loadSome(sql)).toBe(true)
  expect(await filters.loadSome(sql)).toBe(false)
  const keyHashes = Array.from({ length: 20_000 }, (_, index) => (index + 1) * 14_073_748_835)
  expect(filters.suspects(keyHashes)).toHaveLength(20_000)
  expect(filters.suspects(keyHashes.map((keyHash) => keyHash + 1)).length).toBeLessThan(80)
  await ask(url, 'DELETE FROM vendor_ranges WHERE first_id = 0')
  expect(await filters.loadSome(sql)).toBe(false)
  expect(filters.span).toEqual({ firstId: 0, endId: 0 })
  expect(await ask(url, 'SELECT count(*)::int AS count FROM key_filters')).toEqual([{ count: 0 }])
  await pool.end()
  await store.close()
})

it('full ranges: filters are not used with a database in which the range is open again', async () => {
  const url = await freshDatabase()
  const house = await furnish({ open: open(url) })
  const other = await open(url)()
  await admitted(house.store, keyed(house, 0))
  await fillFirstRange(url)
  expect(await maintain(house.store)).toBe(3)
  // The state before the closing, as in a backup or on a replica that did not receive it.
  await ask(
    url,
    `DROP TRIGGER full_range ON unique_keys_0; DELETE FROM key_filters; DELETE FROM meta WHERE name = 'key_closing';
     UPDATE vendor_ranges SET key_pieces = NULL, key_closing = NULL; SELECT setval('vendor_ids', 500000)`,
  )
  const late = await admitted(other, keyed(house, 1))
  expect(late).toBeLessThan(1_000_000)
  const again = () => house.store.admitCall(keyed(house, 1))
  expect(await again()).toMatchObject({ kind: 'replayed', vendorId: late })
  await fillFirstRange(url)
  expect(await maintain(house.store)).toBe(3)
  expect(await again()).toMatchObject({ kind: 'replayed', vendorId: late })
  await house.store.close()
  await other.close()
})

it('full ranges: filters are loaded one range at a time, none twice, and a range without keys takes no memory', async () => {
  const url = await freshDatabase()
  const store = await open(url)()
  await ask(url, 'INSERT INTO unique_keys VALUES (77, 1), (78, 2000001)')
  await ask(url, "SELECT setval('vendor_ids', 2200000)")
  expect(await maintain(store)).toBe(5)
  expect(await ask(url, 'SELECT key_pieces::int AS pieces FROM vendor_ranges ORDER BY first_id')).toEqual([
    { pieces: 1 },
    { pieces: 0 },
    { pieces: null },
  ])
  const pool = openLongPool(url)
  const sql = new PostgresSql(pool)
  const filters = new KeyFilters()
  while (await filters.loadSome(sql));
  expect(filters.suspects([77, 78])).toEqual([{ keyHash: 77, firstId: 0, endId: 1_000_000 }])

  await store.purge({ before: -startMs, now: startMs, limit: 1 })
  await ask(url, "SELECT setval('vendor_ids', 3200000)")
  await maintain(store)
  expect(await filters.loadSome(sql)).toBe(true)
  expect(filters.span).toEqual({ firstId: 0, endId: 3_000_000 })
  expect(await filters.loadSome(sql)).toBe(false)
  expect(filters.suspects([77, 78]).map(({ firstId }) => firstId)).toEqual([2_000_000, 0])
  await pool.end()
  await store.close()
})
