import type { Phone } from '../numbering/phone.ts'
import type { Mode } from '../storage/records.ts'

export interface CallRequest {
  readonly phone: Phone
  readonly mode: Exclude<Mode, 'inbound'>
  /** The code that the caller asked for; undefined lets telephony draw one that it can show. */
  readonly code: string | undefined
  /** null speaks the language of the called country. */
  readonly voiceLanguage: 'ru' | 'en' | 'kk' | null
  /** Calls of the demo account never leave the machine. */
  readonly demo: boolean
}

export interface CallOutcome {
  readonly completed: boolean
  /** A word of the outcome table, for example `rang`, `busy`, `unreachable`. */
  readonly reason: string
  /** Times and the route, kept with the record. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** A way to place one call, set aside until it is used or given back. */
export interface PlannedCall {
  readonly kind: 'planned'
  readonly code: string
  /** Rings the phone. Called once, after the verification is on disk; the promise never rejects. */
  place(vendorId: number): Promise<CallOutcome>
  /** The verification was refused: gives the way back. */
  giveBack(): void
}

export type CallPlan = PlannedCall | { readonly kind: 'full' | 'no-way' }

/** The port between verification and the telephone network. */
export interface Telephony {
  plan(request: CallRequest): CallPlan
  /** No route that should work is down. */
  healthy(): boolean
}

/** Without a trunk nobody can be called; the test numbers still work. */
export const noTrunks: Telephony = {
  plan: () => ({ kind: 'no-way' }),
  healthy: () => true,
}
