import type { Books } from './books.ts'
import type { CallOwner } from './call.ts'
import { readGatewayPrice, readTimes } from './call-details.ts'
import { abandonedReason, badNumberReason, overdueReason, type SettledCall } from './settlement.ts'
import { dueStep, type EndedCall } from './step-machine.ts'
import type { Step, Verification } from './verification.ts'
import { VerificationTransition } from './verification-transition.ts'

export interface Advance extends CallOwner {
  readonly id: string
  readonly cancels: boolean
  readonly at: number
  /** Whether it is processed for somebody who knows of it. */
  readonly isKnown?: boolean
}

export interface Advanced {
  readonly verification: Verification
  /** The step that has to start now. */
  readonly dueStep: number | undefined
  /** Whether its version grew or it has ended. */
  readonly isChanged: boolean
}

/** Applies the outcomes of its calls and the time, and cancels it if asked to. */
export function advanceVerification(books: Books, request: Advance): Advanced | undefined {
  const { id, cancels, at, isKnown } = request
  const found = books.verification(id)
  if (found === undefined) return undefined
  const transition = new VerificationTransition(found)
  if (isKnown === true) transition.take({ kind: 'acknowledged' })
  takeOutcomes(books, transition, at)
  transition.take({ kind: cancels ? 'cancel' : 'clock', at })
  transition.save(books, at)
  const { verification, isChanged } = transition
  return { verification, dueStep: dueStep(verification, at), isChanged }
}

/** Applies the outcomes of its calls since the last time. */
function takeOutcomes(books: Books, transition: VerificationTransition, now: number): void {
  for (const step of transition.verification.steps) {
    const { status, vendorId } = step
    if (status !== 'started') continue
    const call = books.settledCall(vendorId!)
    // A record that is gone (retention, an erased database) has no outcome: its call counts as failed.
    if (call === undefined)
      transition.take({ kind: 'ended', call: { ...unknownCall, vendorId: vendorId!, at: now } })
    else if (call !== 'open') takeSettled(transition, step, call, now)
  }
}

/** Applies the end of a call to its step. */
export function takeSettled(
  transition: VerificationTransition,
  { vendorId, startedAt }: Step,
  { completed, mode, reason, settledAt, costUnits, details }: SettledCall,
  now: number,
  isKept = false,
): void {
  const call: EndedCall = {
    vendorId: vendorId!,
    // On the embedded store a step of the clock moves the times of a state, but not those of a call that has ended.
    at: Math.min(Math.max(settledAt, startedAt!), now),
    reason,
    isDelivered: completed && !(mode === 'voice' && readTimes(details ?? null).suspect),
    isBadNumber: !completed && reason === badNumberReason,
    isLost: !completed && mode !== 'inbound' && lostReasons.has(reason),
    costUnits,
    isKept,
    gatewayPrice: mode === 'http' ? readGatewayPrice(details ?? null) : undefined,
  }
  transition.take({ kind: 'ended', call })
}

const unknownCall: Omit<EndedCall, 'vendorId' | 'at'> = {
  reason: 'unknown',
  isDelivered: false,
  isBadNumber: false,
  isLost: true,
  costUnits: 0,
  isKept: false,
}
/** With these reasons the process lost track of a call that we placed: it may ring until its deadline. */
export const lostReasons: ReadonlySet<string> = new Set([abandonedReason, overdueReason])
