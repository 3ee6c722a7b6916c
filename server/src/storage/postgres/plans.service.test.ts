import { expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import {
  callTo,
  ended,
  type Furnished,
  furnish,
  options,
  startMs,
} from '../../../test/store-contract/fixture.ts'
import { openPostgresStore } from './store.ts'

const calls = 400
/** The lock of the account, the reading and the end each look it up, and may pass by older versions of a row. */
const readsOfACall = 6

const fruitlessScans = `SELECT indexrelname AS name FROM pg_stat_user_indexes
  WHERE relname ~ '^verifications_\\d+$' AND indexrelname !~ 'pkey$' AND idx_scan > 0`
const wholeTables = `SELECT relname AS name FROM pg_stat_user_tables
  WHERE relname ~ '^(verifications_\\d+|unique_keys_\\d+|number_limits)$' AND seq_tup_read > 0`
const rowsRead = `SELECT coalesce(sum(idx_tup_read), 0)::int AS rows FROM pg_stat_user_indexes
  WHERE relname ~ '^verifications_\\d+$' OR indexrelname = 'number_limits_pkey'`
const read = async (url: string) => (await ask(url, rowsRead))[0]!.rows as number

async function callAndEnd(house: Furnished, atOnce: number, from: number): Promise<void> {
  for (let done = 0; done < calls; done += atOnce) {
    const admissions = Array.from({ length: atOnce }, async (_, nth) => {
      const number = from + done + nth
      const request = callTo(`7916${1_000_000 + number}`, house, { unique: `key ${number}` })
      const result = await house.store.admitCall(request)
      if (result.kind !== 'admitted') throw new Error(JSON.stringify(result))
      return result.vendorId
    })
    const ids = await Promise.all(admissions)
    await Promise.all(ids.map((vendorId) => house.store.settle(ended(vendorId, true))))
  }
}

const sizes = [1, 50]

it.each(sizes)('a young table is read by its keys, a row at a time, in batches of %i', async (atOnce) => {
  const url = await freshDatabase()
  const node = { ...options, url, nodeId: 'one', now: () => startMs }
  const house = await furnish({ open: () => openPostgresStore(node) }, 1e9)
  await callAndEnd(house, atOnce, 0)
  // The sessions tell what they did when they end.
  await house.store.close()
  expect(await ask(url, fruitlessScans)).toEqual([])
  expect(await ask(url, wholeTables)).toEqual([])
  expect(await read(url)).toBeLessThanOrEqual(readsOfACall * calls)
})

it.each(sizes)(
  'so is one that was analysed while it was empty, once tended, in batches of %i',
  async (atOnce) => {
    const url = await freshDatabase()
    const open = () => openPostgresStore({ ...options, url, nodeId: 'one', now: () => startMs })
    const house = await furnish({ open }, 1e9)
    await ask(url, 'VACUUM ANALYZE')
    await callAndEnd(house, atOnce, 0)
    // Until its sessions end the database may not know yet that they have written.
    await house.store.close()
    const tending = await open()
    while (await tending.tend());
    await tending.close()
    const before = await read(url)
    const again = { ...house, store: await open() }
    await callAndEnd(again, atOnce, calls)
    await again.store.close()
    expect((await read(url)) - before).toBeLessThanOrEqual(readsOfACall * calls)
  },
)

it('a range that stands ready and has newer indexes than its key is made anew, once tended', async () => {
  const url = await freshDatabase()
  const open = () => openPostgresStore({ ...options, url, nodeId: 'one', now: () => startMs })
  const house = await furnish({ open }, 1e9)
  await ask(url, 'REINDEX INDEX CONCURRENTLY verifications_1000000_deadline_at_idx')
  while (await house.store.tend());
  await ask(url, "SELECT setval('vendor_ids', 1000000)")
  await callAndEnd(house, 1, 0)
  await house.store.close()
  expect(await ask(url, fruitlessScans)).toEqual([])
  expect(await read(url)).toBeLessThanOrEqual(readsOfACall * calls)
})

it('a range that stands ready and was analysed is as if it never was, once tended', async () => {
  const url = await freshDatabase()
  const open = () => openPostgresStore({ ...options, url, nodeId: 'one', now: () => startMs })
  const house = await furnish({ open }, 1e9)
  await ask(url, 'VACUUM ANALYZE')
  const known = `SELECT count(*)::int AS tables FROM pg_class
    WHERE relname ~ '^(verifications|unique_keys|search_keys)_[12]000000$' AND reltuples = 0`
  expect(await ask(url, known)).toEqual([{ tables: 6 }])
  while (await house.store.tend());
  expect(await ask(url, known)).toEqual([{ tables: 0 }])
  await ask(url, "SELECT setval('vendor_ids', 1000000)")
  await callAndEnd(house, 50, 0)
  await house.store.close()
  expect(await ask(url, fruitlessScans)).toEqual([])
  expect(await read(url)).toBeLessThanOrEqual(readsOfACall * calls)
})
