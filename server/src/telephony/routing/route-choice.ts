import type { RouteChoice, WeighedTrunk } from '../../books/call-details.ts'
import type { RankedTrunk, Ranking } from './rank-trunks.ts'
import { measuredAt } from './route-quality.ts'

/** Further trunks are not stored with a call. */
const maxTold = 5

/** What is stored with a call about the choice of its trunk; nothing when there was no other. */
export function choiceOf({ why, trunks }: Ranking): { choice?: RouteChoice } {
  return trunks.length < 2 ? {} : { choice: { why, trunks: trunks.slice(0, maxTold).map(weighed) } }
}

export function weighed({ trunk, counts, costUnits }: RankedTrunk): WeighedTrunk {
  return { trunk: trunk.name, ...measuredAt(counts), costUnits: Math.round(costUnits) }
}
