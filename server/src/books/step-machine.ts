import { secondMs } from '../platform/clock.ts'
import { typedReason } from './settlement.ts'
import {
  bringsCode,
  type EndReason,
  type SkipReason,
  type Step,
  type VerificationState,
  type VerificationStatus,
} from './verification.ts'
import { attemptsAmong } from './wrong-codes.ts'

/**
 * The state machine of a verification: steps, time and checks. Pure: `(state, event) -> [state, effects]`. The
 * store runs it inside the transaction that stores the result, so events from calls, checks, timers and several nodes
 * are always processed one after the other, also after a crash.
 *
 *   pending ──► approved   the right code or key, or the call of an inbound step
 *           ├─► failed     max_attempts, not_reached, bad_number, do_not_call, prefix_paused
 *           ├─► expired    the time is over
 *           ├─► canceled   the integrator ended it, or nobody knows of it (not_acknowledged)
 *           └─► blocked    too many wrong codes for this phone, or from this source for it, in any of its verifications
 *
 * An end is final. A call that is under way at the end still gets its outcome and its price. When all prices are known
 * the verification is settled: nothing of it changes after that.
 */
export type StateEvent =
  | { readonly kind: 'started'; readonly step: number; readonly call: StartedCall }
  /** A step that cannot start is skipped, and the next one is due at once. */
  | { readonly kind: 'skipped'; readonly step: number; readonly reason: SkipReason; readonly at: number }
  /** The number is blocked for a while before it may be called again. */
  | { readonly kind: 'retry-later'; readonly step: number; readonly until: number; readonly at: number }
  /** This number may not be called any more. */
  | {
      readonly kind: 'refused'
      readonly step: number
      readonly reason: 'do_not_call' | 'prefix_paused'
      readonly at: number
    }
  | { readonly kind: 'ended'; readonly call: EndedCall }
  /** The money of a kept step has moved. */
  | { readonly kind: 'paid'; readonly vendorId: number; readonly costUnits: number }
  /** `steps`: those whose code was typed, in their order; none for a wrong code, several for an own code. */
  | {
      readonly kind: 'checked'
      readonly steps: readonly number[]
      readonly mark?: string | undefined
      readonly at: number
    }
  | { readonly kind: 'next'; readonly at: number }
  /** One more step than it was created with. */
  | { readonly kind: 'added'; readonly step: Step }
  | { readonly kind: 'cancel'; readonly at: number }
  /** Somebody who knows its id has asked for it. */
  | { readonly kind: 'acknowledged' }
  /** Another request is answered with it. */
  | { readonly kind: 'answered'; readonly to: string }
  /** That request was answered with an error. */
  | { readonly kind: 'unanswered'; readonly to: string }
  /** Its creation was answered with an error. */
  | { readonly kind: 'abandoned'; readonly at: number }
  | { readonly kind: 'blocked'; readonly reason: 'phone_blocked' | 'source_blocked'; readonly at: number }
  | { readonly kind: 'clock'; readonly at: number }

export interface StartedCall {
  readonly vendorId: number
  readonly at: number
  readonly costUnits: number
  readonly deadlineAt: number
  readonly caller: string | null
  readonly confirmationNumber: string | null
  readonly key?: string | undefined
  readonly language?: string | undefined
  /** Among how many codes its own was drawn; null when it has none. */
  readonly codes: number | null
  readonly isKept: boolean
}

export interface EndedCall {
  readonly vendorId: number
  readonly at: number
  readonly reason: string
  /**
   * Flash and mix: the phone rang or was answered. Voice: the code was spoken, and there was a sign that it was heard.
   */
  readonly isDelivered: boolean
  readonly isBadNumber: boolean
  /** The process that placed the call died: the phone may ring until the call's deadline. */
  readonly isLost: boolean
  /** What it costs, or will cost if its price is kept and the verification is approved. */
  readonly costUnits: number
  readonly isKept: boolean
  readonly gatewayPrice?: string | undefined
}

/** What a move is told by: the events of `/v2`. */
export type StateEffect =
  `verification.${'step_started' | 'step_delivered' | 'step_undelivered' | Exclude<VerificationStatus, 'pending'> | 'settled'}`

export type Moved = readonly [VerificationState, readonly StateEffect[]]

/** With those that were added. */
const mostSteps = 5
/** Longer than any call lasts; a lost call cannot ring after this. */
export const lostCallMs = 60 * secondMs

export function move(state: VerificationState, event: StateEvent): Moved {
  const [moved, effects] = change(state, event)
  if (hasSettled(state) || !hasSettled(moved)) return [moved, effects]
  return [moved, [...effects, 'verification.settled']]
}

