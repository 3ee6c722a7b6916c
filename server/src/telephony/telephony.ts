import type { Mode } from '../books/verification.ts'
import type { Phone } from '../numbering/phone.ts'
import type { CallerIdentity } from './line/caller-identity.ts'
import type { AssertionHabit } from './routing/assertion-habit.ts'

export interface CallRequest {
  readonly phone: Phone
  /** Who serves the phone, "" when unknown: for the figures by operator. */
  readonly operator: string
  readonly mode: Exclude<Mode, 'inbound'>
  /** The code that the caller asked for; undefined lets telephony draw one that it can show. */
  readonly code: string | undefined
  /** null speaks the language of the called country. */
  readonly voiceLanguage: 'ru' | 'en' | 'kk' | null
  /** Calls of demo accounts never leave the machine. */
  readonly demo: boolean
  /** Whose call it is: the handset of a demo account shows its own calls alone. */
  readonly accountId: number
}

export interface CallOutcome {
  readonly completed: boolean
  /** A word of the outcome table, for example `rang`, `busy`, `unreachable`. */
  readonly reason: string
  /** Completed without a sign that anybody heard the code: the tariff says whether it is charged. */
  readonly unheard?: boolean
  /** Times and the route, kept with the record. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** A way to place one call, set aside until it is used or given back. */
export interface PlannedCall {
  readonly kind: 'planned'
  readonly code: string
  /** The number that will be shown, in E.164 digits; null where none is. */
  readonly callerNumber: string | null
  /** Rings the phone. Called once, after the verification is on disk; the promise never rejects. */
  place(vendorId: number): Promise<CallOutcome>
  /** The verification was refused: gives the way back. */
  giveBack(): void
  /** Nobody wants the call any more: it ends, and its outcome is that of what has happened so far. */
  hangUp(): void
}

export type CallPlan = PlannedCall | { readonly kind: 'full' | 'no-way' }

/** The port between verification and the telephone network. */
export interface Telephony {
  plan(request: CallRequest): CallPlan
  /** Some trunk can be used, or none is wanted. */
  healthy(): boolean
}

/** Whoever waits for calls of people (inbound verification). */
export interface InboundCalls {
  /** The verification that this call is for; undefined when there is none. Numbers are E.164 digits. */
  match(call: { caller: string; called: string; trunk: string }): Promise<number | undefined>
  /**
   * The caller has proved to be there: the ACK of our refusal came back. Undefined when the number is not believed as
   * far as the verification needs; that is noted there.
   */
  judge(vendorId: number, facts: CallFacts): Promise<ConfirmingCall | undefined>
  confirm(vendorId: number, call: ConfirmingCall): Promise<void>
}

/** What is kept of the call that confirms. */
export interface ConfirmingCall {
  /** JSON (storage/caller-identity.ts). */
  readonly callerIdentity: string
  readonly details: Readonly<Record<string, unknown>>
}

/** What is known of an incoming call. */
export interface CallFacts {
  readonly identity: CallerIdentity
  /** Its attestation (RFC 8588): told, not verified. */
  readonly attestation: string | undefined
  readonly trunk: TrunkFacts
}

export interface TrunkFacts {
  readonly name: string
  readonly habit: AssertionHabit
  /** Whose subscribers alone call over it, if the operator said so. */
  readonly callersOperator: string | null
  readonly callersRegion: string | null
}
