import { dayMs, hourMs } from '../../platform/clock.ts'
import type { Transaction } from './transaction.ts'

/** A spend cap looks back one day; the second day is for a clock that is set back by less than `minStepMs`. */
const keptMs = 2 * dayMs
/** A shorter step of the clock cannot lead back to an hour that was deleted. */
const minStepMs = hourMs
const markName = 'no_clock_step_since'

/** The clock may be set back again to any hour that it has just left, so what was spent then is kept for a while. */
export function keepSpendHours(tx: Transaction, byMs: number): void {
  if (Math.abs(byMs) >= minStepMs) tx.run('DELETE FROM meta WHERE name = $1', markName)
}

/** Forgets what was spent before the hours that a cap looks at, unless the clock was set in the last two days. */
export function forgetSpendHours(tx: Transaction, now: number): number {
  const steadyNow = now - tx.recent.clockJumpsMs
  const mark = tx.get('SELECT value FROM meta WHERE name = $1', markName)
  if (mark === undefined) tx.run('INSERT INTO meta VALUES ($1, $2)', markName, String(steadyNow))
  if (mark === undefined || steadyNow - Number(mark.value) < keptMs) return 0
  return tx.run('DELETE FROM spend WHERE hour < $1', Math.floor((now - keptMs) / hourMs))
}
