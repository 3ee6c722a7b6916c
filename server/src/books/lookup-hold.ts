import { dayMs } from '../platform/clock.ts'
import type { SpendCapRecord } from './spend-cap.ts'

export interface LookupRequest {
  /** Chosen by the caller: random, or made of the idempotency key. */
  readonly lookupId: string
  /** With an idempotency key: a keyed hash of number and key, which tells whether the number is the same. */
  readonly fingerprint: Uint8Array | null
  readonly accountId: number
  readonly amountUnits: number
  readonly caps: readonly SpendCapRecord[]
  readonly startedAt: number
  /** What is still held then goes back. */
  readonly deadlineAt: number
}

/** A price of checkPhone that is held. */
export interface LookupHold {
  readonly lookupId: string
  readonly accountId: number
  readonly amountUnits: number
  /** The scopes of the caps that count it, separated by spaces. */
  readonly spendScopes: string | null
  readonly startedAt: number
  readonly deadlineAt: number
}

/** A look-up with an idempotency key: what its first answer said of money. */
export interface LookupKey {
  readonly lookupId: string
  readonly fingerprint: Uint8Array
  readonly amountUnits: number
  readonly balanceUnits: number
  readonly startedAt: number
}

/** How long a repeated key of checkPhone is known. */
export const lookupKeyRetentionMs = dayMs

export type LookupHeld =
  | { readonly kind: 'held'; readonly balanceUnits: number }
  | { readonly kind: 'replayed'; readonly amountUnits: number; readonly balanceUnits: number }
  | { readonly kind: 'key-of-another-phone' }
  | { readonly kind: 'refused'; readonly why: 'funds' | 'spend-cap'; readonly retryAfterMs: number }

export interface LookupEnd {
  readonly lookupId: string
  readonly accountId: number
  readonly isAnswered: boolean
  readonly at: number
}
