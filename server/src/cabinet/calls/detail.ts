import type { CallRecord } from '../../books/call.ts'
import { readDetails, readRouting } from '../../books/call-details.ts'
import { roubles } from '../../books/money.ts'
import { readCaller } from '../../storage/caller-identity.ts'
import type { Store } from '../../storage/store.ts'
import { notFound } from '../problem.ts'
import type { CallDetail } from '../views/call.ts'
import type { CallRouting } from '../views/verification.ts'
import { lineOf, type Shown } from './line.ts'
import { timelineOf } from './timeline.ts'

/** A call has a hold and what became of it; repeats have none. */
const maxEntries = 10

/** A call of this account. One of another account is reported as not found. */
export async function ownCall(store: Store, accountId: number, vendorId: number): Promise<CallRecord> {
  const record = await store.call(vendorId)
  if (record === undefined || record.accountId !== accountId) throw notFound()
  return record
}

/** What the reader may see. */
interface Seen extends Shown {
  /** Calls of other accounts are not found. */
  readonly accountId: number
  /** Operators of the installation see the names of trunks. */
  readonly isOperator: boolean
}

/** Everything about one call. */
export async function detailOf(
  store: Store,
  { accountId, isOperator, ...shown }: Seen,
  vendorId: number,
  baseUrl: string,
): Promise<CallDetail> {
  const record = await ownCall(store, accountId, vendorId)
  const [service, repeats, ledger, delivery, verificationId] = await Promise.all([
    store.service(record.serviceId),
    store.repeatsOf(record.firstVendorId ?? vendorId),
    shown.isMoneyShown ? ledgerOf(store, record) : null,
    deliveryOf(store, record),
    store.verificationOfStep(vendorId),
  ])
  const details = readDetails(record.details)
  return {
    ...lineOf(record, shown),
    serviceName: service?.name ?? '',
    unique: record.unique,
    registryOperator: record.operator,
    portedTo: record.portedTo,
    ringMs: details.ringMs,
    suspect: details.suspect,
    caller: readCaller(record.callerIdentity),
    deadlineAt: record.deadlineAt,
    timeline: timelineOf(record, details),
    attempts: details.attempts.map(({ trunk, reason, placedMs, ladder }) => ({
      trunk: isOperator ? trunk : null,
      reason,
      placedMs,
      ladder,
    })),
    routing: isOperator ? routingOf(record.details, record.costUnits) : null,
    firstVendorId: record.firstVendorId,
    repeats: repeats.filter((id) => id !== vendorId),
    verificationId: verificationId ?? null,
    confirmationNumber: record.confirmationNumber,
    callbackUrl: record.callbackUrl,
    ledger,
    delivery,
    baseUrl,
  }
}

async function ledgerOf(store: Store, { accountId, vendorId }: CallRecord): Promise<CallDetail['ledger']> {
  const page = await store.ledgerPage({
    accountId,
    vendorId,
    before: null,
    kind: null,
    from: null,
    to: null,
    limit: maxEntries,
  })
  return page.items
    .map(({ entry, kind, amountUnits, heldUnits, balanceAfterUnits, createdAt }) => ({
      entry,
      kind,
      amount: roubles(amountUnits),
      held: roubles(heldUnits),
      balanceAfter: roubles(balanceAfterUnits),
      createdAt,
    }))
    .reverse()
}

async function deliveryOf(store: Store, { mode, vendorId }: CallRecord): Promise<CallDetail['delivery']> {
  const delivery = mode === 'inbound' ? await store.webhookOfCall(vendorId) : undefined
  if (delivery === undefined) return null
  const attempts = await store.attempts(delivery.id)
  return {
    id: delivery.id,
    state: delivery.state,
    dueAt: delivery.dueAt,
    attempts: attempts.map(({ attempt, at, durationMs, status, error }) => ({
      attempt,
      at,
      durationMs,
      status,
      error,
    })),
  }
}

/** What only operators may see: the choice of the trunk, what carriers charge us, and what is left of the price. */
export function routingOf(details: string | null, paidUnits: number): CallRouting | null {
  const { choice, costUnits } = readRouting(details)
  // No attempt was made.
  if (costUnits.length === 0) return null
  const carrierUnits = costUnits.reduce((sum, units) => sum + units, 0)
  return {
    carrierCost: roubles(carrierUnits),
    margin: roubles(paidUnits - carrierUnits),
    choice: choice && {
      why: choice.why,
      trunks: choice.trunks.map(({ costUnits: units, ...trunk }) => ({ ...trunk, cost: roubles(units) })),
    },
  }
}
