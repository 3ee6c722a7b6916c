import type { Settlement } from '../store.ts'
import { hourOf } from './money.ts'
import type { Transaction } from './transaction.ts'

const inbound = 3

/** Ends a verification once: the money is captured or goes back in the same transaction. */
export function settle(tx: Transaction, settlement: Settlement): boolean {
  const { vendorId, completed, reason, settledAt, details } = settlement
  const row = tx
    .statement(
      `UPDATE verifications SET state = ?2, settled_at = ?3, reason = ?4, details = ?5,
         cost_units = CASE WHEN ?2 = 1 OR charges_failed = 1 THEN price_units ELSE 0 END
       WHERE vendor_id = ?1 AND state = -1
       RETURNING account_id, mode, price_units, cost_units, started_at, spend_scopes, phone_hash, confirmation_number`,
    )
    .get(vendorId, completed ? 1 : 0, settledAt, reason, details ?? null)
  if (row === undefined) return false

  if (row.mode === inbound) {
    tx.statement('DELETE FROM inbound_waiting WHERE phone_hash = ? AND confirmation_number = ?').run(
      row.phone_hash!,
      row.confirmation_number!,
    )
  }
  const price = Number(row.price_units)
  if (price === 0) return true
  const account = Number(row.account_id)
  if (row.cost_units === price) {
    tx.post(account, 'capture', 0, -price, vendorId, '', settledAt)
    return true
  }
  tx.post(account, 'release', price, -price, vendorId, '', settledAt)
  if (row.spend_scopes !== null) {
    for (const scope of String(row.spend_scopes).split(' '))
      tx.addSpend(scope, hourOf(Number(row.started_at)), -price)
  }
  return true
}
