import type { ClockStep } from '../store.ts'
import { keepSpendHours } from './spend-hours.ts'
import type { Transaction } from './transaction.ts'

/** Moves all deadlines after a step of the wall clock, so that each still waits as long as it would have. */
export function moveDeadlines(tx: Transaction, { byMs, clock }: ClockStep): void {
  if (clock !== undefined) keepClock(tx, clock)
  if (byMs === 0) return
  // The start stays: it says in which hour the money was spent.
  tx.run('UPDATE calls SET deadline_at = deadline_at + $1 WHERE state = -1', byMs)
  tx.run("UPDATE deliveries SET due_at = due_at + $1 WHERE state = 'pending'", byMs)
  tx.run('UPDATE delivery_receivers SET next_due_at = next_due_at + $1', byMs)
  tx.run('UPDATE lookup_holds SET deadline_at = deadline_at + $1', byMs)
  movePhones(tx, byMs)
  tx.recent.addClockJump(byMs)
  keepSpendHours(tx, byMs)
}

/** Verifications of `/v2`: their lifetimes, running steps, idempotency keys and wrong codes. */
function movePhones(tx: Transaction, byMs: number): void {
  tx.run(
    `UPDATE verifications SET created_at = created_at + $1, expires_at = expires_at + $1,
       next_step_at = next_step_at + $1,
       steps = (
         SELECT json_group_array(
           CASE WHEN value ->> 'status' = 'started'
             THEN json_set(value, '$.startedAt', (value ->> 'startedAt') + $1, '$.deadlineAt', (value ->> 'deadlineAt') + $1)
             ELSE json(value)
           END) FROM json_each(steps))
     WHERE status = 'pending'`,
    byMs,
  )
  tx.run('UPDATE verifications SET wake_at = wake_at + $1 WHERE wake_at IS NOT NULL', byMs)
  tx.run('UPDATE verification_keys SET created_at = created_at + $1', byMs)
  tx.run(
    `UPDATE wrong_codes SET ends_at = ends_at + $1,
       tries = (SELECT json_group_array(json_set(value, '$[0]', (value ->> 0) + $1)) FROM json_each(tries))`,
    byMs,
  )
}

/** Runs in the transaction that moves the deadlines: after a crash, a restart sees both changes or neither. */
function keepClock(tx: Transaction, clock: string): void {
  tx.run(
    "INSERT INTO meta VALUES ('clock', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    clock,
  )
}
