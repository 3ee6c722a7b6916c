import type { EarlyMediaCounts } from '../../storage/early-media-counts.ts'
import type { TrunkSettings } from '../../storage/trunk-records.ts'

/** What a trunk means by 183: that the phone rings, or only that a 180 may follow. */
export type EarlyMediaHabit = 'ringing' | 'promise' | 'unknown'

/** So many people answered or declined after a 183 alone before it is taken for ringing. */
const enoughCalls = 5

/** A single 180 after a 183 shows that this trunk announces ringing: then a 183 alone is none. */
export function habitOf(counts: EarlyMediaCounts): EarlyMediaHabit {
  if (counts.ringing > 0) return 'promise'
  return counts.answer + counts.decline >= enoughCalls ? 'ringing' : 'unknown'
}

/** Whether a lasting 183 counts as ringing: what the operator says, else what was learned. */
export function earlyMediaRings(
  setting: TrunkSettings['earlyMediaIsRinging'],
  counts: EarlyMediaCounts,
): boolean {
  return setting === 'learned' ? habitOf(counts) === 'ringing' : setting === 'yes'
}
