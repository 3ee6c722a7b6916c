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
/** Account lock, read and end each look up the row, and each may pass older versions of it. */
const readsOfACall = 6

const fruitlessScans = `SELECT indexrelname AS name FROM pg_stat_user_indexes
  WHERE relname ~ '^calls_\\d+$' AND indexrelname !~ 'pkey$' AND idx_scan > 0`
const wholeTables = `SELECT relname AS name FROM pg_stat_user_tables
  WHERE relname ~ '^(calls_\\d+|unique_keys_\\d+|number_limits)$' AND seq_tup_read > 0`
const rowsRead = `SELECT coalesce(sum(idx_tup_read), 0)::int AS rows FROM pg_stat_user_indexes
  WHERE relname ~ '^calls_\\d+$' OR indexrelname = 'number_limits_pkey'`
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
    await Promise.all(ids.map((vendorId) => house.store.settle(ended(house, vendorId, true))))
  }
}

const sizes = [1, 50]

it.each(sizes)(
  'query plans: a young table is read by key, one row at a time, in batches of %i',
  async (atOnce) => {
    const url = await freshDatabase()
    const node = { ...options, url, nodeId: 'one', now: () => startMs }
    const house = await furnish({ open: () => openPostgresStore(node) }, 1e9)
    await callAndEnd(house, atOnce, 0)
    // Sessions report their statistics when they end.
    await house.store.close()
    expect(await ask(url, fruitlessScans)).toEqual([])
    expect(await ask(url, wholeTables)).toEqual([])
    expect(await read(url)).toBeLessThanOrEqual(readsOfACall * calls)
  },
)

it.each([
  ['was analysed while it was empty', 'VACUUM ANALYZE'],
  [
    'has indexes that are newer than its key, as after a restored dump',
    'REINDEX INDEX CONCURRENTLY calls_0_deadline_at_idx',
  ],
])('query plans: a young table is also read by key when it %s', async (_, statement) => {
  const url = await freshDatabase()
  const open = () => openPostgresStore({ ...options, url, nodeId: 'one', now: () => startMs })
  const house = await furnish({ open }, 1e9)
  await ask(url, statement)
  await callAndEnd(house, 50, 0)
  await house.store.close()
  expect(await read(url)).toBeLessThanOrEqual(readsOfACall * calls)
})

it.each(['VACUUM ANALYZE', 'SELECT'])(
  'maintenance: analyses a table whose rows PostgreSQL does not know of, once (after %s)',
  async (statement) => {
    const url = await freshDatabase()
    const open = () => openPostgresStore({ ...options, url, nodeId: 'one', now: () => startMs })
    const house = await furnish({ open }, 1e9)
    await ask(url, statement)
    await callAndEnd(house, 50, 0)
    // The database may learn about the writes of a session only when it ends.
    await house.store.close()
    const known = "SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'calls_0'"
    expect((await ask(url, known))[0]!.rows).toBeLessThanOrEqual(0)
    const maintaining = await open()
    while (await maintaining.maintain());
    await maintaining.close()
    expect(await ask(url, known)).toEqual([{ rows: calls }])
  },
)
