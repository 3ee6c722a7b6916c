import type { EntryKind } from '../books/ledger.ts'
import type { Mode, State } from '../books/verification.ts'

/**
 * Queries of the cabinet: lists, search and statistics. `serviceIds` is always given: the caller has checked who owns
 * them.
 */

/** Keys of the breakdown by outcome that are not reasons of failure. Suspect calls are completed too. */
export const completedOutcome = 'completed'
export const suspectOutcome = 'suspect'

export interface VerificationFilter {
  readonly serviceIds: readonly number[]
  readonly mode: Mode | null
  readonly state: State | null
  readonly test: boolean | null
  /** Reason of failure, as stored. */
  readonly reason: string | null
  /** Started at or after / before, Unix ms. */
  readonly from: number | null
  readonly to: number | null
  /** Only ids below this vendor id; null begins with the newest. */
  readonly before: number | null
  readonly limit: number
}

/** A verification matches when any of these values is its own. */
export interface VerificationSearch {
  readonly serviceIds: readonly number[]
  readonly phoneHash: Uint8Array | null
  /** Compared ignoring case and outer spaces. */
  readonly client: string | null
  readonly unique: string | null
  readonly limit: number
}

export interface StatisticsQuery {
  readonly serviceIds: readonly number[]
  /** Unix ms; whole hours. */
  readonly from: number
  readonly to: number
  readonly test: boolean
}

export type StatisticsBreakdown = 'service' | 'mode' | 'country' | 'operator' | 'outcome'

/** The key is a service id, a mode, a country, an operator, or an outcome: `completed` or the reason of failure. */
export interface SeriesPoint {
  /** Unix ms at which the step begins. */
  readonly at: number
  readonly key: string
  readonly attempts: number
  readonly completed: number
  readonly costUnits: number
}

export interface StatisticsTotal {
  readonly key: string
  readonly attempts: number
  readonly completed: number
  readonly failed: number
  readonly costUnits: number
}

/** Accurate to a quarter of a second. */
export interface RingTimes {
  readonly at: number
  readonly count: number
  readonly medianMs: number
  readonly p95Ms: number
}

export interface LedgerFilter {
  readonly accountId: number
  /** Only entries before this one; null begins with the newest. */
  readonly before: number | null
  readonly kind: EntryKind | null
  /** Written at or after / before, Unix ms. */
  readonly from: number | null
  readonly to: number | null
  readonly vendorId: number | null
  readonly limit: number
}

/** `next` continues after this page; null when there is nothing more. */
export interface Page<T> {
  readonly items: T[]
  readonly next: number | null
}
