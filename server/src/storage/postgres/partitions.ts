import { dayMs, minuteMs } from '../../platform/clock.ts'
import type { Sql } from '../sql.ts'

/** Whole ranges that stand ready behind the one in use: a busy node fills one in a minute at the earliest. */
const rangesAhead = 2
const narrowest = 1_000_000
const widest = 100_000_000
/** "ringpart" as bytes: whoever makes or drops partitions holds this lock. */
const partitionLock = 0x72_69_6e_67_70_61

const rangedTables = ['verifications', 'unique_keys', 'search_keys'] as const

export interface VendorRange {
  readonly firstId: number
  readonly endId: number
}

async function lockPartitions(sql: Sql): Promise<void> {
  await sql.get('SELECT pg_advisory_xact_lock($1)', partitionLock)
}

/** False when another node is at it. */
export async function tryLockPartitions(sql: Sql): Promise<boolean> {
  const row = await sql.get('SELECT pg_try_advisory_xact_lock($1)::int AS locked', partitionLock)
  return row?.locked === 1
}

export async function vendorRanges(sql: Sql): Promise<VendorRange[]> {
  const rows = await sql.all('SELECT first_id, end_id FROM vendor_ranges ORDER BY first_id')
  return rows.map((row) => ({ firstId: Number(row.first_id), endId: Number(row.end_id) }))
}

export async function lastVendorId(sql: Sql): Promise<number> {
  return Number((await sql.get('SELECT last_value FROM vendor_ids'))?.last_value)
}

/**
 * Makes the partitions that ids will soon need. A range is as wide as about a day of traffic, so that retention
 * can drop it whole, and there are never more than a few hundred of them.
 */
export async function ensurePartitionsAhead(sql: Sql, now: number): Promise<void> {
  const lastId = await lastVendorId(sql)
  const isAhead = async () =>
    (await vendorRanges(sql)).filter(({ firstId }) => firstId > lastId).length >= rangesAhead
  if (await isAhead()) return
  await lockPartitions(sql)
  const width = await widthFor(sql, lastId, now)
  while (!(await isAhead())) {
    const firstId = (await vendorRanges(sql)).at(-1)?.endId ?? 0
    await addRange(sql, { firstId, endId: firstId + width })
  }
}

/** Before an installation of another store is carried over: its ids have to find their ranges. */
export async function ensurePartitionsFor(
  sql: Sql,
  span: { nextId: number; first: { vendorId: number; startedAt: number } | undefined; lastStartedAt: number },
): Promise<void> {
  await lockPartitions(sql)
  const { nextId, first, lastStartedAt } = span
  const width =
    first === undefined ? narrowest : dayWidth(nextId - first.vendorId, lastStartedAt - first.startedAt)
  for (;;) {
    const endId = (await vendorRanges(sql)).at(-1)?.endId ?? 0
    if (endId > nextId) break
    // What was purged long ago is one empty range, which the next purge drops.
    const firstKept = Math.floor((first?.vendorId ?? nextId) / narrowest) * narrowest
    await addRange(sql, { firstId: endId, endId: firstKept > endId ? firstKept : endId + width })
  }
  await ensurePartitionsAhead(sql, lastStartedAt)
}

/**
 * Made beside the table and then attached: that takes a lock which lets reads and writes go on, while
 * CREATE TABLE … PARTITION OF would shut everybody out (PostgreSQL manual, 5.12.2.2).
 */
async function addRange(sql: Sql, { firstId, endId }: VendorRange): Promise<void> {
  for (const table of rangedTables) {
    await sql.run(`CREATE TABLE ${table}_${firstId} (LIKE ${table} INCLUDING ALL)`)
    if (table === 'verifications') await renewPrimaryKey(sql, `${table}_${firstId}`)
    await sql.run(
      `ALTER TABLE ${table} ATTACH PARTITION ${table}_${firstId} FOR VALUES FROM (${firstId}) TO (${endId})`,
    )
  }
  await sql.run('INSERT INTO vendor_ranges VALUES ($1, $2)', firstId, endId)
}

/**
 * While a range is empty every index of it looks equally cheap, and the newest one is taken: were that the one by
 * deadline, each end would read all of it that is open, until the range is analysed and the plans are made anew.
 */
async function renewPrimaryKey(sql: Sql, table: string): Promise<void> {
  await sql.run(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey, ADD PRIMARY KEY (vendor_id)`)
}

export async function dropRange(sql: Sql, { firstId }: VendorRange): Promise<void> {
  for (const table of rangedTables) await sql.run(`DROP TABLE ${table}_${firstId}`)
  await sql.run('DELETE FROM vendor_ranges WHERE first_id = $1', firstId)
}

async function widthFor(sql: Sql, lastId: number, now: number): Promise<number> {
  const ranges = (await vendorRanges(sql)).filter(({ firstId }) => firstId <= lastId)
  const from = ranges.at(-rangesAhead)?.firstId ?? 0
  const first = await sql.get(
    'SELECT vendor_id, started_at FROM verifications WHERE vendor_id >= $1 ORDER BY vendor_id LIMIT 1',
    from,
  )
  if (first === undefined) return narrowest
  return dayWidth(lastId - Number(first.vendor_id), now - Number(first.started_at))
}

/** So many ids in so long a time: how many are a day's, in whole millions. */
function dayWidth(ids: number, durationMs: number): number {
  const aDay = (ids * dayMs) / Math.max(minuteMs, durationMs)
  return Math.min(widest, Math.max(narrowest, Math.ceil(aDay / narrowest) * narrowest))
}
