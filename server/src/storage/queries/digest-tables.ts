import type { StatisticsBreakdown } from '../insight-records.ts'
import type { MaybePromise, Row } from '../sql.ts'

/**
 * The ways in which attempts are broken down; the place in this list is what the table holds. Each is counted for
 * itself: with a row for every combination of them a plot of 30 days and 20 services took 109 ms instead of 23 ms.
 */
export const breakdowns: readonly StatisticsBreakdown[] = [
  'service',
  'mode',
  'country',
  'operator',
  'outcome',
]

/** By what a row of `statistics` grows. */
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
 * What counting touches, shaped for each database: rows one by one take SQLite 40 us a verification, where lists of
 * them took 115 us (binding hundreds of named parameters); PostgreSQL takes whole columns.
 */
export interface DigestTables {
  /** Takes the oldest up to `lastId` off the queue and returns their verifications. */
  take(request: { limit: number; lastId: number }): MaybePromise<Taken>
  addCounts(counts: readonly Count[]): MaybePromise<void>
  addRingTimes(counts: readonly RingCount[]): MaybePromise<void>
  addSearchKeys(keys: readonly SearchKey[]): MaybePromise<void>
}

/** What `take` has to tell of a verification. */
export const digestColumns = `vendor_id, service_id, mode, state, test, phone_hash, country, client, operator, reason,
  cost_units, started_at, details`
