import type { CallRecord, Mode } from '../books/call.ts'
import { type AttemptFacts, readAttempts, seenMs } from '../books/call-details.ts'
import { failedAtKeyPrompt, machineReason, rightKeyReason } from '../books/settlement.ts'
import {
  bucketOf,
  type FailureReason,
  type Measure,
  measures,
  pddBoundsMs,
  pddBuckets,
  placeOf,
  reasonColumns,
  ringBoundsMs,
  ringBuckets,
} from './measures.ts'
import { networkName } from './network-name.ts'

/** What calls are grouped by. The names of trunks and the blocks of calling numbers are for operators alone. */
export interface FactGroup {
  readonly mode: Mode
  /** ISO 3166; "" when it is not known. */
  readonly country: string
  /** One name for each network; "" when it is not known. */
  readonly operator: string
  /** "" for a call that no trunk carried. */
  readonly trunk: string
  /** The calling number without its last four digits. */
  readonly block: string
}
export const dimensions = ['mode', 'country', 'operator', 'trunk', 'block'] as const
export type Dimension = (typeof dimensions)[number]

/** A settled call as it is stored. */
export interface SettledCall
  extends Pick<CallRecord, 'mode' | 'country' | 'operator' | 'portedTo' | 'costUnits' | 'details'> {
  readonly completed: boolean
  readonly reason: string
}

/** What a call adds to one group, with amounts in the order of `measures`. */
export interface Contribution {
  readonly group: FactGroup
  readonly amounts: readonly number[]
  /** The keyed hash of the calling number; "" when it is not known. */
  readonly callerHash: string
}

/** An answered call that is shorter counts as short: carriers use 6 s in their terms for short calls. */
const shortCallMs = 6_000

/** Reasons with which an attempt has reached the phone or its owner, in records that do not say how far it came. */
const reached: ReadonlySet<string> = new Set([
  'rang',
  'declined',
  'answered',
  'spoken',
  'not answered',
  'busy',
])
const rungReasons: ReadonlySet<string> = new Set(['rang', 'declined', 'answered', 'spoken', 'not answered'])
const answeredReasons: ReadonlySet<string> = new Set([
  'answered',
  'answered without ringing',
  'spoken',
  'no audio',
  machineReason,
  'hung up before the code',
])
const unsentReasons: ReadonlySet<string> = new Set(['trunk full', 'placed too late'])

/**
 * Each attempt counts for its own trunk. The call itself (outcome, price) counts once, for the trunk of its last attempt.
 */
export function contributionsOf(call: SettledCall): Contribution[] {
  const { suspect, ...read } = readAttempts(call.details)
  const attempts = attemptsOf(call, read)
  if (attempts.length === 0) return [contribution(call, undefined, callAmounts(call, suspect))]
  return attempts.map((attempt, place) => {
    const isLast = place === attempts.length - 1
    const amounts = isLast ? callAmounts(call, suspect) : amountsOf([['failed_over', 1]])
    if (call.mode !== 'inbound') addAttempt(amounts, attempt)
    return contribution(call, attempt, amounts)
  })
}

/** Where approvals of a call are counted: in the group of its last attempt. */
export function placeOfCall(call: SettledCall): Pick<Contribution, 'group' | 'callerHash'> {
  const { group, callerHash } = contribution(call, attemptsOf(call, readAttempts(call.details)).at(-1), [])
  return { group, callerHash }
}

/** A record without a list of attempts had one if it names a trunk. */
function attemptsOf(
  { reason }: SettledCall,
  { attempts, trunk, pddMs, ringMs }: Omit<ReturnType<typeof readAttempts>, 'suspect'>,
): readonly AttemptFacts[] {
  if (attempts.length > 0 || trunk === '') return attempts
  const unknown = { stage: null, answered: false, talkMs: 0, callerBlock: '', callerHash: '', costUnits: 0 }
  return [{ ...unknown, trunk, reason, pddMs, ringMs }]
}