function change(state: VerificationState, event: StateEvent): Moved {
  switch (event.kind) {
    case 'started':
      return start(state, event.step, event.call)
    case 'ended':
      return endCall(state, event.call)
    case 'paid':
      return pay(state, event.vendorId, event.costUnits)
    case 'skipped':
      return skip(state, event.step, event.reason, event.at)
    case 'retry-later':
      return retryLater(state, event.step, event.until, event.at)
    case 'refused':
      return isPending(state) ? end(state, 'failed', event.reason, event.at) : stay(state)
    case 'checked':
      return check(state, event)
    case 'next':
      return expire(state, event.at) ?? [{ ...state, nextStepAt: askedStepAt(state, event.at) }, []]
    case 'added':
      return isPending(state) && !hasPlanned(state) && !rings(state) && state.steps.length < mostSteps
        ? [{ ...state, steps: [...state.steps, event.step], version: state.version + 1 }, []]
        : stay(state)
    case 'cancel':
      return expire(state, event.at) ?? end(state, 'canceled', 'canceled', event.at)
    case 'acknowledged':
      return [{ ...state, isAcknowledged: true, answeredTo: [] }, []]
    case 'answered':
      return state.isAcknowledged ? stay(state) : [answer(state, event.to), []]
    case 'unanswered':
      return [{ ...state, answeredTo: state.answeredTo.filter((to) => to !== event.to) }, []]
    case 'abandoned':
      return isKnown(state) || !isPending(state) ? stay(state) : end(state, ...unacknowledged, event.at)
    case 'blocked':
      return expire(state, event.at) ?? block(state, event.reason, event.at)
    case 'clock':
      return endUnacknowledged(state, event.at) ?? expire(state, event.at) ?? endLost(state, event.at)
  }
}

/** The planned step that has to start at this time; undefined when there is none. */
export function dueStep(state: VerificationState, at: number): number | undefined {
  if (!isPending(state) || !isKnown(state)) return undefined
  if (state.nextStepAt === null || state.nextStepAt > at) return undefined
  if (at >= state.expiresAt || rings(state)) return undefined
  const step = state.steps.findIndex(({ status }) => status === 'planned')
  return step === -1 ? undefined : step
}

/** When a timer has to process the state again; null when it has ended. */
export function wakeAt(state: VerificationState): number | null {
  if (!isPending(state)) return null
  const times = [state.expiresAt]
  const isAwaited = hasPlanned(state) || !isKnown(state)
  // The end of a call is applied together with its settlement, also at its deadline.
  if (state.nextStepAt !== null && isAwaited && !rings(state)) times.push(state.nextStepAt)
  return Math.min(...times)
}

/** Whether a call that we place is under way. An inbound step rings no phone. */
export function rings(state: VerificationState): boolean {
  return state.steps.some(({ status, mode }) => status === 'started' && mode !== 'inbound')
}

/** Somebody may have been told of it. */
export const isKnown = ({ isAcknowledged, answeredTo }: VerificationState) =>
  isAcknowledged || answeredTo.length > 0
export const isPending = ({ status }: VerificationState) => status === 'pending'
export const hasPlanned = ({ steps }: VerificationState) => steps.some(({ status }) => status === 'planned')

/** Whether a further step may have to carry the code of one before. */
export const mayNeedCode = (state: VerificationState) =>
  hasPlanned(state) || (isPending(state) && state.steps[0]?.reusesCode === true)

/** The price of a call is known once it is over and its money has moved. */
export const hasPrice = ({ status, isKept }: Step) => status !== 'started' && !isKept

/** Ended, with the price of every step. */
export const hasSettled = (state: Pick<VerificationState, 'status' | 'steps'>) =>
  state.status !== 'pending' && state.steps.every(hasPrice)

/** The steps of an ended verification whose money has not moved yet. */
export function unpaidSteps(state: VerificationState): readonly Step[] {
  return isPending(state) ? [] : state.steps.filter(({ isKept, status }) => isKept && status !== 'started')
}

/** The cost of the steps, held or charged, so far: what they will cost at most. */
export function spentUnits({ steps }: Pick<VerificationState, 'steps'>): number {
  return steps.reduce((sum, { costUnits }) => sum + (costUnits ?? 0), 0)
}

const stay = (state: VerificationState): Moved => [state, []]

/** More than can get 503 at once, and some of so many have got their answer. */
const mostAnswered = 16
const answer = (state: VerificationState, to: string): VerificationState =>
  state.answeredTo.length < mostAnswered
    ? { ...state, answeredTo: [...state.answeredTo, to] }
    : { ...state, isAcknowledged: true, answeredTo: [] }

