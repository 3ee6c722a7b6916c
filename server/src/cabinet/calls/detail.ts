import type { CallRecord } from '../../books/call.ts'
import { type CallDetails, readDetails, readRouting } from '../../books/call-details.ts'
import { roubles } from '../../books/money.ts'
import { readCaller } from '../../storage/caller-identity.ts'
import { webhookView } from '../answers/webhook.ts'
import type { CabinetDeps } from '../deps.ts'
import type { Member } from '../route.ts'
import type { CallDetail } from '../views/call.ts'
import type { CallAttempt, CallRouting } from '../views/verification.ts'
import { lineOf, type Shown, shownTo } from './line.ts'
import { timelineOf } from './timeline.ts'

/** What the reader may see. */
export interface Seen extends Shown {
  /** Operators of the installation see the names of trunks. */
  readonly isOperator: boolean
}

export const seenBy = (who: Member): Seen => ({ ...shownTo(who), isOperator: who.person.operator })

/** Everything about one call of `/v1.0`. */
export async function callDetailOf(
  { store, publicUrl }: Pick<CabinetDeps, 'store' | 'publicUrl'>,
  { isOperator, ...shown }: Seen,
  record: CallRecord,
): Promise<CallDetail> {
  const { vendorId } = record
  const [service, repeats, deliveries] = await Promise.all([
    store.service(record.serviceId),
    store.repeatsOf(record.firstVendorId ?? vendorId),
    store.deliveriesAbout({ vendorIds: [vendorId], verificationId: null }),
  ])
  const details = readDetails(record.details)
  return {
    ...lineOf(record, shown),
    vendorId,
    mode: record.mode,
    status: record.state,
    serviceName: service?.name ?? '',
    unique: record.unique,
    registryOperator: record.operator,
    portedTo: record.portedTo,
    ringMs: details.ringMs,
    suspect: details.suspect,
    caller: readCaller(record.callerIdentity),
    deadlineAt: record.deadlineAt,
    timeline: timelineOf(record, details),
    attempts: attemptsOf(details, isOperator),
    routing: isOperator ? routingOf(record.details, record.costUnits) : null,
    firstVendorId: record.firstVendorId,
    repeats: repeats.filter((id) => id !== vendorId),
    confirmationNumber: record.confirmationNumber,
    callbackUrl: record.callbackUrl,
    deliveries: deliveries.map(webhookView),
    baseUrl: publicUrl(),
  }
}

export const attemptsOf = ({ attempts }: CallDetails, isOperator: boolean): CallAttempt[] =>
  attempts.map(({ trunk, reason, placedMs, ladder }) => ({
    trunk: isOperator ? trunk : null,
    reason,
    placedMs,
    ladder,
  }))

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
