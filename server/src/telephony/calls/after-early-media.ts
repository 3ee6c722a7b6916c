import type { AfterEarlyMedia } from '../../storage/queries/trunk-counts.ts'
import type { LegFacts } from './facts.ts'
import type { TrunkRules } from './verdict.ts'

/**
 * A shorter 183 shows nothing: voicemail answers at once, and before an immediate refusal the 183 only announced it.
 */
export const minEarlyMediaMs = 1_000

/**
 * What one call shows about the meaning of 183 on its trunk; undefined when it shows nothing. A 180 shows it in a call
 * without a 183 too. Who refused the call is not known, however it was refused: a network that blocks says 603 as well.
 */
export function afterEarlyMedia(facts: LegFacts, rules: TrunkRules): AfterEarlyMedia | undefined {
  const { earlyMs, heard, answered, announcedCause, end } = facts
  if (heard === 'ringing') return 'ringing'
  if (earlyMs === undefined) return undefined
  const isLasting = earlyMs >= minEarlyMediaMs
  if (answered) return isLasting ? 'answer' : undefined
  const isTaken = isLasting && rules.earlyMediaRings
  if (announcedCause === undefined && (end.kind === 'leave' || end.kind === 'left'))
    return isTaken ? 'taken' : 'nothing'
  return isTaken && (announcedCause !== undefined || end.kind === 'refused') ? 'belied' : 'failure'
}
