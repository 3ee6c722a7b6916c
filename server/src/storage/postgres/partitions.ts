import { dayMs, minuteMs } from '../../platform/clock.ts'
import type { Sql } from '../sql.ts'

/** How many whole ranges are prepared after the one in use: a busy node needs at least a minute to fill one. */
const rangesAhead = 2
const narrowest = 1_000_000
const widest = 100_000_000
/** "ringpart" as bytes. This lock is held to make or drop partitions. */
const partitionLock = 0x72_69_6e_67_70_61

const rangedTables = ['calls', 'unique_keys', 'search_keys'] as const

export interface VendorRange {
  readonly firstId: number
  readonly endId: number
}

async function lockPartitions(sql: Sql): Promise<void> {
  await sql.get`SELECT pg_advisory_xact_lock(${partitionLock})`
}

/** Returns false when another node holds the lock. */
export async function tryLockPartitions(sql: Sql): Promise<boolean> {
  const row = await sql.get`SELECT pg_try_advisory_xact_lock(${partitionLock})::int AS locked`
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
 * Makes the partitions that new ids will soon need. A range is about as wide as a day of traffic, so that retention can
 * drop it whole and there are never more than a few hundred.
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

/** Makes the partitions for the ids of an installation before it is copied from another store. */
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
    // The ids that were purged long ago become one empty range, which the next purge drops.
    const firstKept = Math.floor((first?.vendorId ?? nextId) / narrowest) * narrowest
    await addRange(sql, { firstId: endId, endId: firstKept > endId ? firstKept : endId + width })
  }
  await ensurePartitionsAhead(sql, lastStartedAt)
}

/**
 * Makes the partition as a table of its own and then attaches it: that lock allows reads and writes, while CREATE TABLE
 * … PARTITION OF would block both (PostgreSQL manual, 5.12.2.2).
 */
async function addRange(sql: Sql, { firstId, endId }: VendorRange): Promise<void> {
  for (const table of rangedTables) {
    await sql.run(`CREATE TABLE ${table}_${firstId} (LIKE ${table} INCLUDING ALL)`)
    if (table === 'calls') await renewPrimaryKey(sql, `${table}_${firstId}`)
    await sql.run(
      `ALTER TABLE ${table} ATTACH PARTITION ${table}_${firstId} FOR VALUES FROM (${firstId}) TO (${endId})`,
    )
  }
  await sql.run`INSERT INTO vendor_ranges VALUES (${firstId}, ${endId})`
}

/**
 * While a range is empty all its indexes look equally cheap, and PostgreSQL picks the newest. If that were the index by
 * deadline, ending a call would read all open ones of the range, until it is analysed and planned again. So the
 * primary key is made the newest.
 */
async function renewPrimaryKey(sql: Sql, table: string): Promise<void> {
  await sql.run(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey, ADD PRIMARY KEY (vendor_id)`)
}

export async function dropRange(sql: Sql, { firstId }: VendorRange): Promise<void> {
  for (const table of rangedTables) await sql.run(`DROP TABLE ${table}_${firstId}`)
  await sql.run`DELETE FROM vendor_ranges WHERE first_id = ${firstId}`
}

async function widthFor(sql: Sql, lastId: number, now: number): Promise<number> {
  const ranges = (await vendorRanges(sql)).filter(({ firstId }) => firstId <= lastId)
  const from = ranges.at(-rangesAhead)?.firstId ?? 0
  const first = await sql.get`SELECT vendor_id, started_at FROM calls WHERE vendor_id >= ${from}
    ORDER BY vendor_id LIMIT 1`
  if (first === undefined) return narrowest
  return dayWidth(lastId - Number(first.vendor_id), now - Number(first.started_at))
}

/** The number of ids in a day at this rate, rounded to whole millions. */
function dayWidth(ids: number, durationMs: number): number {
  const aDay = (ids * dayMs) / Math.max(minuteMs, durationMs)
  return Math.min(widest, Math.max(narrowest, Math.ceil(aDay / narrowest) * narrowest))
}
