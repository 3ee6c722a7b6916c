import type { PhoneDetails } from './phone.ts'

/** Where the answer about a number comes from. */
export type AnswerSource = 'registry' | 'seed' | 'metadata'

/** Everything that can be said about a number. */
export interface KnownNumber extends PhoneDetails {
  readonly e164: string
  readonly countryIso: string
  readonly country: string
  readonly source: AnswerSource
  /** First and last number of the registry's range, or "". */
  readonly range: string
}
