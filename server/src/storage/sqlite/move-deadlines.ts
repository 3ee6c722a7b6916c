import type { Transaction } from './transaction.ts'

/** After a step of the wall clock: what waits for a moment goes on waiting as long as it would have. */
export function moveDeadlines(tx: Transaction, byMs: number): void {
  tx.run('UPDATE verifications SET deadline_at = deadline_at + $1 WHERE state = -1', byMs)
  tx.run("UPDATE deliveries SET due_at = due_at + $1 WHERE state = 'pending'", byMs)
  tx.run('UPDATE delivery_receivers SET next_due_at = next_due_at + $1', byMs)
}
