import { dayMs, minuteMs } from '../../platform/clock.ts'
import type { Transaction } from './transaction.ts'

/**
 * What is deleted by its age is gone for good. A clock that is further than this past the last purge is more likely
 * wrong than right: nothing is deleted by it until an operator says that it is right.
 */
const maxPurgeLeapMs = 7 * dayMs
/** How exactly the last purge is remembered. */
const precisionMs = minuteMs
const markName = 'last_purge_at'

/** The last time by which something was deleted; in a store that never purged, the time of its newest verification. */
export function lastPurgeAt(tx: Transaction): number | undefined {
  const mark = tx.get('SELECT value FROM meta WHERE name = $1', markName)
  if (mark !== undefined) return Number(mark.value)
  const newest = tx.get('SELECT started_at FROM verifications ORDER BY vendor_id DESC LIMIT 1')
  return newest === undefined ? undefined : Number(newest.started_at)
}

/** Whether things may be deleted that have ended by `now`. */
export function mayPurge(tx: Transaction, now: number): boolean {
  const last = lastPurgeAt(tx)
  return last === undefined || now - last <= maxPurgeLeapMs
}

/** Never goes back: a clock that was behind for a while and is set right again has not leapt. */
export function notePurge(tx: Transaction, now: number): void {
  const mark = tx.get('SELECT value FROM meta WHERE name = $1', markName)
  if (mark !== undefined && now - Number(mark.value) < precisionMs) return
  tx.run(
    'INSERT INTO meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    markName,
    String(now),
  )
}
