import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { insertCall } from '../../../test/postgres/insert-call.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { migrations } from '../migrations.ts'
import { newestVersion } from '../schema-state.ts'
import { buildConcurrently } from './concurrent-index.ts'
import { migrate } from './migrate.ts'

const patienceMs = 60_000
/** As the next release might add one. */
const withIndex = [
  ...migrations,
  {
    indexes: [{ name: 'calls_by_client', table: 'calls', on: '(client, vendor_id)' }],
    sql: 'CREATE TABLE later (id bigint)',
  },
]
/** A statement that has to wait for the index build runs into this timeout and fails the test. */
const writerTimeoutMs = 5_000

let url: string
let holder: pg.Client
let writer: pg.Client
beforeEach(async () => {
  url = await freshDatabase()
  await ask(url, insertCall(100_000))
  holder = new pg.Client({ connectionString: url })
  writer = new pg.Client({ connectionString: url, statement_timeout: writerTimeoutMs })
  await Promise.all([holder.connect(), writer.connect()])
})
afterEach(async () => {
  await holder.end()
  await writer.end()
})

/** Opens a transaction that an index build on this partition has to wait for. */
const hold = (partition: string) => holder.query(`BEGIN; LOCK TABLE ${partition} IN ROW EXCLUSIVE MODE`)

async function buildWaits(): Promise<number> {
  for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(20)) {
    const [found] = await ask(
      url,
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
         AND query LIKE 'CREATE INDEX CONCURRENTLY%'`,
    )
    if (found !== undefined) return Number(found.pid)
  }
  throw new Error('nothing was built concurrently')
}

const builds = () =>
  ask(
    url,
    `SELECT indrelid::regclass::text AS table, indisvalid AS valid FROM pg_index
     WHERE indexrelid::regclass::text LIKE '%by_client' AND indrelid::regclass::text LIKE 'calls%'
     ORDER BY 1`,
  )
/** The table and its partitions that have no valid index by client. */
const unindexed = () =>
  ask(
    url,
    `SELECT relname FROM pg_class WHERE relname ~ '^calls(_[0-9]+)?$' AND NOT EXISTS (
       SELECT FROM pg_index WHERE indrelid = pg_class.oid AND indisvalid
         AND pg_get_indexdef(indexrelid) LIKE '%(client, vendor_id)')`,
  )
const version = async () => (await ask(url, 'SELECT max(version) AS version FROM ringkey_schema'))[0]!.version

it('concurrent index: writes continue and other nodes can start while an index is built on a large table', async () => {
  await hold('calls_0')
  const migrating = Promise.all([migrate(url, withIndex), migrate(url, withIndex)])
  await buildWaits()
  for (let id = 200_000; id < 200_020; id++) await writer.query(insertCall(id))
  await writer.query('UPDATE calls SET state = 0 WHERE vendor_id = 200000')
  // Meanwhile a node of the old version creates the next partition.
  for (const table of ['calls', 'unique_keys', 'search_keys']) {
    await writer.query(`CREATE TABLE ${table}_3000000 (LIKE ${table} INCLUDING ALL)`)
    await writer.query(
      `ALTER TABLE ${table} ATTACH PARTITION ${table}_3000000 FOR VALUES FROM (3000000) TO (4000000)`,
    )
  }
  await writer.query('INSERT INTO vendor_ranges VALUES (3000000, 4000000)')
  await writer.query(insertCall(3_000_001))
  expect(await version()).toBe(newestVersion(migrations))
  await holder.query('COMMIT')
  await migrating
  expect(await version()).toBe(newestVersion(withIndex))
  expect(await unindexed()).toEqual([])
})

it('concurrent index: an interrupted build is repaired at the next start', async () => {
  await hold('calls_0')
  const cutOff = migrate(url, withIndex).catch((error: Error) => error.message)
  await ask(url, `SELECT pg_terminate_backend(${await buildWaits()})`)
  expect(await cutOff).toMatch(/PostgreSQL cannot be used/)
  await holder.query('COMMIT')
  expect(await builds()).toEqual([
    { table: 'calls', valid: false },
    { table: 'calls_0', valid: false },
  ])
  await migrate(url, withIndex)
  expect(await unindexed()).toEqual([])
  expect(await version()).toBe(newestVersion(withIndex))
})

it('concurrent index: a table without partitions is indexed by one build', async () => {
  const index = { name: 'repeats_by_vendor', table: 'repeats', on: '(vendor_id)' }
  await buildConcurrently(writer, index)
  await buildConcurrently(writer, index)
  expect(
    await ask(
      url,
      `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'repeats_by_vendor'::regclass`,
    ),
  ).toEqual([{ valid: true }])
})