function contribution(
  { mode, country, operator, portedTo }: SettledCall,
  attempt: AttemptFacts | undefined,
  amounts: readonly number[],
): Contribution {
  return {
    group: {
      mode,
      country,
      operator: networkName(country, operator, portedTo),
      trunk: attempt?.trunk ?? '',
      block: attempt?.callerBlock ?? '',
    },
    amounts,
    callerHash: attempt?.callerHash ?? '',
  }
}

export function amountsOf(known: readonly (readonly [Measure, number])[]): number[] {
  const amounts = new Array<number>(measures.length).fill(0)
  for (const [measure, amount] of known) amounts[placeOf(measure)] = amount
  return amounts
}

function callAmounts(call: SettledCall, suspect: boolean): number[] {
  const { mode, completed, reason, costUnits } = call
  if (mode === 'inbound') return inboundAmounts(call)
  const amounts = amountsOf([
    ['calls', 1],
    ['price_units', costUnits],
  ])
  if (reason === rightKeyReason || failedAtKeyPrompt(reason)) amounts[placeOf('key_calls')] = 1
  if (reason === rightKeyReason) amounts[placeOf('right_keys')] = 1
  if (!completed) {
    amounts[placeOf(reasonColumns[reason as FailureReason] ?? reasonColumns.other)] = 1
    return amounts
  }
  amounts[placeOf('completed')] = 1
  if (suspect) amounts[placeOf('suspect')] = 1
  // As a step of /v2 counts: a spoken code is delivered when somebody heard it.
  const isMachine = reason === machineReason
  if (isMachine) amounts[placeOf(reasonColumns[machineReason])] = 1
  if (!(suspect && (mode === 'voice' || isMachine))) amounts[placeOf('delivered')] = 1
  return amounts
}

/** Why a call that came did not confirm. */
const refusedCallers: ReadonlySet<string> = new Set<FailureReason>([
  'caller not believed',
  'from not trusted',
])

function inboundAmounts({ completed, reason, costUnits }: SettledCall): number[] {
  const isRefused = refusedCallers.has(reason)
  const known: [Measure, number][] = [
    ['asked', 1],
    ['called', completed || isRefused ? 1 : 0],
    ['confirmed', completed ? 1 : 0],
    ['price_units', costUnits],
  ]
  if (isRefused) known.push([reasonColumns[reason as FailureReason], 1])
  return amountsOf(known)
}

function addAttempt(amounts: number[], attempt: AttemptFacts): void {
  const { reason, stage, pddMs, ringMs, talkMs } = attempt
  const add = (measure: Measure, amount = 1) => {
    amounts[placeOf(measure)]! += amount
  }
  const isAnswered = attempt.answered || answeredReasons.has(reason)
  const isSeen = rungReasons.has(reason) || isAnswered || (ringMs ?? 0) >= seenMs
  const isRung = stage === 'ringing' ? isSeen : stage === null && rungReasons.has(reason)
  add('attempts')
  add('cost_units', attempt.costUnits)
  if (stage === null ? !unsentReasons.has(reason) : stage !== 'unsent') add('invited')
  if (isRung || stage === 'ringing' || stage === 'progress' || pddMs !== null) add('progressed')
  if (isRung) add('rang')
  if (isRung || isAnswered || reached.has(reason)) add('effective')
  if (isAnswered) {
    add('answered')
    add('talk_ms', talkMs)
    // Records of earlier versions do not say how long they lasted.
    if (stage !== null && talkMs < shortCallMs) add('short_calls')
  }
  if (reason === 'declined') add('declined')
  if (isAnswered && !isRung) add('answered_silently')
  if (pddMs !== null) {
    add('pdd_ms', pddMs)
    add(pddBuckets[bucketOf(pddBoundsMs, pddMs)]!)
  }
  if (isRung && ringMs !== null) add(ringBuckets[bucketOf(ringBoundsMs, ringMs)]!)
}
