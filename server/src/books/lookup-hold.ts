import { dayMs } from '../platform/clock.ts'
import type { SpendCapRecord } from './spend-caps.ts'

export interface LookupRequest {
  /** Chosen by the caller: random, or derived from the idempotency key. */
  readonly lookupId: string
  /** With an idempotency key: a keyed hash of number (or body) and key, which tells whether the request is the same. */
  readonly fingerprint: Uint8Array | null
  /** Nothing is held: the answer says what the key has paid for before, and refuses what it has not. */
  readonly isRepeat?: boolean
  readonly accountId: number
  /** The price of one look-up. */
  readonly amountUnits: number
  /** Look-ups that are paid together, 1 when left out. As many are held as there is money for. */
  readonly count?: number
  readonly caps: readonly SpendCapRecord[]
  readonly startedAt: number
  /** Money that is still held at this time is returned. */
  readonly deadlineAt: number
}

/** The held price of a request that looks up numbers. */
export interface LookupHold
  extends Pick<LookupRequest, 'lookupId' | 'accountId' | 'amountUnits' | 'startedAt' | 'deadlineAt'> {
  /** The scopes of the caps that count it, separated by spaces. */
  readonly spendScopes: string | null
}

/** A look-up with an idempotency key, with the price and the balance that its first answer showed. */
export interface LookupKey {
  readonly lookupId: string
  readonly fingerprint: Uint8Array
  readonly amountUnits: number
  readonly balanceUnits: number
  readonly startedAt: number
  /** Look-ups that were paid. */
  readonly count: number
}

/** How long an idempotency key of checkPhone is kept. */
export const lookupKeyRetentionMs = dayMs

export interface LookupRefusal {
  readonly why: 'funds' | 'spend-cap'
  readonly retryAfterMs: number
}

export type LookupHeld =
  | {
      readonly kind: 'held'
      /** So many look-ups are paid, at least one. */
      readonly count: number
      /** Why not all of them are. */
      readonly rest?: LookupRefusal
      readonly balanceUnits: number
    }
  | {
      readonly kind: 'replayed'
      readonly count: number
      readonly amountUnits: number
      readonly balanceUnits: number
    }
  | { readonly kind: 'key-of-another-phone' }
  | ({ readonly kind: 'refused' } & LookupRefusal)

export interface LookupEnd {
  readonly lookupId: string
  readonly accountId: number
  readonly isAnswered: boolean
  readonly at: number
}
