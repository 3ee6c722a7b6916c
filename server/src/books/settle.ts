import type { Books, DeliveryToEnqueue, EndedCall } from './books.ts'
import type { EventToEnqueue, Settlement, WebhookToEnqueue } from './settlement.ts'
import { hourOf } from './spending.ts'

/** A failed call is charged as the tariff says; a call without a known outcome is free (decisions 6). */
export function costOf(
  { money }: Settlement,
  { priceUnits, chargesFailed }: { priceUnits: number; chargesFailed: boolean },
): number {
  return money === 'capture' || (money === 'by-tariff' && chargesFailed) ? priceUnits : 0
}

/** Ends a call exactly once: the money moves and its webhooks are enqueued in the same transaction. */
export function settle(books: Books, settlement: Settlement): boolean | Promise<boolean> {
  const { completed, webhook, events } = settlement
  const ended = endAndPay(books, settlement)
  if (ended === undefined) return false
  const isConfirmed = ended.mode === 'inbound' && completed && webhook !== undefined
  if (!isConfirmed && events === undefined) return true
  const ofEvents = (events ?? []).map((event) => deliveryOf(settlement, ended, event))
  const deliveries = isConfirmed ? [deliveryOf(settlement, ended, webhook), ...ofEvents] : ofEvents
  return enqueueAll(books, deliveries)
}

/** Without webhooks: the verification of a step reports it. Returns undefined when it had ended before. */
export function endAndPay(books: Books, settlement: Settlement): EndedCall | undefined {
  const ended = books.end(settlement)
  if (ended === undefined) return undefined
  moveMoney(books, settlement, ended)
  if (ended.mode === 'inbound') books.stopWaiting(ended.phoneHash!, ended.confirmationNumber!)
  return ended
}

function deliveryOf(
  { vendorId, settledAt }: Settlement,
  { serviceId }: EndedCall,
  notice: WebhookToEnqueue | EventToEnqueue,
): DeliveryToEnqueue {
  return {
    serviceId,
    webhookId: notice.id,
    receiver: notice.receiver,
    at: settledAt,
    vendorId,
    verificationId: null,
    endpointId: 'endpointId' in notice ? notice.endpointId : null,
    type: 'type' in notice ? notice.type : null,
    data: null,
    test: false,
  }
}

/** Resolves at once where the books are held in memory. */
function enqueueAll(books: Books, deliveries: readonly DeliveryToEnqueue[]): boolean | Promise<boolean> {
  const enqueued = deliveries.map((delivery) => books.enqueueDelivery(delivery))
  return enqueued.some((each) => each instanceof Promise) ? Promise.all(enqueued).then(() => true) : true
}

function moveMoney(
  books: Books,
  { vendorId, settledAt }: Settlement,
  { accountId, mode, priceUnits, costUnits, startedAt, spendScopes }: EndedCall,
): void {
  if (priceUnits === 0) return
  if (costUnits === priceUnits) {
    books.post(accountId, 'capture', 0, -priceUnits, vendorId, mode, settledAt)
    return
  }
  books.post(accountId, 'release', priceUnits, -priceUnits, vendorId, mode, settledAt)
  if (spendScopes === null) return
  for (const scope of spendScopes.split(' ')) books.addSpend(scope, hourOf(startedAt), -priceUnits)
}
