import type { AlarmRecord } from '../../storage/queries/alarms.ts'

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
