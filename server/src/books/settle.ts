import { lostReasons, takeSettled } from './advance-verification.ts'
import type { Books, EndedCall } from './books.ts'
import { wasNeverDialled } from './call-details.ts'
import { callcheckEnded } from './event-types.ts'
import { callEvents } from './events.ts'
import { type Settlement, type StepSettlement, typedReason } from './settlement.ts'
import { decidePrice } from './spending.ts'
import { dueStep } from './step-machine.ts'
import type { Verification } from './verification.ts'
import { VerificationTransition } from './verification-transition.ts'

/** A failed call is charged as the tariff says; a call without a known outcome is free. */
export function costOf(
  { money }: Settlement,
  { priceUnits, chargesFailed }: { priceUnits: number; chargesFailed: boolean },
): number {
  return money === 'capture' || (money === 'by-tariff' && chargesFailed) ? priceUnits : 0
}

/** Ends a call exactly once: the money moves and its events are enqueued in the same transaction. */
export function settle(books: Books, settlement: Settlement): boolean {
  const { completed, webhook, callback } = settlement
  const ended = endCall(books, settlement)
  if (ended === undefined) return false
  const { vendorId, settledAt: at } = settlement
  const { serviceId } = ended
  const about = { serviceId, at, vendorId, verificationId: null, endpointId: null, data: null, test: false }
  if (webhook !== undefined && completed && ended.mode === 'inbound')
    books.enqueueDelivery({ ...about, webhookId: webhook.id, receiver: webhook.receiver, type: null })
  if (callback !== undefined)
    books.enqueueDelivery({
      ...about,
      webhookId: callback.id,
      receiver: callback.receiver,
      type: callcheckEnded,
    })
  for (const event of callEvents(books.eventTargets(serviceId), vendorId, at)) books.enqueueDelivery(event)
  return true
}

export type StepSettled =
  /** It had ended before. */
  | { readonly isEnded: false }
  | {
      readonly isEnded: true
      readonly completed: boolean
      readonly reason: string
      /** Undefined when its verification is gone. */
      readonly verification?: Verification
      /** The step that has to start now. */
      readonly dueStep?: number | undefined
    }

/**
 * Ends the call of a step and applies the outcome to its verification in one transaction: whatever ends the
 * verification later finds the step ended, and its event has gone out before. The verification reports the end.
 */
export function settleStep(books: Books, settlement: StepSettlement): StepSettled {
  const { vendorId, settledAt: at } = settlement
  const found = books.verification(settlement.verificationId)
  const step = found?.verification.steps.find((each) => each.vendorId === vendorId)
  const outcome = step?.isTyped === true ? asTyped(settlement) : settlement
  const { status = 'approved' } = found?.verification ?? {}
  const waits = step?.isKept === true && status === 'pending'
  const isFree = step?.isKept === true && !waits && status !== 'approved'
  const ended = endCall(books, isFree ? { ...outcome, money: 'release' } : outcome, waits)
  if (ended === undefined) return { isEnded: false }
  const { completed, reason } = outcome
  if (found === undefined) return { isEnded: true, completed, reason }
  const transition = new VerificationTransition(found)
  const isKept = waits && ended.costUnits > 0
  if (step !== undefined) takeSettled(transition, step, { ...outcome, ...ended }, at, isKept)
  transition.take({ kind: 'clock', at })
  transition.save(books, at)
  const { verification } = transition
  return { isEnded: true, completed, reason, verification, dueStep: dueStep(verification, at) }
}

/**
 * A call whose code was typed while it was under way is charged, however it ended; but an own code may be typed before
 * anybody was dialled, and a call that was lost with its node may never have left.
 */
function asTyped(settlement: StepSettlement): StepSettlement {
  const { completed, money, reason, details = null } = settlement
  if ((completed && money === 'capture') || wasNeverDialled(details) || lostReasons.has(reason))
    return settlement
  return { ...settlement, completed: true, money: 'capture', reason: typedReason }
}

/** `waits`: what it costs is decided at the end of its verification. What is free anyway goes back at once. */
function endCall(
  books: Books,
  settlement: Settlement & { readonly verificationId?: string },
  waits = false,
): EndedCall | undefined {
  const ended = books.end(settlement, waits)
  if (ended === undefined) return undefined
  const { priceUnits: heldUnits, costUnits, mode } = ended
  const { vendorId, settledAt, verificationId } = settlement
  if (waits && costUnits > 0) books.keepPrice({ ...ended, vendorId, verificationId: verificationId! })
  else if (heldUnits > 0)
    decidePrice(books, { ...ended, vendorId, heldUnits, note: mode }, costUnits > 0, settledAt)
  if (mode === 'inbound') books.stopWaiting(ended.phoneHash!, ended.confirmationNumber!)
  return ended
}
