// One call over several trunks: which trunk is called next, when to give up, and the single outcome.
import type { CallEffect, CallEvent } from './call-events.ts'
import { advanceCall, type Call, type CallTerms, placeCall } from './call-machine.ts'
import { failed, type Verdict } from './verdict.ts'

export const attemptLimits = {
  /** From the admission to the end of all attempts. The sweep fails calls after 59 s. */
  deadlineMs: 58_000,
  /** A call that was admitted longer ago is not placed any more: the person has given up waiting. */
  freshMs: 2_000,
  /** With less time than this left no further trunk is tried: mobile networks take up to 12 s to ring. */
  leastRestMs: 16_000,
  maxAttempts: 3,
} as const

export interface AttemptsPlan {
  readonly admittedAtMs: number
  /** The trunks in the order in which they are tried; the index in this list is the number of the leg. */
  readonly routes: readonly CallTerms[]
}

export interface Attempts {
  readonly plan: AttemptsPlan
  readonly legs: readonly Call[]
  readonly outcome: Verdict | undefined
}

export type AttemptsEvent =
  | { readonly kind: 'leg'; readonly leg: number; readonly event: CallEvent }
  | { readonly kind: 'deadline' }
  /** The service is stopping, or the call is no longer wanted. */
  | { readonly kind: 'stop'; readonly unlessAnswered: boolean }

export type AttemptsEffect =
  | { readonly kind: 'set-deadline'; readonly delayMs: number }
  | { readonly kind: 'clear-deadline' }
  /** Send the INVITE over that route. When its trunk is full, the answer is `ended: unsent: full`. */
  | { readonly kind: 'place'; readonly leg: number }
  | { readonly kind: 'leg'; readonly leg: number; readonly effect: CallEffect }
  /** The outcome of the call; exactly once. */
  | { readonly kind: 'settle'; readonly verdict: Verdict }

export type AttemptsStep = readonly [Attempts, readonly AttemptsEffect[]]

/** Begins with the first route. */
export function startAttempts(plan: AttemptsPlan, atMs: number): AttemptsStep {
  const attempts: Attempts = { plan, legs: [], outcome: undefined }
  const { admittedAtMs, routes } = plan
  if (atMs - admittedAtMs > attemptLimits.freshMs) return settle(attempts, failed('placed too late'))
  if (routes.length === 0) return settle(attempts, failed('trunk full'))
  const [next, effects] = placeNext(attempts, atMs)
  return [next, [{ kind: 'set-deadline', delayMs: restMs(plan, atMs) }, ...effects]]
}

export function advanceAttempts(attempts: Attempts, event: AttemptsEvent, atMs: number): AttemptsStep {
  if (event.kind === 'leg') return advanceLeg(attempts, event.leg, event.event, atMs)
  const isAnswered = attempts.legs.at(-1)?.answeredAtMs !== undefined
  if (event.kind === 'stop' && event.unlessAnswered && isAnswered) return [attempts, []]
  // Only the last leg can be undecided. An undecided leg gives up; a decided leg ignores the event.
  const why = event.kind === 'deadline' ? 'deadline' : 'stopped'
  return advanceLeg(attempts, attempts.legs.length - 1, { kind: 'give-up', why }, atMs)
}

/** The call is finished: the outcome is known and every channel is free. */
export function areOver({ outcome, legs }: Attempts): boolean {
  return outcome !== undefined && legs.every(({ phase }) => phase === 'over')
}

function advanceLeg(attempts: Attempts, leg: number, event: CallEvent, atMs: number): AttemptsStep {
  const call = attempts.legs[leg]
  if (call === undefined) return [attempts, []]
  const [advanced, callEffects] = advanceCall(call, event, atMs)
  const next = { ...attempts, legs: attempts.legs.with(leg, advanced) }
  const effects = callEffects.map((effect) => ({ kind: 'leg', leg, effect }) as const)
  const decided = callEffects.find((effect) => effect.kind === 'decided')
  if (decided === undefined) return [next, effects]
  const goesOn = decided.verdict.nextTrunk && hasNext(next, atMs)
  const [after, more] = goesOn ? placeNext(next, atMs) : settle(next, decided.verdict)
  return [after, [...effects, ...more]]
}

function hasNext({ plan, legs }: Attempts, atMs: number): boolean {
  const { leastRestMs, maxAttempts } = attemptLimits
  return legs.length < Math.min(plan.routes.length, maxAttempts) && restMs(plan, atMs) >= leastRestMs
}

const restMs = ({ admittedAtMs }: AttemptsPlan, atMs: number) =>
  admittedAtMs + attemptLimits.deadlineMs - atMs

function placeNext(attempts: Attempts, atMs: number): AttemptsStep {
  const leg = attempts.legs.length
  const [call, effects] = placeCall(attempts.plan.routes[leg]!, atMs)
  return [
    { ...attempts, legs: [...attempts.legs, call] },
    [{ kind: 'place', leg }, ...effects.map((effect) => ({ kind: 'leg', leg, effect }) as const)],
  ]
}

function settle(attempts: Attempts, verdict: Verdict): AttemptsStep {
  return [{ ...attempts, outcome: verdict }, [{ kind: 'clear-deadline' }, { kind: 'settle', verdict }]]
}