function start(state: VerificationState, index: number, call: StartedCall): Moved {
  const { vendorId, at, costUnits, deadlineAt, caller, confirmationNumber, key, language, codes, isKept } =
    call
  const isInbound = state.steps[index]!.mode === 'inbound'
  const changed = withStep(state, index, {
    status: 'started',
    vendorId,
    startedAt: at,
    costUnits,
    deadlineAt,
    caller,
    confirmationNumber,
    isKept,
    ...(key === undefined ? {} : { key }),
    ...(language === undefined ? {} : { language }),
  })
  // If the person does not call within the time of the step, the next step calls the person.
  const nextStepAt = isInbound ? deadlineAt : null
  const attemptsLeft = codes === null ? state.attemptsLeft : attemptsAmong(codes, state.attemptsLeft)
  return [{ ...changed, attemptsLeft, nextStepAt }, ['verification.step_started']]
}

function skip(state: VerificationState, index: number, reason: SkipReason, at: number): Moved {
  if (!isPending(state) || state.steps[index]?.status !== 'planned') return stay(state)
  return failIfUnreachable(withStep(state, index, { status: 'skipped', reason, endedAt: at }), at, [])
}

function retryLater(state: VerificationState, index: number, until: number, at: number): Moved {
  if (!isPending(state) || state.steps[index]?.status !== 'planned') return stay(state)
  return failIfUnreachable(dueAt(state, until, at), at, [])
}

function endCall(state: VerificationState, call: EndedCall): Moved {
  const index = state.steps.findIndex(({ vendorId }) => vendorId === call.vendorId)
  const step = state.steps[index]
  if (step?.status !== 'started') return stay(state)
  const { at, costUnits } = call
  // The record of a settled call is the truth about its money.
  const isDelivered = call.isDelivered || (step.isTyped && !call.isLost && costUnits > 0)
  const reason = isDelivered === call.isDelivered ? call.reason : typedReason
  const status = isDelivered ? 'delivered' : 'undelivered'
  // Only the node that answered the creation places its first call, so an outcome of it shows that it has answered.
  const isAcknowledged = state.isAcknowledged || (!call.isLost && step.mode !== 'inbound')
  // A call whose outcome comes after the end of its verification has not ended before it.
  const endedAt = isPending(state) ? at : Math.max(at, state.endedAt!)
  const said = call.gatewayPrice === undefined ? {} : { gatewayPrice: call.gatewayPrice }
  const ended = withStep(state, index, { status, reason, endedAt, costUnits, isKept: call.isKept, ...said })
  const changed = { ...ended, isAcknowledged }
  if (!isPending(state)) return [changed, []]
  const ofStep: StateEffect = `verification.step_${status}`
  const isApproval = isDelivered && !bringsCode(step)
  if (at >= state.expiresAt && !isApproval) {
    return also(ofStep, end(changed, 'expired', 'expired', state.expiresAt))
  }
  if (isApproval) return also(ofStep, end(changed, 'approved', null, at))
  if (isDelivered) return [dueAt(changed, at + step.seconds * secondMs, at), [ofStep]]
  if (call.isBadNumber) return also(ofStep, end(changed, 'failed', 'bad_number', at))
  // If `next` started a later step while this one waited for a person, that step decides when the following one is due.
  const isNewest = state.steps.slice(index + 1).every(({ startedAt }) => startedAt === null)
  if (!isNewest) return failIfUnreachable(changed, at, [ofStep])
  const nextStepAt = call.isLost ? Math.max(at, step.startedAt! + lostCallMs) : at
  if (call.isLost && !isKnown(changed))
    return [{ ...changed, nextStepAt: Math.min(nextStepAt, state.expiresAt) }, [ofStep]]
  return failIfUnreachable(dueAt(changed, nextStepAt, at), at, [ofStep])
}

/** The next step is due at that time, or never when the verification expires before. */
function dueAt(state: VerificationState, nextStepAt: number, at: number): VerificationState {
  return nextStepAt < state.expiresAt
    ? { ...state, nextStepAt }
    : { ...withoutPlanned(state, 'expires_first', at), nextStepAt: null }
}

/** When a step that was asked for may start: a call that a crash lost may still ring until its deadline. */
function askedStepAt({ steps, nextStepAt }: VerificationState, at: number): number {
  const newest = steps.findLast(({ startedAt }) => startedAt !== null)
  if (newest === undefined || newest.mode === 'inbound' || newest.status !== 'undelivered') return at
  const lostUntil = newest.startedAt! + lostCallMs
  return nextStepAt === lostUntil ? Math.max(at, lostUntil) : at
}

