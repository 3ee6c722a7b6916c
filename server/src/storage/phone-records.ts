import type { CallAdmission, InboundAdmission } from '../books/admission.ts'
import type { PhoneVerification, PhoneVerificationFacts, Step } from '../books/phone-verification.ts'
import type { CourseEffect } from '../books/step-machine.ts'
import type { StepRefusal } from '../books/step-refusals.ts'

/** What the store is asked and answers about phone verifications (`/v2`). */

/** The call of a step, as its admission needs it. */
export type StepAdmission =
  | { readonly operation: 'admitCall'; readonly input: CallAdmission }
  | { readonly operation: 'admitInbound'; readonly input: InboundAdmission }

/** A step with everything that its start needs. */
export interface StepToStart {
  readonly step: number
  readonly admission: StepAdmission
  /** As the hint shows it; null for a call that has none. */
  readonly caller: string | null
  /** Keyed hash of the code; null for an inbound step. */
  readonly codeHash: Uint8Array | null
  /** How long its price stays held after the call is over; 0 when the call settles it. */
  readonly keepsHoldMs: number
}

export interface PhoneVerificationRequest extends StepToStart {
  readonly facts: Omit<PhoneVerificationFacts, 'createdAt'>
  readonly phoneHash: Uint8Array
  /** Those before `step` were found to be impossible and are skipped. */
  readonly steps: readonly Step[]
  readonly expiresInMs: number
  readonly attempts: number
  readonly sealedCode: Uint8Array | null
  /** Hashes of the idempotency key and of the body that came with it. */
  readonly key: { readonly keyHash: Uint8Array; readonly bodyHash: Uint8Array } | null
  readonly at: number
}

/** A phone verification without what is secret, as its creation was answered. */
export type CreatedAs = Omit<PhoneVerification, 'phoneHash' | 'sealedCode'>

export type PhoneVerificationCreated =
  | { readonly kind: 'created'; readonly verification: PhoneVerification; readonly vendorId: number }
  | { readonly kind: 'replayed'; readonly verification: CreatedAs }
  | { readonly kind: 'key-of-another-body' }
  /** What the key made has been erased: the first answer cannot be given again. */
  | { readonly kind: 'key-of-erased-phone' }
  | { readonly kind: 'phone-blocked'; readonly retryAfterMs: number }
  | { readonly kind: 'refused'; readonly why: StepRefusal; readonly retryAfterMs: number }

export interface StepStart extends StepToStart {
  readonly id: string
  /** `next` asks for it: it need not be due, and a number that has to rest changes nothing. */
  readonly isAsked: boolean
  readonly at: number
}

export type StepStarted = {
  readonly verification: PhoneVerification
  readonly effects: readonly CourseEffect[]
} & (
  | { readonly kind: 'started'; readonly vendorId: number }
  /** Skipped, resting or ended. */
  | { readonly kind: 'refused'; readonly why: StepRefusal; readonly retryAfterMs: number }
  /** Another node or request was first, or it has ended. */
  | { readonly kind: 'not-due' }
)

export interface Advance {
  readonly id: string
  readonly cancels: boolean
  readonly at: number
  /** How the call of a kept step has ended: its record does not tell before the verification ends. */
  readonly outcome?: KeptOutcome
}

export interface KeptOutcome {
  readonly vendorId: number
  readonly isDelivered: boolean
  readonly isBadNumber: boolean
  readonly reason: string
  readonly details: string
}

export interface Advanced {
  readonly verification: PhoneVerification
  readonly effects: readonly CourseEffect[]
  /** The step that has to start now. */
  readonly dueStep: number | undefined
  /** It grew a version or has ended. */
  readonly isChanged: boolean
}

export interface CodeCheck {
  readonly id: string
  readonly codeHash: Uint8Array
  readonly at: number
}

export type CodeChecked = {
  readonly verification: PhoneVerification
  /** This one and, when the phone was blocked, its other ones: all that have ended with this check. */
  readonly ended: readonly PhoneVerification[]
  readonly effects: readonly CourseEffect[]
} & (
  | { readonly kind: 'compared'; readonly isRight: boolean }
  /** It has ended before; nothing was compared. */
  | { readonly kind: 'ended' }
  /** No step with a code has started; nothing was compared. */
  | { readonly kind: 'nothing-to-check' }
)

export interface PhonePageRequest {
  readonly serviceId: number
  readonly status: string | null
  readonly client: string | null
  readonly phoneHash: Uint8Array | null
  /** The id before which the page begins; null for the newest. */
  readonly before: string | null
  readonly limit: number
}
