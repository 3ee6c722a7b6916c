import type { AfterEarlyMedia } from '../../storage/queries/trunk-counts.ts'
import type { LegFacts } from './facts.ts'
import { causeRow, finalRow } from './row-of-code.ts'
import type { TrunkRules } from './verdict.ts'

/**
 * A shorter 183 shows nothing: voicemail answers at once, and before an immediate refusal the 183 only announced it.
 */
export const lastingMs = 1_000

/** What one call shows about the meaning of 183 on its trunk; undefined when it shows nothing. */
export function afterEarlyMedia(facts: LegFacts, rules: TrunkRules): AfterEarlyMedia | undefined {
  const { earlyMs, heard, answered, announcedCause, end } = facts
  if (earlyMs === undefined) return undefined
  if (heard === 'ringing') return 'ringing'
  if (answered) return earlyMs >= lastingMs ? 'answer' : undefined
  if (announcedCause !== undefined) return 'failure'
  if (end.kind === 'leave' || end.kind === 'left') return 'nothing'
  return isDeclined(facts, rules) && earlyMs >= lastingMs ? 'decline' : 'failure'
}

/** A person refused the call. A 486 does not show that: the network also sends it for a busy line. */
export function isDeclined({ end }: LegFacts, { overrides }: TrunkRules): boolean {
  if (end.kind !== 'refused') return false
  const { status, cause } = end
  if (finalRow(status, cause, overrides) !== 'busy') return false
  return cause === 21 || (status === 603 && causeRow(cause, overrides) === undefined)
}
