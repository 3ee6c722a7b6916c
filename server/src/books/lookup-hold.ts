import type { SpendCapRecord } from './spend-cap.ts'

export interface LookupRequest {
  /** Random, chosen by the caller. */
  readonly lookupId: string
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

export type LookupHeld =
  | { readonly kind: 'held'; readonly balanceUnits: number }
  | { readonly kind: 'refused'; readonly why: 'funds' | 'spend-cap'; readonly retryAfterMs: number }

export interface LookupEnd {
  readonly lookupId: string
  readonly accountId: number
  readonly isAnswered: boolean
  readonly at: number
}
