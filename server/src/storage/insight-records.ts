import type { Mode, State } from '../books/call.ts'
import type { EntryKind } from '../books/ledger.ts'
import type { FactGroup } from '../quality/call-facts.ts'

/**
 * Queries of the cabinet: lists, search and statistics. `serviceIds` is always given: the caller has checked who owns
 * them.
 */

export interface CallFilter {
  /** null: of the whole installation. */
  readonly serviceIds: readonly number[] | null
  readonly mode: Mode | null
  readonly state: State | null
  readonly test: boolean | null
  /** Reason of failure, as stored. */
  readonly reason: string | null
  /** Started at or after / before, Unix ms. */
  readonly from: number | null
  readonly to: number | null
  /** Only calls that were counted in such a group, with any of their attempts. */
  readonly only?: Partial<FactGroup>
  /** Only ids below this vendor id; null begins with the newest. */
  readonly before: number | null
  readonly limit: number
}

/** A call matches when any of these values is its own. */
export interface CallSearch {
  readonly serviceIds: readonly number[]
  readonly phoneHash: Uint8Array | null
  /** Compared ignoring case and outer spaces. */
  readonly client: string | null
  readonly unique: string | null
  readonly limit: number
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
