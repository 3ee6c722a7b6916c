import type { HealthCounts } from '../quality/number-health.ts'
import type { NumberQuarantine, QuarantineKey } from '../storage/queries/number-quarantines.ts'
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
export interface BlockHealth extends QuarantineKey {
  readonly numbers: number
  readonly quarantinedNumbers: number
  readonly state: NumberQuarantine['state'] | 'new'
  readonly until: number
  readonly strikes: number
  readonly finding: NumberQuarantine['finding'] | null
  readonly counts: HealthCounts
  /** The calls of the other blocks of the trunk. */
  readonly others: HealthCounts
  readonly busyHour: BusyHour
  readonly leastCovered: LeastCovered
  readonly rights: CheckedRange['verdict']
  /** Why it is worth replacing; empty when it is not. */
  readonly replace: readonly ('refused' | 'spoilt' | 'foreign')[]
  /** What phones show beside these numbers, as agreed with the network; "" when nothing is known. */
  readonly label: string
  readonly category: string
}

/** The busiest hour of a trunk in the last week, and what would ease it. */
export interface BusyHour {
  /** Calls of one number that is not paused; null without such numbers. */
  readonly callsPerNumber: number | null
  /** Numbers to add to the trunk for a comfortable load; 0 when there are enough. */
  readonly lacking: number
  /** Calls that nobody is meant to answer. */
  readonly shortCalls: number
  /** How many of them the carrier allows in an hour; 0 means no limit. */
  readonly shortCallsPerHour: number
  /** Nearly all that are allowed: calls will be refused on a busier day. */
  readonly isBudgetShort: boolean
}

/** Codes that one block alone can show: with its pause they are missing. */
export interface LeastCovered {
  readonly codes: number
  /** The thousands of codes (0 is 0000 to 0999) that have most of them, the worst first. */
  readonly thousands: readonly { readonly first: string; readonly last: string; readonly codes: number }[]
}

/** How people and networks take the calling numbers, what these carry, and whether they may be shown. */
export interface CallerHealth {
  readonly blocks: readonly BlockHealth[]
  /** Single numbers and blocks that are paused or being retested. */
  readonly quarantines: readonly NumberQuarantine[]
  readonly rights: readonly CheckedRange[]
}
