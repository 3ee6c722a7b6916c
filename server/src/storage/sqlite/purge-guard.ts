import { dayMs, minuteMs } from '../../platform/clock.ts'
import type { Transaction } from './transaction.ts'

/**
 * Deleted data cannot be restored. If the clock is further than this past the last purge it is probably wrong, so
 * nothing is deleted until an operator confirms it.
 */
const maxPurgeLeapMs = 7 * dayMs
/** The precision with which the time of the last purge is stored. */
const precisionMs = minuteMs
const markName = 'last_purge_at'

/** The time of the last purge. In a store that never purged it is the time of the newest call. */
export function lastPurgeAt(tx: Transaction): number | undefined {
  const mark = tx.get('SELECT value FROM meta WHERE name = $1', markName)
  if (mark !== undefined) return Number(mark.value)
  const newest = tx.get('SELECT started_at FROM calls ORDER BY vendor_id DESC LIMIT 1')
  return newest === undefined ? undefined : Number(newest.started_at)
}

/** Whether data that expired by `now` may be deleted. */
export function mayPurge(tx: Transaction, now: number): boolean {
  const last = lastPurgeAt(tx)
  return last === undefined || now - last <= maxPurgeLeapMs
}

/** The stored time never goes back: a clock that was slow for a while and is corrected does not count as a leap. */
export function notePurge(tx: Transaction, now: number): void {
  const mark = tx.get('SELECT value FROM meta WHERE name = $1', markName)
  if (mark !== undefined && now - Number(mark.value) < precisionMs) return
  tx.run(
    'INSERT INTO meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    markName,
    String(now),
  )
}
