import { testRetentionMs } from '../../books/test-quota.ts'
import { pastHours } from '../../books/velocity.ts'
import { hourMs } from '../../platform/clock.ts'
import { type MaybePromise, part, type Row, type Sql } from '../sql.ts'
import { forgetApiRequests } from './api-requests.ts'
import { deleteDeliveries, purgeDeliveries } from './deliveries.ts'
import { forgetFacts } from './digest.ts'
import { purgeStreams } from './event-stream.ts'
import { forgetLookupKeys } from './lookup-holds.ts'
import { forgetLogLines } from './operators-log.ts'
import { inPieces } from './pieces.ts'
import { forgetSources } from './recent-sources.ts'
import { removeSearchKeys } from './search.ts'
import { forgetVelocity } from './velocity.ts'
import { purgePhonesBefore } from './verifications.ts'

export interface PurgeRequest {
  /** Calls that started before this time are deleted. */
  readonly before: number
  /** Older lines of the operators' log are deleted; none when this is left out. */
  readonly logBefore?: number
  /** Older requests of the request log are deleted; none when this is left out. */
  readonly requestsBefore?: number
  readonly now: number
  readonly limit: number
  /** An operator confirms that the clock is right, however far it is past the last purge. */
  readonly trustsClock?: boolean
}

export interface PurgeProgress {
  readonly deleted: number
  /** There is more to delete: call again. */
  readonly more: boolean
  /** Set when nothing was deleted because `now` is implausibly far past the last purge: the time of that purge. */
  readonly refusedSince?: number
}

/** What each store deletes in its own way; each returns how many rows. */
interface OwnPurge {
  calls(): MaybePromise<number>
  /** Calls of test numbers up to this one were deleted. */
  forgotTests?(lastVendorId: number): void
  /** What is read as a whole, so only after everything else is deleted. */
  rest(): MaybePromise<number>
}

/** Deletes data past its retention, a bounded number of rows at a time. The ledger is kept. */
export async function purgeInTurn(sql: Sql, request: PurgeRequest, own: OwnPurge): Promise<PurgeProgress> {
  const { logBefore = 0, requestsBefore = 0, now, limit } = request
  const tests = async () => {
    const gone = await forgetTests(sql, { before: now - testRetentionMs, limit })
    if (gone.deleted > 0) own.forgotTests?.(gone.lastVendorId)
    return gone.deleted
  }
  const turns = [
    own.calls,
    tests,
    async () => (await purgePhonesBefore(sql, request)) + (await purgeDeliveries(sql, request)),
    () => purgeStreams(sql, { now, limit }),
    () => forgetLookupKeys(sql, { now, limit }),
    () => forgetSources(sql, { now, limit }),
    () => forgetLogLines(sql, { before: logBefore, limit }),
    () => forgetApiRequests(sql, { before: requestsBefore, limit }),
  ]
  let deleted = 0
  for (const turn of turns) {
    const some = await turn()
    deleted += some
    if (some >= limit) return { deleted, more: true }
  }
  deleted += (await own.rest()) + (await forgetFacts(sql, now))
  deleted += await forgetVelocity(sql, { beforeHour: Math.floor(now / hourMs) - pastHours, now })
  return { deleted, more: false }
}

/** Deletes the oldest calls. Statistics are kept longer: `count` counts these calls before, and says whether it did. */
export async function purgeOldest(
  sql: Sql,
  request: PurgeRequest,
  count: (lastId: number) => Promise<boolean>,
): Promise<number> {
  const ended = await oldestEnded(sql, request)
  const lastId = Number(ended.at(-1)?.vendor_id ?? 0)
  if (ended.length === 0 || !(await count(lastId))) return 0
  await removeSearchKeys(sql, ended)
  await sql.run`DELETE FROM calls WHERE vendor_id <= ${lastId}`
  await forgetAround(sql, 0, lastId)
  return ended.length
}

/**
 * Deletes the records of deleted calls. In PostgreSQL their idempotency keys stay until the range is dropped: a key without
 * its call is ignored.
 */
export async function forgetAround(sql: Sql, firstId: number, lastId: number): Promise<void> {
  await deleteDeliveries(sql, part`vendor_id BETWEEN ${firstId} AND ${lastId}`)
  await sql.run`DELETE FROM repeats WHERE first_vendor_id BETWEEN ${firstId} AND ${lastId}`
}

/** Calls before a time, up to the first one that is young or open. Ids grow with time: the oldest come first. */
async function oldestEnded(sql: Sql, { before, limit }: PurgeRequest): Promise<Row[]> {
  const oldest = await sql.all`SELECT vendor_id, service_id, phone_hash, client, started_at, state FROM calls
    ORDER BY vendor_id LIMIT ${limit}`
  const firstKept = oldest.findIndex((row) => Number(row.started_at) >= before || row.state === -1)
  return firstKept === -1 ? oldest : oldest.slice(0, firstKept)
}

/** Deletes some of the calls of test numbers that are too old, with all their records. */
async function forgetTests(sql: Sql, { before, limit }: { before: number; limit: number }) {
  // Ids grow with time, so the oldest come first.
  const oldest = await sql.all`SELECT vendor_id, started_at FROM test_calls ORDER BY vendor_id LIMIT ${limit}`
  const old = oldest.filter((row) => Number(row.started_at) < before).map((row) => Number(row.vendor_id))
  let lastVendorId = 0
  let deleted = 0
  for (const ids of inPieces(old)) {
    // Calls that are open or not yet counted are left for the next run.
    const waiting = await sql.all`SELECT vendor_id FROM calls WHERE vendor_id IN (${ids}) AND state = -1
      UNION SELECT vendor_id FROM undigested WHERE vendor_id IN (${ids})`
    const kept = new Set(waiting.map((row) => Number(row.vendor_id)))
    const gone = ids.filter((id) => !kept.has(id))
    if (gone.length === 0) continue
    deleted += await forgetAll(sql, gone)
    lastVendorId = Math.max(lastVendorId, ...gone)
  }
  return { deleted, lastVendorId }
}

async function forgetAll(sql: Sql, ids: readonly number[]): Promise<number> {
  const rows = await sql.all`SELECT vendor_id, service_id, phone_hash, client FROM calls
    WHERE vendor_id IN (${ids})`
  await removeSearchKeys(sql, rows)
  await deleteDeliveries(sql, part`vendor_id IN (${ids})`)
  await sql.run`DELETE FROM calls WHERE vendor_id IN (${ids})`
  await sql.run`DELETE FROM test_calls WHERE vendor_id IN (${ids})`
  await sql.run`DELETE FROM repeats WHERE first_vendor_id IN (${ids})`
  return rows.length
}
