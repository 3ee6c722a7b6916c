import type { AddressLimits, AddressRefusal } from '../books/address-limits.ts'
import type { CallAdmission, InboundAdmission } from '../books/admission.ts'
import type { StateEffect } from '../books/step-machine.ts'
import type { StepRefusal } from '../books/step-refusals.ts'
import type { Step, Verification, VerificationFacts } from '../books/verification.ts'

/** The requests and results of the store for verifications (`/v2`). */

/** The call of a step, with what its admission needs. */
export type StepAdmission =
  | { readonly operation: 'admitCall'; readonly input: CallAdmission }
  | { readonly operation: 'admitInbound'; readonly input: InboundAdmission }

/** A step with everything that its start needs. */
export interface StepToStart {
  readonly step: number
  readonly admission: StepAdmission
  /** The calling number as the hint shows it; null for a call without a hint. */
  readonly caller: string | null
  /** Keyed hash of the code; null for an inbound step. */
  readonly codeHash: Uint8Array | null
  /** Decided before the transaction. */
  readonly refusal?: 'own-code' | undefined
  /** Among how many codes it was drawn; null for an inbound step. */
  readonly codes: number | null
  /** How long its price stays held after the call is over; 0 when the end of the call settles it. */
  readonly keepsHoldMs: number
}

export interface VerificationRequest extends StepToStart {
  readonly facts: Omit<VerificationFacts, 'createdAt'>
  readonly phoneHash: Uint8Array
  /** Of the end user's address; "" when it was not passed. */
  readonly network: string
  /** null when the service has switched them off. */
  readonly addressLimits: AddressLimits | null
  /** Steps before `step` were found impossible and are skipped. */
  readonly steps: readonly Step[]
  readonly expiresInMs: number
  readonly attempts: number
  readonly sealedCode: Uint8Array | null
  /** Hashes of the idempotency key and of the body that came with it. */
  readonly key: { readonly keyHash: Uint8Array; readonly bodyHash: Uint8Array } | null
  readonly at: number
}

/** A verification without its secrets, as the answer to its creation shows it. */
export type CreatedAs = Omit<Verification, 'phoneHash' | 'sealedCode'>

export type VerificationCreated =
  | { readonly kind: 'created'; readonly verification: Verification; readonly vendorId: number }
  | { readonly kind: 'replayed'; readonly verification: CreatedAs }
  | { readonly kind: 'key-of-another-body' }
  /** The verification of this key was erased: the first answer cannot be repeated. */
  | { readonly kind: 'key-of-erased-phone' }
  /** Too many wrong codes for this phone came from where the request comes from. */
  | { readonly kind: 'source-blocked'; readonly retryAfterMs: number }
  | { readonly kind: 'address-limited'; readonly why: AddressRefusal; readonly retryAfterMs: number }
  | { readonly kind: 'refused'; readonly why: StepRefusal; readonly retryAfterMs: number }

export interface StepStart extends StepToStart {
  readonly id: string
  /** True for a request to `next`: the step need not be due, and if the number is blocked nothing changes. */
  readonly isAsked: boolean
  readonly at: number
}

export type StepStarted = {
  readonly verification: Verification
  readonly effects: readonly StateEffect[]
} & (
  | { readonly kind: 'started'; readonly vendorId: number }
  /** The step was skipped, postponed, or the verification has ended. */
  | { readonly kind: 'refused'; readonly why: StepRefusal; readonly retryAfterMs: number }
  /** Another node or request came first, or the verification has ended. */
  | { readonly kind: 'not-due' }
)

export interface Advance {
  readonly id: string
  readonly cancels: boolean
  readonly at: number
  /** Whether it is processed for somebody who knows of it. */
  readonly isKnown?: boolean
  /** The outcome of the call of a kept step: its own record does not show it before the verification ends. */
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
  readonly verification: Verification
  readonly effects: readonly StateEffect[]
  /** The step that has to start now. */
  readonly dueStep: number | undefined
  /** Whether its version grew or it has ended. */
  readonly isChanged: boolean
}

/** A verification whose creation was answered with 503 although it may be stored. */
export interface Disowning {
  readonly id: string
  readonly serviceId: number
  /** null when it was created without an idempotency key. */
  readonly keyHash: Uint8Array | null
  readonly at: number
}

export interface CodeCheck {
  readonly id: string
  /** Whether the client named the id, so that it knows of it; no when it named the phone. */
  readonly isKnown?: boolean
  readonly codeHash: Uint8Array
  readonly at: number
}

export type CodeChecked = {
  readonly verification: Verification
  /**
   * All verifications that ended with this check: this one and, when the phone was blocked, the others of that phone.
   */
  readonly ended: readonly Verification[]
  readonly effects: readonly StateEffect[]
} & (
  | { readonly kind: 'compared'; readonly isRight: boolean }
  /** It had ended before; no code was compared. */
  | { readonly kind: 'ended' }
  /** No step with a code has started; no code was compared. */
  | { readonly kind: 'nothing-to-check' }
)

export interface VerificationPageRequest {
  readonly serviceId: number
  readonly status: string | null
  readonly client: string | null
  readonly phoneHash: Uint8Array | null
  /** The id before which the page begins; null for the newest. */
  readonly before: string | null
  readonly limit: number
}

/** What the cabinet lists: the verifications of an account, or of one of its services. */
export interface VerificationListRequest {
  readonly accountId: number
  readonly serviceId: number | null
  readonly status: string | null
  readonly test: boolean | null
  /** Created at or after / before, Unix ms. */
  readonly from: number | null
  readonly to: number | null
  /** The id before which the page begins; null for the newest. */
  readonly before: string | null
  readonly limit: number
}

export interface VerificationList {
  readonly items: Verification[]
  /** The id before which the next page begins; null at the end. */
  readonly next: string | null
}
