import { enqueueDelivery } from '../queries/deliveries.ts'
import type { Settlement } from '../store.ts'
import { hourOf } from './money.ts'
import type { Transaction } from './transaction.ts'

const inbound = 3

/** Ends a verification once: the money moves and the web-hook is enqueued in the same transaction. */
export function settle(tx: Transaction, settlement: Settlement): boolean | Promise<boolean> {
  const { vendorId, completed, reason, settledAt, details, webhook } = settlement
  const row = tx
    .statement(
      `UPDATE verifications SET state = ?2, settled_at = ?3, reason = ?4, details = ?5,
         cost_units = CASE WHEN ?2 = 1 OR charges_failed = 1 THEN price_units ELSE 0 END
       WHERE vendor_id = ?1 AND state = -1
       RETURNING account_id, service_id, mode, price_units, cost_units, started_at, spend_scopes, phone_hash,
         confirmation_number`,
    )
    .get(vendorId, completed ? 1 : 0, settledAt, reason, details ?? null)
  if (row === undefined) return false

  moveMoney(tx, settlement, row)
  if (row.mode !== inbound) return true
  tx.statement('DELETE FROM inbound_waiting WHERE phone_hash = ? AND confirmation_number = ?').run(
    row.phone_hash!,
    row.confirmation_number!,
  )
  if (!completed || webhook === undefined) return true
  return enqueueDelivery(tx, {
    vendorId,
    serviceId: Number(row.service_id),
    webhookId: webhook.id,
    receiver: webhook.receiver,
    at: settledAt,
  }).then(() => true)
}

function moveMoney(
  tx: Transaction,
  { vendorId, settledAt }: Settlement,
  row: Readonly<Record<string, unknown>>,
): void {
  const price = Number(row.price_units)
  if (price === 0) return
  const account = Number(row.account_id)
  if (row.cost_units === price) {
    tx.post(account, 'capture', 0, -price, vendorId, '', settledAt)
    return
  }
  tx.post(account, 'release', price, -price, vendorId, '', settledAt)
  if (row.spend_scopes === null) return
  for (const scope of String(row.spend_scopes).split(' '))
    tx.addSpend(scope, hourOf(Number(row.started_at)), -price)
}
