import type { Dimension, FactGroup } from '../quality/call-facts.ts'
import type { Measure } from '../quality/measures.ts'
import type { GroupHour } from '../quality/watched-groups.ts'

/** Facts of calls are summed by hour and by day (UTC), for each service and for the whole installation. */

export interface FactsQuery {
  /** null asks for the whole installation, test numbers excepted. The caller has checked who may see it. */
  readonly serviceIds: readonly number[] | null
  readonly test: boolean
  /** Unix ms; whole hours. */
  readonly from: number
  readonly to: number
  /** Only groups with these values. A block of calling numbers is known for the whole installation alone. */
  readonly only: Partial<FactGroup>
  readonly measures: readonly Measure[]
}

/** The amounts are in the order of the measures that were asked for. */
export interface FactsOfHour {
  /** Unix ms at which the hour begins. */
  readonly at: number
  readonly amounts: readonly number[]
}

export type FactsKey = Dimension | 'service'

export interface FactsTotal {
  /** In the order of the keys that were asked for; a service by its id, 0 for the whole installation. */
  readonly keys: readonly string[]
  readonly amounts: readonly number[]
}

/** What the watch for drops reads: hours of the whole installation, in no order. */
export interface GroupHoursQuery {
  /** Hours since 1970. */
  readonly fromHour: number
  readonly toHour: number
  /** The busiest groups; the others are left out. */
  readonly maxGroups: number
}

export interface GroupHours {
  readonly groups: ReadonlyMap<number, FactGroup>
  readonly hours: readonly GroupHour[]
}
