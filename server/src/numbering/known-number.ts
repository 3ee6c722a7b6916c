import type { VerificationDetails } from './phone.ts'

/** The source of the answer about a number. */
export type AnswerSource = 'registry' | 'seed' | 'metadata'

/** Everything that is known about a number. */
export interface KnownNumber extends VerificationDetails {
  readonly e164: string
  readonly countryIso: string
  readonly country: string
  readonly source: AnswerSource
  /** First and last number of the registry's range, or "". */
  readonly range: string
}
