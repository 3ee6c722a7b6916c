import {
  type CallerSourceCounts,
  callerSourceRule,
  type EarlyMediaCounts,
  type MediaSignCounts,
} from '../../storage/queries/trunk-counts.ts'
import type { TrunkSettings } from '../../storage/queries/trunks.ts'

/** The meaning of 183 on a trunk: the phone rings, or a 180 may follow. */
export type EarlyMediaTrait = 'ringing' | 'promise' | 'unknown'

/** This many people answered after a 183 alone before 183 counts as ringing. */
const enoughAnswers = 5
/** Of the calls lately. */
const tooManyFailures = 5

/**
 * A single 180 shows that this trunk announces ringing: then a 183 alone is not ringing. Only an answer shows that it is: a
 * network that blocks refuses as a person does. Failures after 183s that were taken for ringing take the trait back.
 */
export function earlyMediaTraitOf({ ringing, answer, lately = '' }: EarlyMediaCounts): EarlyMediaTrait {
  if (ringing > 0) return 'promise'
  const isBelied = lately.replaceAll('0', '').length >= tooManyFailures
  return answer >= enoughAnswers && !isBelied ? 'ringing' : 'unknown'
}

/** This many calls rang in vain, or not at all: only the operator can find out what the carrier means by 183. */
const puzzlingCalls = 5

/** Flash calls over this trunk fail after a 183 alone, and its calls do not show what it means by it. */
export function needsDecision(
  setting: TrunkSettings['earlyMediaIsRinging'],
  counts: EarlyMediaCounts,
): boolean {
  return setting === 'learned' && earlyMediaTraitOf(counts) === 'unknown' && counts.nothing >= puzzlingCalls
}

/** Whether a lasting 183 counts as ringing: the operator's setting, otherwise what was learned. */
export function earlyMediaRings(
  setting: TrunkSettings['earlyMediaIsRinging'],
  counts: EarlyMediaCounts,
): boolean {
  return setting === 'learned' ? earlyMediaTraitOf(counts) === 'ringing' : setting === 'yes'
}

/** Whether a trunk asserts the identity of callers (P-Asserted-Identity): nearly always, never, or sometimes. */
export type AssertionTrait = 'asserts' | 'never-asserts' | 'mixed' | 'unknown'

/** The number of calls before a trait is known. */
const enoughCallers = 20
/** A trunk that asserts may miss one call in twenty. */
const assertedShare = 0.95

export function assertionTraitOf(counts: CallerSourceCounts): AssertionTrait {
  const calls = callerSourceRule.total(counts)
  if (calls < enoughCallers) return 'unknown'
  if (counts.asserted === 0) return 'never-asserts'
  return counts.asserted >= calls * assertedShare ? 'asserts' : 'mixed'
}

/** This many spoken codes before the trait is known. */
const enoughSpoken = 20
/** One call in five may be silent: some phones send nothing while nobody speaks. */
const heardShare = 0.8

/** Whether RTP or RTCP usually comes in answered calls. A closed port shows no trait. */
export function sendsMedia({ heard, silent }: MediaSignCounts): boolean {
  const calls = heard + silent
  return calls >= enoughSpoken && heard >= calls * heardShare
}
