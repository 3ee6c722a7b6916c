import type { Books } from './books.ts'
import type { CallOwner, Mode } from './call.ts'
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
  /** The outcome of the call of a kept step: its own record does not show it before the verification ends. */
  readonly outcome?: KeptOutcome
}

type KeptOutcome = Required<
  Pick<EndedCall, 'vendorId' | 'isDelivered' | 'isBadNumber' | 'reason' | 'details'>
>

export interface Advanced {
  readonly verification: Verification
  /** The step that has to start now. */
  readonly dueStep: number | undefined
  /** Whether its version grew or it has ended. */
  readonly isChanged: boolean
}

/** Applies the outcomes of its calls and the time, and cancels it if asked to. */
export function advanceVerification(books: Books, request: Advance): Advanced | undefined {
  const { id, cancels, at, isKnown, outcome } = request
  const found = books.verification(id)
  if (found === undefined) return undefined
  const transition = new VerificationTransition(found)
  if (isKnown === true) transition.take({ kind: 'acknowledged' })
  if (outcome !== undefined) takeKeptOutcome(transition, outcome, at)
  takeOutcomes(books, transition, at)
  transition.take({ kind: cancels ? 'cancel' : 'clock', at })
  transition.save(books, at)
  const { verification, isChanged } = transition
  return { verification, dueStep: dueStep(verification, at), isChanged }
}

/** The record of the call stays open, and its price held, until the verification ends. */
function takeKeptOutcome(
  transition: VerificationTransition,
  { vendorId, ...outcome }: KeptOutcome,
  at: number,
): void {
  const step = transition.verification.steps.find((each) => each.vendorId === vendorId)
  if (step === undefined) return
  transition.take({
    kind: 'ended',
    call: {
      ...outcome,
      vendorId,
      at,
      isLost: false,
      costUnits: step.costUnits ?? 0,
      gatewayPrice: gatewayPriceIn(step.mode, outcome.details),
    },
  })
}

/** How long after its deadline a kept call without a reported outcome counts as lost. */
const keptGraceMs = 2_000

/** Applies the outcomes of its calls since the last time. */
function takeOutcomes(books: Books, transition: VerificationTransition, now: number): void {
  for (const step of transition.verification.steps) {
    const { status, vendorId, isKept, deadlineAt, costUnits } = step
    if (status !== 'started' && !isKept) continue
    const call = books.settledCall(vendorId!)
    // A record that is gone (retention, an erased database) has no outcome: its call counts as failed.
    if (call === undefined)
      transition.take({ kind: 'ended', call: { ...unknownCall, vendorId: vendorId!, at: now } })
    else if (call === 'open') {
      const isOver = isKept && status === 'started' && now >= deadlineAt! + keptGraceMs
      const lost = { ...unknownCall, vendorId: vendorId!, at: now, reason: overdueReason }
      if (isOver) transition.take({ kind: 'ended', call: { ...lost, costUnits: costUnits! } })
    } else takeSettled(transition, step, call, now)
  }
}

/** Applies the end of a call, or the move of the money of a kept one, to the step. */
export function takeSettled(
  transition: VerificationTransition,
  { status, vendorId, startedAt }: Step,
  { completed, mode, reason, settledAt, costUnits, details }: SettledCall,
  now: number,
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
    gatewayPrice: gatewayPriceIn(mode, details),
  }
  transition.take(
    status === 'started' ? { kind: 'ended', call } : { kind: 'paid', vendorId: vendorId!, costUnits },
  )
}

const gatewayPriceIn = (mode: Mode, details: string | null | undefined) =>
  mode === 'http' ? readGatewayPrice(details ?? null) : undefined

const unknownCall: Omit<EndedCall, 'vendorId' | 'at'> = {
  reason: 'unknown',
  isDelivered: false,
  isBadNumber: false,
  isLost: true,
  costUnits: 0,
}
/** With these reasons the process lost track of a call that we placed: it may ring until its deadline. */
export const lostReasons: ReadonlySet<string> = new Set([abandonedReason, overdueReason])
