import type { NumberWalk } from '../../books/number-limit.ts'
import { dayMs, minuteMs } from '../../platform/clock.ts'
import { forgetNumbers } from '../queries/calls.ts'
import { type PurgeProgress, type PurgeRequest, purgeInTurn, purgeOldest } from '../queries/purge.ts'
import { endOldSessions } from '../queries/sessions.ts'
import { digest } from './digest.ts'
import { forgetSpendHours } from './move-deadlines.ts'
import type { Statements } from './statements.ts'
import type { Transaction } from './transaction.ts'

/** Refuses a clock that is implausibly far past the last purge. */
export async function purge(tx: Transaction, request: PurgeRequest): Promise<PurgeProgress> {
  const { before, now, trustsClock = false } = request
  if (!trustsClock && !mayPurge(tx, now)) {
    return { deleted: 0, more: false, refusedSince: lastPurgeAt(tx)! }
  }
  notePurge(tx, now)
  const count = async (lastId: number) => {
    await digest(tx, { limit: request.limit, now, lastId })
    if (!tx.recent.isFlushed(lastId)) tx.recent.flushAll()
    raiseFloor(tx, lastId)
    return true
  }
  return purgeInTurn(tx, request, {
    calls: () => purgeOldest(tx, request, count),
    forgotTests: (lastVendorId) => raiseFloor(tx, lastVendorId),
    // Keys expire with their calls, but not within a day.
    rest: () => forgetSpendHours(tx, now) + tx.keys.dropEnded(Math.min(before, now - dayMs)),
  })
}

/** Deletes expired sessions and links, if the clock is plausible. */
export async function purgeSessions(tx: Transaction, now: number): Promise<number> {
  return mayPurge(tx, now) ? endOldSessions(tx, now) : 0
}

/** Deletes expired number limits, if the clock is plausible. */
export async function purgeNumbers(
  tx: Transaction,
  request: Parameters<typeof forgetNumbers>[1],
): Promise<NumberWalk> {
  if (!mayPurge(tx, request.now)) return { deleted: 0, next: null }
  return forgetNumbers(tx, { ...request, now: request.now - tx.recent.clockJumpsMs })
}

/** Makes sure that an id is never given again after its record was deleted. */
function raiseFloor(tx: Transaction, lastVendorId: number): void {
  tx.run`UPDATE meta SET value = CAST(max(CAST(value AS INTEGER), ${lastVendorId + 1}) AS TEXT)
    WHERE name = 'vendor_id_floor'`
}

/**
 * Deleted data cannot be restored. If the clock is further than this past the last purge it is probably wrong, so
 * nothing is deleted until an operator confirms it.
 */
const maxPurgeLeapMs = 7 * dayMs
/** The precision with which the time of the last purge is stored. */
const precisionMs = minuteMs
const markName = 'last_purge_at'

/** The time of the last purge. In a store that never purged it is the time of the newest call. */
function lastPurgeAt(tx: Statements): number | undefined {
  const mark = tx.get`SELECT value FROM meta WHERE name = ${markName}`
  if (mark !== undefined) return Number(mark.value)
  const newest = tx.get('SELECT started_at FROM calls ORDER BY vendor_id DESC LIMIT 1')
  return newest === undefined ? undefined : Number(newest.started_at)
}

/** Whether data that expired by `now` may be deleted. */
export function mayPurge(tx: Statements, now: number): boolean {
  const last = lastPurgeAt(tx)
  return last === undefined || now - last <= maxPurgeLeapMs
}

/** The stored time never goes back: a clock that was slow for a while and is corrected does not count as a leap. */
function notePurge(tx: Transaction, now: number): void {
  const mark = tx.get`SELECT value FROM meta WHERE name = ${markName}`
  if (mark !== undefined && now - Number(mark.value) < precisionMs) return
  tx.run`INSERT INTO meta VALUES (${markName}, ${String(now)}) ON CONFLICT (name) DO UPDATE
    SET value = excluded.value`
}
