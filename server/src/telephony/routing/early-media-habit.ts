import type { EarlyMediaCounts } from '../../storage/queries/trunk-counts.ts'
import type { TrunkSettings } from '../../storage/queries/trunks.ts'

/** The meaning of 183 on a trunk: the phone rings, or a 180 may follow. */
export type EarlyMediaHabit = 'ringing' | 'promise' | 'unknown'

/** This many people answered or declined after a 183 alone before 183 counts as ringing. */
const enoughCalls = 5

/** A single 180 after a 183 shows that this trunk announces ringing: then a 183 alone is not ringing. */
export function habitOf(counts: EarlyMediaCounts): EarlyMediaHabit {
  if (counts.ringing > 0) return 'promise'
  return counts.answer + counts.decline >= enoughCalls ? 'ringing' : 'unknown'
}

/** This many calls rang in vain, or not at all: only the operator can find out what the carrier means by 183. */
const puzzlingCalls = 5

/** Flash calls over this trunk fail after a 183 alone, and its calls do not show what it means by it. */
export function needsDecision(
  setting: TrunkSettings['earlyMediaIsRinging'],
  counts: EarlyMediaCounts,
): boolean {
  return setting === 'learned' && habitOf(counts) === 'unknown' && counts.nothing >= puzzlingCalls
}

/** Whether a lasting 183 counts as ringing: the operator's setting, otherwise what was learned. */
export function earlyMediaRings(
  setting: TrunkSettings['earlyMediaIsRinging'],
  counts: EarlyMediaCounts,
): boolean {
  return setting === 'learned' ? habitOf(counts) === 'ringing' : setting === 'yes'
}
