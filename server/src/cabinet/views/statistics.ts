import type { AlarmRecord } from '../../storage/queries/alarms.ts'

/** Sums of settled calls that we placed, and of requests for inbound ones. Money is null where the role may not see it. */
export interface Sums {
  readonly attempts: number
  /** As the page Quality counts them. */
  readonly delivered: number
  /** Requests for an inbound call, those for which somebody called, and those that the call confirmed. */
  readonly inbound: { readonly asked: number; readonly called: number; readonly confirmed: number }
  /** Roubles. */
  readonly cost: number | null
  /** Calls that rang; 0 makes the times to ring meaningless. */
  readonly count: number
  readonly medianMs: number
  readonly p95Ms: number
  /** null when nothing was checked, so that it is not known. */
  readonly conversion: ConversionView | null
}

/** Of the phones that a call reached, how many were approved; see books/conversion.ts. */
export interface ConversionView {
  readonly delivered: number
  readonly approved: number
}

/** Something that needs attention. */
export type Attention =
  | { readonly kind: 'blocked' }
  | { readonly kind: 'not-confirmed' }
  | { readonly kind: 'no-service' }
  | { readonly kind: 'never-called'; readonly serviceId: number; readonly name: string }
  /** Digits, or the two letters of a country. */
  | { readonly kind: 'prefix-paused'; readonly serviceId: number; readonly prefix: string }
  | { readonly kind: 'balance-low'; readonly daysLeft: number }
  /** How many of the newest `of` webhooks were not delivered. */
  | { readonly kind: 'webhooks-failing'; readonly failing: number; readonly of: number }
  | { readonly kind: 'trunks-down'; readonly names: readonly string[] }
  /** For operators: alarms other than those of `trunks-down`. */
  | {
      readonly kind: 'alarms-open'
      readonly count: number
      readonly newest: Pick<AlarmRecord, 'kind' | 'subject' | 'facts'>
    }
  /** Clearly fewer completed than yesterday by this time; shares of 1. */
  | { readonly kind: 'completion-fell'; readonly today: number; readonly yesterday: number }

export interface Overview {
  readonly now: number
  readonly today: Sums
  /** Yesterday until the same time of day; the hour that is under way is counted in proportion. */
  readonly yesterday: Sums
  /** The last 24 hours, step by step: `completed` or the reason of failure; rare reasons together under null. */
  readonly hours: readonly number[]
  readonly outcomes: readonly {
    readonly at: number
    readonly key: string | null
    readonly attempts: number
  }[]
  readonly attention: readonly Attention[]
}
