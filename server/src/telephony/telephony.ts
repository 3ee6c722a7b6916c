import type { Phone } from '../numbering/phone.ts'
import type { OwnVoice } from '../storage/queries/recordings.ts'
import type { CallMode } from './calls/verdict.ts'
import type { VoiceLanguage } from './prompts/voice.ts'
import type { AssertionTrait } from './routing/learned-traits.ts'
import type { CallerIdentity } from './sip-thread/caller-identity.ts'

export interface CallRequest {
  readonly phone: Phone
  /** The network that serves the phone, "" when unknown: for the statistics by network. */
  readonly operator: string
  readonly mode: CallMode
  /** The code that the API client chose; undefined lets telephony draw one that it can show. */
  readonly code: string | undefined
  /** The digits that the person is asked to press, instead of hearing the code. */
  readonly key?: AskedKey | undefined
  /** So many last digits of the number are the same on every route, whichever places the call. */
  readonly shownDigits?: number | undefined
  /** The code is not stored with the call. */
  readonly hidesCode?: boolean | undefined
  /** null: the language of the called country. */
  readonly voiceLanguage: VoiceLanguage | null
  /** Recordings in this language that come before the built-in voice, those of the service last. */
  readonly voices?: readonly OwnVoice[] | undefined
  /** Calls of demo accounts never leave the machine. */
  readonly demo: boolean
  /** The account of the call: the handset of a demo account shows only its own calls. */
  readonly accountId: number
}

export interface AskedKey {
  readonly digits: string
  /** Other digits were pressed. */
  onWrong(): void
}

export interface CallOutcome {
  readonly completed: boolean
  /** A word of the outcome table, for example `rang`, `busy`, `unreachable`. */
  readonly reason: string
  /** Spoken without a sign that a person heard it: the tariff decides whether it is charged. */
  readonly unheard?: boolean
  /** Times and the route, stored with the record. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** A reserved route for one call, until it is used or returned. */
export interface PlannedCall {
  readonly kind: 'planned'
  readonly code: string
  /** How many codes it could have been; null when that does not depend on the calling numbers. */
  readonly codes: number | null
  /** The number that will be shown, in E.164 digits; null when there is none. */
  readonly callerNumber: string | null
  /** Rings the phone. Called once, after the call is on disk; the promise never rejects. */
  place(vendorId: number): Promise<CallOutcome>
  /** The call was refused: releases the reservation. */
  release(): void
  /**
   * The call is no longer wanted: it ends, and its outcome is the result of what has happened so far. With
   * `unlessAnswered` one that was answered ends by itself.
   */
  hangUp(unlessAnswered: boolean): void
}

export type CallPlan = PlannedCall | { readonly kind: 'full' | 'no-way' }

/** The interface between call and the telephone network. */
export interface Telephony {
  plan(request: CallRequest): CallPlan
  /** A call can be placed: at least one trunk can be used and has a caller number. */
  healthy(): boolean
}

/** A call to a confirmation number, both numbers in E.164 digits. */
export interface InboundCall {
  /** undefined when the caller hides it. */
  readonly callerE164: string | undefined
  readonly calledE164: string
  /** The name of the trunk that it came over. */
  readonly trunk: string
}

/** Receiver of calls by people (inbound call). */
export interface InboundCalls {
  /** The call that this call belongs to; undefined when there is none. */
  match(call: InboundCall): Promise<number | undefined>
  /**
   * The caller is proved: the ACK of our refusal came back. Undefined when the number is not trusted as far as the
   * call requires; that is recorded there.
   */
  judge(vendorId: number, facts: IncomingCallFacts): Promise<ConfirmingCall | undefined>
  confirm(vendorId: number, call: ConfirmingCall): Promise<unknown>
  /** The voice of a thank-you for a call that would confirm; undefined when it would not. Changes nothing. */
  thanksFor(vendorId: number, facts: IncomingCallFacts): Promise<Spoken | undefined>
}

/** In which voice something is said. */
export interface Spoken {
  readonly language: VoiceLanguage
  readonly voices: readonly OwnVoice[]
}

/** The stored facts of the confirming call. */
export interface ConfirmingCall {
  /** JSON (storage/caller-identity.ts). */
  readonly callerIdentity: string
  readonly details: Readonly<Record<string, unknown>>
}

/** The facts of an incoming call. */
export interface IncomingCallFacts {
  readonly identity: CallerIdentity
  /** Its attestation (RFC 8588): reported, not verified. */
  readonly attestation: string | undefined
  readonly trunk: TrunkFacts
}

export interface TrunkFacts {
  readonly name: string
  readonly trait: AssertionTrait
  /** The network whose subscribers alone call over this trunk, if it is configured. */
  readonly callersOperator: string | null
  readonly callersRegion: string | null
}
