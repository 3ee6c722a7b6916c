import { secondMs } from '../platform/clock.ts'
import { typedReason } from './settlement.ts'
import type { Course, EndReason, SkipReason, Step, VerificationStatus } from './verification.ts'
import { attemptsAmong } from './wrong-codes.ts'

/**
 * The state machine of a verification: steps, time and checks. Pure: `(course, event) -> [course, effects]`. The
 * store runs it inside the transaction that stores the result, so events from calls, checks, timers and several nodes
 * are always processed one after the other, also after a crash.
 *
 *   pending ──► approved   the right code, or the call of an inbound step
 *           ├─► failed     max_attempts, not_reached, bad_number, do_not_call, prefix_paused
 *           ├─► expired    the time is over
 *           ├─► canceled   the integrator ended it, or nobody was told of it (not_acknowledged)
 *           └─► blocked    too many wrong codes for this phone, or from this source for it, in any of its verifications
 *
 * An end is final. A call that is under way at the end still gets its outcome and its price.
 */
export type CourseEvent =
  | { readonly kind: 'started'; readonly step: number; readonly call: StartedCall }
  /** A step that cannot start is skipped, and the next one is due at once. */
  | { readonly kind: 'skipped'; readonly step: number; readonly reason: SkipReason; readonly at: number }
  /** The number is blocked for a while before it may be called again. */
  | { readonly kind: 'rests'; readonly step: number; readonly until: number; readonly at: number }
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
  | { readonly kind: 'checked'; readonly steps: readonly number[]; readonly at: number }
  | { readonly kind: 'next'; readonly at: number }
  | { readonly kind: 'cancel'; readonly at: number }
  /** Somebody who knows its id has asked for it. */
  | { readonly kind: 'acknowledged' }
  /** Its creation was answered with an error. */
  | { readonly kind: 'disowned'; readonly at: number }
  | { readonly kind: 'blocked'; readonly reason: 'phone_blocked' | 'source_blocked'; readonly at: number }
  | { readonly kind: 'clock'; readonly at: number }

export interface StartedCall {
  readonly vendorId: number
  readonly at: number
  readonly costUnits: number
  readonly deadlineAt: number
  readonly caller: string | null
  readonly confirmationNumber: string | null
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
  readonly costUnits: number
  /** Only for a kept step. */
  readonly details?: string
}

/** What the machine asks the service to do. The names are those of the events of `/v2`. */
export type CourseEffect =
  | {
      readonly kind: 'event'
      readonly type: `verification.${'step_started' | 'step_delivered' | 'step_undelivered' | Exclude<VerificationStatus, 'pending'>}`
    }
  /** The call is no longer needed. After an approval one that was answered ends by itself. */
  | { readonly kind: 'hang-up'; readonly vendorId: number }

export type Moved = readonly [Course, readonly CourseEffect[]]

/** Longer than any call lasts; a lost call cannot ring after this. */
export const lostCallMs = 60 * secondMs

export function move(course: Course, event: CourseEvent): Moved {
  switch (event.kind) {
    case 'started':
      return start(course, event.step, event.call)
    case 'ended':
      return endCall(course, event.call)
    case 'paid':
      return pay(course, event.vendorId, event.costUnits)
    case 'skipped':
      return skip(course, event.step, event.reason, event.at)
    case 'rests':
      return rest(course, event.step, event.until, event.at)
    case 'refused':
      return isPending(course) ? end(course, 'failed', event.reason, event.at) : stay(course)
    case 'checked':
      return check(course, event.steps, event.at)
    case 'next':
      return expire(course, event.at) ?? [{ ...course, nextStepAt: askedStepAt(course, event.at) }, []]
    case 'cancel':
      return expire(course, event.at) ?? end(course, 'canceled', 'canceled', event.at)
    case 'acknowledged':
      return [{ ...course, isAcknowledged: true }, []]
    case 'disowned':
      return course.isAcknowledged || !isPending(course) ? stay(course) : end(course, ...untold, event.at)
    case 'blocked':
      return expire(course, event.at) ?? block(course, event.reason, event.at)
    case 'clock':
      return endUntold(course, event.at) ?? expire(course, event.at) ?? stay(course)
  }
}

/** The planned step that has to start at this time; undefined when there is none. */
export function dueStep(course: Course, at: number): number | undefined {
  if (!isPending(course) || !course.isAcknowledged) return undefined
  if (course.nextStepAt === null || course.nextStepAt > at) return undefined
  if (at >= course.expiresAt || rings(course)) return undefined
  const step = course.steps.findIndex(({ status }) => status === 'planned')
  return step === -1 ? undefined : step
}