function pay(state: VerificationState, vendorId: number, costUnits: number): Moved {
  const index = state.steps.findIndex((step) => step.vendorId === vendorId && step.isKept)
  return index === -1 ? stay(state) : [withStep(state, index, { costUnits, isKept: false }), []]
}

/** The caller has compared the codes, and never checks a state that has ended. */
function check(
  state: VerificationState,
  { steps, mark, at }: Extract<StateEvent, { kind: 'checked' }>,
): Moved {
  const expired = expire(state, at)
  if (expired !== undefined) return expired
  if (!isPending(state)) return stay(state)
  const isRight = steps.length > 0
  const typed = { at, isRight, ...(mark === undefined ? {} : { mark }) }
  const checked = { ...state, checks: [...state.checks, typed] }
  if (isRight) return end(withTyped(checked, steps), 'approved', null, at)
  const left = { ...checked, attemptsLeft: state.attemptsLeft - 1 }
  return left.attemptsLeft > 0 ? [left, []] : end(left, 'failed', 'max_attempts', at)
}

/** Of several steps with the typed code the newest that is known to have rung counts, else the newest. */
function withTyped(state: VerificationState, steps: readonly number[]): VerificationState {
  const index = steps.findLast((step) => state.steps[step]!.status === 'delivered') ?? steps.at(-1)!
  const step = state.steps[index]!
  return step.status === 'started'
    ? { ...state, steps: state.steps.with(index, { ...step, isTyped: true }) }
    : state
}

function expire(state: VerificationState, at: number): Moved | undefined {
  if (!isPending(state)) return stay(state)
  return at < state.expiresAt ? undefined : end(state, 'expired', 'expired', state.expiresAt)
}

/** A call from the person cannot be guessed: a verification that waits for one, or will, goes on without its codes. */
function block(state: VerificationState, reason: EndReason, at: number): Moved {
  const isOpen = state.steps.some(
    ({ mode, status }) => mode === 'inbound' && (status === 'started' || status === 'planned'),
  )
  return isOpen ? stay(state) : end(state, 'blocked', reason, at)
}

const unacknowledged = ['canceled', 'not_acknowledged'] as const

/** Where the next step would be due, it ends: the node that stored it is lost and may have answered with an error. */
function endUnacknowledged(state: VerificationState, at: number): Moved | undefined {
  const { nextStepAt } = state
  if (isKnown(state) || !isPending(state) || nextStepAt === null || at < nextStepAt) return undefined
  // An only step that waits for a person may have been answered: nothing was written since.
  const waits = !hasPlanned(state) && state.steps.some(({ status }) => status === 'started')
  return waits ? undefined : end(state, ...unacknowledged, at)
}

/** The last call was lost before anybody had shown to know of the verification, and now somebody has. */
const endLost = (state: VerificationState, at: number): Moved =>
  isKnown(state) ? failIfUnreachable(state, at, []) : stay(state)

/**
 * Fails when every step was undelivered or skipped and none is left. After a delivered step the state stays open until
 * it expires.
 */
function failIfUnreachable(state: VerificationState, at: number, effects: readonly StateEffect[]): Moved {
  const isOpen = state.steps.some(({ status }) => status !== 'undelivered' && status !== 'skipped')
  if (isOpen) return [state, effects]
  const [ended, more] = end(state, 'failed', 'not_reached', at)
  return [ended, [...effects, ...more]]
}

function end(
  state: VerificationState,
  status: Exclude<VerificationStatus, 'pending'>,
  reason: EndReason | null,
  at: number,
): Moved {
  const ended = {
    ...withoutPlanned(state, status, at),
    status,
    reason,
    endedAt: at,
    nextStepAt: null,
    version: state.version + 1,
  }
  return [ended, [`verification.${status}`]]
}

function withStep(state: VerificationState, index: number, change: Partial<Step>): VerificationState {
  const steps = state.steps.map((step, place) => (place === index ? { ...step, ...change } : step))
  return { ...state, steps, version: state.version + 1 }
}

function withoutPlanned(state: VerificationState, reason: SkipReason, at: number): VerificationState {
  if (!hasPlanned(state)) return state
  const steps = state.steps.map((step) =>
    step.status === 'planned' ? { ...step, status: 'skipped' as const, reason, endedAt: at } : step,
  )
  return { ...state, steps, version: state.version + 1 }
}

function also(effect: StateEffect, [state, effects]: Moved): Moved {
  return [state, [effect, ...effects]]
}
