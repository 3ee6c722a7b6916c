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

it.each([
  ['was analysed while it was empty', 'VACUUM ANALYZE'],
  [
    'has indexes that are newer than its key, as after a restored dump',
    'REINDEX INDEX CONCURRENTLY verifications_0_deadline_at_idx',
  ],
])('so is one that %s', async (_, statement) => {
  const url = await freshDatabase()
  const open = () => openPostgresStore({ ...options, url, nodeId: 'one', now: () => startMs })
  const house = await furnish({ open }, 1e9)
  await ask(url, statement)
  await callAndEnd(house, 50, 0)
  await house.store.close()
  expect(await read(url)).toBeLessThanOrEqual(readsOfACall * calls)
})

it.each(['VACUUM ANALYZE', 'SELECT'])(
  'a table with rows that PostgreSQL does not know of is analysed, once tended (after %s)',
  async (statement) => {
    const url = await freshDatabase()
    const open = () => openPostgresStore({ ...options, url, nodeId: 'one', now: () => startMs })
    const house = await furnish({ open }, 1e9)
    await ask(url, statement)
    await callAndEnd(house, 50, 0)
    // Until its sessions end the database may not know yet that they have written.
    await house.store.close()
    const known = "SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'verifications_0'"
    expect((await ask(url, known))[0]!.rows).toBeLessThanOrEqual(0)
    const maintaining = await open()
    while (await maintaining.maintain());
    await maintaining.close()
    expect(await ask(url, known)).toEqual([{ rows: calls }])
  },
)