/** When a timer has to process the course again; null when it has ended. */
export function wakeAt(course: Course): number | null {
  if (!isPending(course)) return null
  const times = [course.expiresAt]
  const isAwaited = hasPlanned(course) || !course.isAcknowledged
  if (course.nextStepAt !== null && isAwaited && !rings(course)) times.push(course.nextStepAt)
  for (const { status, deadlineAt } of course.steps) {
    if (status === 'started' && deadlineAt !== null) times.push(deadlineAt)
  }
  return Math.min(...times)
}

/** Whether a call that we place is under way. An inbound step rings no phone. */
export function rings(course: Course): boolean {
  return course.steps.some(({ status, mode }) => status === 'started' && mode !== 'inbound')
}

export const isPending = ({ status }: Course) => status === 'pending'
export const hasPlanned = ({ steps }: Course) => steps.some(({ status }) => status === 'planned')

/** The steps of an ended verification whose money has not moved yet. */
export function unpaidSteps(course: Course): readonly Step[] {
  return isPending(course) ? [] : course.steps.filter(({ isKept, status }) => isKept && status !== 'started')
}

/** The cost of the steps, held or charged, so far. */
export function spentUnits({ steps }: Course): number {
  return steps.reduce((sum, { costUnits }) => sum + (costUnits ?? 0), 0)
}

const stay = (course: Course): Moved => [course, []]

function start(course: Course, index: number, call: StartedCall): Moved {
  const { vendorId, at, costUnits, deadlineAt, caller, confirmationNumber, codes, isKept } = call
  const isInbound = course.steps[index]!.mode === 'inbound'
  const changed = withStep(course, index, {
    status: 'started',
    vendorId,
    startedAt: at,
    costUnits,
    deadlineAt,
    caller,
    confirmationNumber,
    isKept,
  })
  // If the person does not call within the time of the step, the next step calls the person.
  const nextStepAt = isInbound ? deadlineAt : null
  const attemptsLeft = codes === null ? course.attemptsLeft : attemptsAmong(codes, course.attemptsLeft)
  return [{ ...changed, attemptsLeft, nextStepAt }, [{ kind: 'event', type: 'verification.step_started' }]]
}

function skip(course: Course, index: number, reason: SkipReason, at: number): Moved {
  if (!isPending(course) || course.steps[index]?.status !== 'planned') return stay(course)
  return failIfUnreachable(withStep(course, index, { status: 'skipped', reason, endedAt: at }), at, [])
}

function rest(course: Course, index: number, until: number, at: number): Moved {
  if (!isPending(course) || course.steps[index]?.status !== 'planned') return stay(course)
  if (until < course.expiresAt) return [{ ...course, nextStepAt: until }, []]
  return failIfUnreachable(withoutPlanned(course, 'expires_first', at), at, [])
}

function endCall(course: Course, call: EndedCall): Moved {
  const index = course.steps.findIndex(({ vendorId }) => vendorId === call.vendorId)
  const step = course.steps[index]
  if (step?.status !== 'started') return stay(course)
  const { at, costUnits } = call
  const isDelivered = call.isDelivered || step.isTyped
  const reason = isDelivered === call.isDelivered ? call.reason : typedReason
  const status = isDelivered ? 'delivered' : 'undelivered'
  const details = step.isKept ? (call.details ?? null) : null
  // Only the node that answered the creation places its first call, so an outcome of it shows that it has answered.
  const isAcknowledged = course.isAcknowledged || (!call.isLost && step.mode !== 'inbound')
  const ended = withStep(course, index, { status, reason, endedAt: at, costUnits, details })
  const changed = { ...ended, isAcknowledged }
  if (!isPending(course)) return [changed, []]
  const told: CourseEffect = { kind: 'event', type: `verification.step_${status}` }
  if (at >= course.expiresAt && !(isDelivered && step.mode === 'inbound')) {
    return also(told, end(changed, 'expired', 'expired', course.expiresAt))
  }
  if (isDelivered && step.mode === 'inbound') return also(told, end(changed, 'approved', null, at))
  if (isDelivered) return [{ ...changed, nextStepAt: at + step.seconds * secondMs }, [told]]
  if (call.isBadNumber) return also(told, end(changed, 'failed', 'bad_number', at))
  // If `next` started a later step while this one waited for a person, that step decides when the following one is due.
  const isNewest = course.steps.slice(index + 1).every(({ startedAt }) => startedAt === null)
  if (!isNewest) return failIfUnreachable(changed, at, [told])
  const nextStepAt = call.isLost ? Math.max(at, step.startedAt! + lostCallMs) : at
  const due = { ...changed, nextStepAt }
  if (call.isLost && !isAcknowledged) return [due, [told]]
  const reachable = nextStepAt < course.expiresAt ? due : withoutPlanned(due, 'expires_first', at)
  return failIfUnreachable(reachable, at, [told])
}

