import { dayMs, hourMs } from '../../platform/clock.ts'
import {
  forgetAround,
  type PurgeProgress,
  type PurgeRequest,
  purgeInTurn,
  purgeOldest,
} from '../queries/purge.ts'
import { raw, type Sql } from '../sql.ts'
import { timeOf } from './database-time.ts'
import { digest } from './digest.ts'
import {
  dropRange,
  ensurePartitionsAhead,
  lastVendorId,
  tryLockPartitions,
  type VendorRange,
  vendorRanges,
} from './partitions.ts'

/**
 * A full range that spans less than this is dropped whole instead of row by row; its rows are then deleted up to this
 * much late.
 */
const toleratedLatenessMs = 2 * dayMs
/** DROP locks the table for a moment. Behind a long read it gives up after this time and is tried again in a minute. */
const dropLockTimeoutMs = 500

/** Compares the age of records by the database's clock: one node with a wrong clock would delete the records of all. */
export async function purgeInDatabaseTime(sql: Sql, request: PurgeRequest): Promise<PurgeProgress> {
  const now = await timeOf(sql)
  const inTime = (before: number) => now - (request.now - before)
  const { before, logBefore = 0, requestsBefore = 0 } = request
  return purge(sql, {
    ...request,
    now,
    before: inTime(before),
    logBefore: inTime(logBefore),
    requestsBefore: inTime(requestsBefore),
  })
}

/**
 * Deletes records past their retention: whole ranges where possible, else a bounded number of rows. The ledger is kept.
 */
export async function purge(sql: Sql, request: PurgeRequest): Promise<PurgeProgress> {
  const { before, now, limit } = request
  // Only one node purges at a time.
  if (!(await tryLockPartitions(sql))) return { deleted: 0, more: false }
  await ensurePartitionsAhead(sql, now)
  await sql.run(`SET LOCAL lock_timeout = ${dropLockTimeoutMs}`)
  const [range] = await vendorRanges(sql)
  if (range === undefined) return { deleted: 0, more: false }
  const isFull = range.endId <= (await lastVendorId(sql))
  const span = await spanOf(sql, range)
  if (isFull && span.lastStartedAt < before && !(await hasOpen(sql, range))) {
    // Statistics are kept longer than calls: count each call before it is deleted.
    const counted = await digest(sql, { limit, now, lastId: range.endId - 1 })
    if (counted !== 0) return { deleted: 0, more: counted !== 'busy' }
    await forgetAround(sql, range.firstId, range.endId - 1)
    await dropRange(sql, range)
    return { deleted: span.rows, more: true }
  }
  const isCounted = async (lastId: number) => (await digest(sql, { limit, now, lastId })) !== 'busy'
  const isDroppedSoon = isFull && span.lastStartedAt - span.firstStartedAt < toleratedLatenessMs
  return purgeInTurn(sql, request, {
    // While another node counts, the two could count the same rows: the next try comes in a minute.
    calls: () => (isDroppedSoon ? 0 : purgeOldest(sql, request, isCounted)),
    rest: () => sql.run`DELETE FROM spend WHERE hour < ${Math.floor(now / hourMs) - 48}`,
  })
}

async function spanOf(sql: Sql, { firstId, endId }: VendorRange) {
  const end = (order: 'ASC' | 'DESC') =>
    sql.get`SELECT vendor_id, started_at FROM calls WHERE vendor_id >= ${firstId} AND vendor_id < ${endId}
      ORDER BY vendor_id ${raw(order)} LIMIT 1`
  const [first, last] = [await end('ASC'), await end('DESC')]
  return {
    firstStartedAt: Number(first?.started_at ?? 0),
    lastStartedAt: Number(last?.started_at ?? 0),
    rows: first === undefined ? 0 : Number(last?.vendor_id) - Number(first.vendor_id) + 1,
  }
}

async function hasOpen(sql: Sql, { firstId, endId }: VendorRange): Promise<boolean> {
  const open = await sql.get`SELECT 1 AS found FROM calls
    WHERE state = -1 AND vendor_id >= ${firstId} AND vendor_id < ${endId} LIMIT 1`
  return open !== undefined
}
