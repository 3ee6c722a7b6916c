import type { Row, Soon } from '../sql.ts'

/** By what a row of `statistics` grows. */
export interface Count {
  readonly serviceId: number
  readonly test: number
  /** Hours since 1970. */
  readonly hour: number
  readonly mode: number
  readonly country: string
  readonly operator: string
  /** `completed`, or the reason of failure. */
  readonly outcome: string
  attempts: number
  costUnits: number
  ringCount: number
  ringMsSum: number
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

/**
 * What counting touches, shaped for each database: rows one by one take SQLite 20 us a verification, where lists of
 * them took 115 us (binding hundreds of named parameters); PostgreSQL takes whole columns.
 */
export interface DigestTables {
  /** The oldest ids of the queue up to `lastId`. */
  queued(request: { limit: number; lastId: number }): Soon<number[]>
  /** Takes them off the queue and returns their verifications. */
  take(vendorIds: readonly number[]): Soon<Row[]>
  addCounts(counts: readonly Count[]): Soon<void>
  addRingTimes(counts: readonly RingCount[]): Soon<void>
  addSearchKeys(keys: readonly SearchKey[]): Soon<void>
}

/** What `take` has to tell of a verification. */
export const digestColumns = `vendor_id, service_id, mode, state, test, phone_hash, country, client, operator, reason,
  cost_units, started_at, details`
