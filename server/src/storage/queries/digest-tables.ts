import type { StatisticsBreakdown } from '../insight-records.ts'
import type { MaybePromise, Row } from '../sql.ts'

/**
 * The breakdowns of attempts; the table stores the index in this list. Each breakdown is counted separately: with a row
 * for every combination of them a chart of 30 days and 20 services took 109 ms instead of 23 ms.
 */
export const breakdowns: readonly StatisticsBreakdown[] = [
  'service',
  'mode',
  'country',
  'operator',
  'outcome',
]

/** The amounts that are added to a row of `statistics`. */
export interface Count {
  readonly serviceId: number
  readonly test: number
  readonly breakdown: number
  /** Hours since 1970. */
  readonly hour: number
  readonly part: string
  attempts: number
  completed: number
  costUnits: number
}

export interface RingCount {
  readonly serviceId: number
  readonly test: number
  readonly hour: number
  readonly bucket: number
  calls: number
}

export interface SearchKey {
  readonly generation: number
  readonly place: number
  readonly vendorId: number
}

export interface Taken {
  readonly count: number
  readonly rows: readonly Row[]
}

/**
 * The tables that counting uses, shaped for each database. SQLite takes 40 us a verification with single rows, and 115
 * us with lists (it binds hundreds of named parameters); PostgreSQL takes whole columns.
 */
export interface DigestTables {
  /** Removes the oldest ids up to `lastId` from the queue and returns their verifications. */
  take(request: { limit: number; lastId: number }): MaybePromise<Taken>
  addCounts(counts: readonly Count[]): MaybePromise<void>
  addRingTimes(counts: readonly RingCount[]): MaybePromise<void>
  addSearchKeys(keys: readonly SearchKey[]): MaybePromise<void>
}

/** The columns of a verification that counting needs. */
export const digestColumns = `vendor_id, service_id, mode, state, test, phone_hash, country, client, operator, reason,
  cost_units, started_at, details`
