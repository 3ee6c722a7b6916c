import type { Books, EndedVerification } from './books.ts'
import type { Settlement } from './settlement.ts'
import { hourOf } from './spending.ts'

/** A failed call is charged as the tariff says; a call without a known outcome is free (decisions 6). */
export function costOf(
  { money }: Settlement,
  { priceUnits, chargesFailed }: { priceUnits: number; chargesFailed: boolean },
): number {
  return money === 'capture' || (money === 'by-tariff' && chargesFailed) ? priceUnits : 0
}

/** Ends a verification exactly once: the money moves and the web-hook is enqueued in the same transaction. */
export function settle(books: Books, settlement: Settlement): boolean | Promise<boolean> {
  const { vendorId, completed, settledAt, webhook } = settlement
  const ended = books.end(settlement)
  if (ended === undefined) return false
  books.addUndigested(vendorId)
  moveMoney(books, settlement, ended)
  if (ended.mode !== 'inbound') return true
  books.stopWaiting(ended.phoneHash!, ended.confirmationNumber!)
  if (!completed || webhook === undefined) return true
  const enqueued = books.enqueueDelivery({
    vendorId,
    serviceId: ended.serviceId,
    webhookId: webhook.id,
    receiver: webhook.receiver,
    at: settledAt,
  })
  return enqueued instanceof Promise ? enqueued.then(() => true) : true
}

function moveMoney(
  books: Books,
  { vendorId, settledAt }: Settlement,
  { accountId, priceUnits, costUnits, startedAt, spendScopes }: EndedVerification,
): void {
  if (priceUnits === 0) return
  if (costUnits === priceUnits) {
    books.post(accountId, 'capture', 0, -priceUnits, vendorId, '', settledAt)
    return
  }
  books.post(accountId, 'release', priceUnits, -priceUnits, vendorId, '', settledAt)
  if (spendScopes === null) return
  for (const scope of spendScopes.split(' ')) books.addSpend(scope, hourOf(startedAt), -priceUnits)
}
