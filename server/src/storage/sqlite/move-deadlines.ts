import { dayMs, hourMs } from '../../platform/clock.ts'
import type { ClockStep } from '../store.ts'
import type { Transaction } from './transaction.ts'

/** Moves all deadlines after a step of the wall clock, so that each still waits as long as it would have. */
export function moveDeadlines(tx: Transaction, { byMs, clock }: ClockStep): void {
  if (clock !== undefined) keepClock(tx, clock)
  if (byMs === 0) return
  // The start stays: it says in which hour the money was spent.
  tx.run`UPDATE calls SET deadline_at = deadline_at + ${byMs} WHERE state = -1`
  tx.run`UPDATE deliveries SET due_at = due_at + ${byMs} WHERE state = 'pending'`
  tx.run`UPDATE delivery_receivers SET next_due_at = next_due_at + ${byMs}`
  tx.run`UPDATE lookup_holds SET deadline_at = deadline_at + ${byMs}`
  movePhones(tx, byMs)
  tx.recent.addClockJump(byMs)
  keepSpendHours(tx, byMs)
}

/** Verifications of `/v2`: their lifetimes, running steps, idempotency keys and wrong codes. */
function movePhones(tx: Transaction, byMs: number): void {
  tx.run`UPDATE verifications SET created_at = created_at + ${byMs}, expires_at = expires_at + ${byMs},
      next_step_at = next_step_at + ${byMs},
      steps = (
        SELECT json_group_array(
          CASE WHEN value ->> 'status' = 'started'
            THEN json_set(value, '$.startedAt', (value ->> 'startedAt') + ${byMs},
              '$.deadlineAt', (value ->> 'deadlineAt') + ${byMs})
            ELSE json(value)
          END) FROM json_each(steps))
    WHERE status = 'pending'`
  tx.run`UPDATE verification_wakes SET wake_at = wake_at + ${byMs}`
  tx.run`UPDATE recent_sources SET created_at = created_at + ${byMs}`
  tx.run`UPDATE verification_keys SET created_at = created_at + ${byMs}`
  tx.run`UPDATE wrong_codes SET ends_at = ends_at + ${byMs},
    tries = (SELECT json_group_array(json_set(value, '$[0]', (value ->> 0) + ${byMs})) FROM json_each(tries))`
}

/** Runs in the transaction that moves the deadlines: after a crash, a restart sees both changes or neither. */
function keepClock(tx: Transaction, clock: string): void {
  tx.run`INSERT INTO meta VALUES ('clock', ${clock}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`
}

/** A spend cap looks back one day; the second day is for a clock that is set back by less than `minStepMs`. */
const keptMs = 2 * dayMs
/** A shorter step of the clock cannot lead back to an hour that was deleted. */
const minStepMs = hourMs
const markName = 'no_clock_step_since'

/** The clock may be set back again to any hour that it has just left, so what was spent then is kept for a while. */
function keepSpendHours(tx: Transaction, byMs: number): void {
  if (Math.abs(byMs) >= minStepMs) tx.run`DELETE FROM meta WHERE name = ${markName}`
}

/** Forgets what was spent before the hours that a cap looks at, unless the clock was set in the last two days. */
export function forgetSpendHours(tx: Transaction, now: number): number {
  const steadyNow = now - tx.recent.clockJumpsMs
  const mark = tx.get`SELECT value FROM meta WHERE name = ${markName}`
  if (mark === undefined) tx.run`INSERT INTO meta VALUES (${markName}, ${String(steadyNow)})`
  if (mark === undefined || steadyNow - Number(mark.value) < keptMs) return 0
  return tx.run`DELETE FROM spend WHERE hour < ${Math.floor((now - keptMs) / hourMs)}`
}
