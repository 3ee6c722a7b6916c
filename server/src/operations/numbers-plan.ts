import type { HealthCounts } from '../quality/number-health.ts'
import type { NumberRest, RestKey } from '../storage/queries/number-rests.ts'
import type { CallerRangeKey } from '../storage/queries/trunks.ts'

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

/** The busiest hour of a trunk. */
export interface BusyHour {
  readonly calls: number
  /** Of these, calls that nobody is meant to answer. */
  readonly shortCalls: number
}

export interface TrunkPlan {
  readonly trunk: string
  readonly numbers: number
  readonly resting: number
  readonly busyHour: BusyHour
  /** Calls of one number that does not rest, in the busiest hour; null without numbers. */
  readonly load: number | null
  /** Numbers to add for a comfortable load; 0 when there are enough. */
  readonly lacking: number
  /** Calls an hour that the carrier allows without an answer; 0 means no limit. */
  readonly shortCallsPerHour: number
  /** The share of that budget in the busiest hour; null without a limit. */
  readonly shortCallShare: number | null
  /** Nearly used up in the busiest hour: calls will be refused on a busier day. */
  readonly isBudgetShort: boolean
}

/** How well the codes of one destination are covered by numbers that do not rest. */
export interface CodePlan {
  readonly prefix: string
  readonly trunks: readonly string[]
  readonly covered: number
  /** Codes that no number shows. */
  readonly missing: number
  /** Codes of a single number: one rest away from being missing. */
  readonly single: number
  /** Codes that one trunk alone shows, although there are several: another trunk cannot take over. */
  readonly oneTrunk: number
  /** The thousands of codes (0 is 0000 to 0999) in which most codes are missing or single, the worst first. */
  readonly thin: readonly {
    readonly first: string
    readonly last: string
    readonly missing: number
    readonly single: number
  }[]
}

/** What the pool can carry, where it is thin, and how its numbers fare. */
export interface NumbersPlan {
  readonly trunks: readonly TrunkPlan[]
  readonly codes: readonly CodePlan[]
  readonly blocks: readonly BlockHealth[]
  /** Single numbers and blocks that rest or are on trial. */
  readonly rests: readonly NumberRest[]
  readonly rights: readonly CheckedRange[]
}
