import type { CallOwner, CallRecord, Mode, NewCall, Notes, PhoneForm } from './call.ts'
import type { Refusal } from './refusals.ts'
import type { SpendCapRecord } from './spend-caps.ts'

/** What is known about a phone number. */
export type PhoneFacts = Pick<
  NewCall,
  'phoneHash' | 'phoneMask' | 'country' | 'operator' | 'region' | 'portedTo'
>

interface Admission
  extends PhoneFacts,
    Notes,
    Pick<
      NewCall,
      'accountId' | 'serviceId' | 'test' | 'priceUnits' | 'chargesFailed' | 'startedAt' | 'deadlineAt'
    > {
  readonly caps: readonly SpendCapRecord[]
  readonly unique: string | null
}

export interface CallAdmission extends Admission {
  readonly mode: Exclude<Mode, 'inbound'>
  readonly code: string
  /** A refusal that was decided before the transaction; it applies after the replay of `unique`. */
  readonly refusal: Refusal | null
  /** Its price stays counted against spend caps when it is returned: the call was made. */
  readonly countsForGood?: boolean
  /** Whether telephony can place this call; checked after the funds. */
  readonly capacity: 'ok' | 'full' | 'no-way'
}

export interface InboundAdmission extends Admission {
  readonly callbackUrl: string
  readonly phoneForm: PhoneForm | null
  readonly refusal: Refusal | null
  /** The accounts that share an owner with this one, itself included: they count as one. */
  readonly ownersAccounts: readonly number[]
  /** Confirmation numbers in order of preference; the first that is free for this phone is taken. */
  readonly candidates: readonly string[]
}

export interface RepeatAdmission extends CallOwner {
  readonly vendorId: number
  readonly startedAt: number
  readonly deadlineAt: number
  readonly withinMs: number
  readonly maxRepeats: number
  /** The shortest time between two calls of the chain. */
  readonly gapMs: number
  readonly capacity: 'ok' | 'full' | 'no-way'
}

export interface Refused {
  readonly kind: 'refused'
  readonly why: Refusal
  readonly retryAfterMs: number
}

export type CallAdmitted =
  | { readonly kind: 'admitted'; readonly vendorId: number }
  | { readonly kind: 'replayed'; readonly vendorId: number; readonly code: string; readonly client: string }
  | KeyTaken
  | Refused

/** The idempotency key belongs to a different request. */
export interface KeyTaken {
  readonly kind:
    | 'key-of-another-phone'
    /** The key's call exists, but its number was erased: it cannot be compared with this one. */
    | 'key-of-erased-phone'
    /** The key belongs to an inbound request and this is an outgoing call, or the reverse. */
    | 'key-of-another-method'
}

export type InboundAdmitted =
  | { readonly kind: 'admitted'; readonly vendorId: number; readonly confirmationNumber: string }
  | {
      readonly kind: 'replayed'
      readonly vendorId: number
      readonly confirmationNumber: string
      readonly client: string
    }
  | KeyTaken
  | Refused

export type RepeatAdmitted =
  | {
      readonly kind: 'admitted'
      readonly call: CallRecord
      /** The idempotency key of the first call. */
      readonly unique: string | null
    }
  | {
      readonly kind: 'refused'
      /** 0 when waiting does not help. */
      readonly retryAfterMs: number
      readonly why:
        | 'unknown'
        | 'do-not-call'
        | 'too-late'
        | 'used-up'
        | 'not-possible'
        | 'test-limit'
        | 'full'
        | 'no-way'
        | 'prefix-blocked'
        | 'prefix-paused'
        | 'test-off'
    }
