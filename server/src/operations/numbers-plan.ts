import type { HealthCounts } from '../quality/number-counts.ts'
import type { NumberRest, RestKey } from '../storage/number-records.ts'
import type { CallerRangeKey } from '../storage/trunk-records.ts'
import type { PoolPlan } from '../telephony/pool/pool-plan.ts'

/** Numbers of a range that the registry gives to one network. */
export interface HeldNumbers {
  readonly first: string
  readonly last: string
  /** One name for each network; "" for numbers that are given to nobody. */
  readonly operator: string
}

export interface CheckedRange extends CallerRangeKey {
  /** Empty when the registry has no answer: abroad, or before it was imported. */
  readonly holders: readonly HeldNumbers[]
  /** The networks of the trunk; empty when nobody has named any. */
  readonly expected: readonly string[]
  /** `unknown`: there is nothing to compare. */
  readonly verdict: 'fits' | 'foreign' | 'unknown'
}

/** Ten thousand numbers of a trunk, or those of them that the pool has, with their calls of two weeks. */
export interface BlockHealth extends RestKey {
  readonly numbers: number
  readonly restingNumbers: number
  readonly state: NumberRest['state'] | 'new'
  readonly until: number
  readonly strikes: number
  readonly finding: NumberRest['finding'] | null
  readonly counts: HealthCounts
  /** The calls of the other blocks of the trunk. */
  readonly siblings: HealthCounts
  readonly rights: CheckedRange['verdict']
  /** Why it is worth replacing; empty when it is not. */
  readonly replace: readonly ('refused' | 'spoilt' | 'foreign')[]
  /** What phones show beside these numbers, as agreed with the network; "" when nothing is known. */
  readonly label: string
  readonly category: string
}

export interface NumbersPlan extends PoolPlan {
  readonly blocks: readonly BlockHealth[]
  /** Single numbers and blocks that rest or are on trial. */
  readonly rests: readonly NumberRest[]
  readonly rights: readonly CheckedRange[]
}