/** When a step that was asked for may start: a call that a crash lost may still ring until its deadline. */
function askedStepAt({ steps, nextStepAt }: Course, at: number): number {
  const newest = steps.findLast(({ startedAt }) => startedAt !== null)
  if (newest === undefined || newest.mode === 'inbound' || newest.status !== 'undelivered') return at
  const lostUntil = newest.startedAt! + lostCallMs
  return nextStepAt === lostUntil ? Math.max(at, lostUntil) : at
}

function pay(course: Course, vendorId: number, costUnits: number): Moved {
  const index = course.steps.findIndex((step) => step.vendorId === vendorId && step.isKept)
  return index === -1
    ? stay(course)
    : [withStep(course, index, { costUnits, isKept: false, details: null }), []]
}

/** The caller has compared the codes, and never checks a course that has ended. */
function check(course: Course, steps: readonly number[], at: number): Moved {
  const expired = expire(course, at)
  if (expired !== undefined) return expired
  if (!isPending(course)) return stay(course)
  const isRight = steps.length > 0
  const checked = { ...course, checks: [...course.checks, { at, isRight }] }
  if (isRight) return end(withTyped(checked, steps), 'approved', null, at)
  const left = { ...checked, attemptsLeft: course.attemptsLeft - 1 }
  return left.attemptsLeft > 0 ? [left, []] : end(left, 'failed', 'max_attempts', at)
}

/** Of several steps with the typed code the newest that is known to have rung counts, else the newest. */
function withTyped(course: Course, steps: readonly number[]): Course {
  const index = steps.findLast((step) => course.steps[step]!.status === 'delivered') ?? steps.at(-1)!
  const step = course.steps[index]!
  return step.status === 'started'
    ? { ...course, steps: course.steps.with(index, { ...step, isTyped: true }) }
    : course
}

function expire(course: Course, at: number): Moved | undefined {
  if (!isPending(course)) return stay(course)
  return at < course.expiresAt ? undefined : end(course, 'expired', 'expired', course.expiresAt)
}

/** A call from the person cannot be guessed: a verification that waits for one, or will, goes on without its codes. */
function block(course: Course, reason: EndReason, at: number): Moved {
  const isOpen = course.steps.some(
    ({ mode, status }) => mode === 'inbound' && (status === 'started' || status === 'planned'),
  )
  return isOpen ? stay(course) : end(course, 'blocked', reason, at)
}

const untold = ['canceled', 'not_acknowledged'] as const

/** Where the next step would be due, it ends: the node that stored it is lost and may have answered with an error. */
function endUntold(course: Course, at: number): Moved | undefined {
  const { isAcknowledged, nextStepAt } = course
  if (isAcknowledged || !isPending(course) || nextStepAt === null || at < nextStepAt) return undefined
  // An only step that waits for a person may have been answered: nothing was written since.
  const waits = !hasPlanned(course) && course.steps.some(({ status }) => status === 'started')
  return waits ? undefined : end(course, ...untold, at)
}

/**
 * Fails when every step was undelivered or skipped and none is left. After a delivered step the course stays open until
 * it expires.
 */
function failIfUnreachable(course: Course, at: number, effects: readonly CourseEffect[]): Moved {
  const isOpen = course.steps.some(({ status }) => status !== 'undelivered' && status !== 'skipped')
  if (isOpen) return [course, effects]
  const [ended, more] = end(course, 'failed', 'not_reached', at)
  return [ended, [...effects, ...more]]
}

function end(
  course: Course,
  status: Exclude<VerificationStatus, 'pending'>,
  reason: EndReason | null,
  at: number,
): Moved {
  const hangUps = course.steps.filter((step) => step.status === 'started')
  const ended = {
    ...withoutPlanned(course, status, at),
    status,
    reason,
    endedAt: at,
    nextStepAt: null,
    version: course.version + 1,
  }
  return [
    ended,
    [
      ...hangUps.map(({ vendorId }): CourseEffect => ({ kind: 'hang-up', vendorId: vendorId! })),
      { kind: 'event', type: `verification.${status}` },
    ],
  ]
}

function withStep(course: Course, index: number, change: Partial<Step>): Course {
  const steps = course.steps.map((step, place) => (place === index ? { ...step, ...change } : step))
  return { ...course, steps, version: course.version + 1 }
}

function withoutPlanned(course: Course, reason: SkipReason, at: number): Course {
  if (!hasPlanned(course)) return course
  const steps = course.steps.map((step) =>
    step.status === 'planned' ? { ...step, status: 'skipped' as const, reason, endedAt: at } : step,
  )
  return { ...course, steps, version: course.version + 1 }
}

function also(effect: CourseEffect, [course, effects]: Moved): Moved {
  return [course, [effect, ...effects]]
}
