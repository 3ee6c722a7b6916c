import type { Finding, HealthCounts } from '../quality/number-counts.ts'
import type { CallerRangeKey } from './trunk-records.ts'

/**
 * `resting`: other numbers are used instead, where there are any. `trial`: back with few calls. `well`: the trial is
 * passed; kept so that old calls do not count again, and a relapse rests longer.
 */
export type RestState = 'resting' | 'trial' | 'well'

/** One number, or a block of ten thousand, on a trunk. */
export type RestKey = CallerRangeKey

export interface NumberRest extends RestKey {
  readonly state: RestState
  /** How often it had to rest. */
  readonly strikes: number
  /** When this state began. */
  readonly since: number
  /** When the rest ends; 0 in other states. */
  readonly until: number
  /** The day, counted from 1970, from which calls are judged. */
  readonly fromDay: number
  /** The calls of that day that do not count, because they came before. null: all until now, filled in by the next look. */
  readonly before: HealthCounts | null
  /** Why it had to rest. */
  readonly finding: Finding
}

export interface NumberRestChange {
  readonly saved: readonly NumberRest[]
  readonly removed: readonly RestKey[]
}

/** What phones show beside the numbers of some ranges. */
export interface RangeLabel {
  readonly ranges: readonly CallerRangeKey[]
  readonly label: string
  readonly category: string
}

/** Calls of a day over a trunk. */
export interface TrunkDay {
  readonly day: number
  readonly trunk: string
  readonly counts: HealthCounts
}

/** Calls of a day from one calling number, which is known by its keyed hash. */
export interface CallerDay extends TrunkDay {
  readonly callerHash: string
}
