import type { PhoneForm } from '../books/verification.ts'

/** Web-hooks that wait to be sent or were sent, as the domain sees them. */

export type DeliveryState = 'pending' | 'delivered' | 'failed'

/** One web-hook. A verification has at most one, so its `vendorId` is the delivery's key too. */
export interface DeliveryRecord {
  readonly vendorId: number
  readonly serviceId: number
  /** Stays the same over all attempts: receivers tell repeats by it. */
  readonly webhookId: string
  /** `host:port` of the receiver. */
  readonly receiver: string
  /** null once it was erased with the number. */
  readonly url: string | null
  readonly state: DeliveryState
  /** When it may be tried next; while somebody tries it, when his lease ends. */
  readonly dueAt: number
  /** Who is trying it now. */
  readonly lease: string | null
  /** Attempts since it was enqueued or sent again. */
  readonly tries: number
  /** Attempts ever made. */
  readonly attemptCount: number
  readonly createdAt: number
  readonly endedAt: number | null
}

/** A delivery that this node may try until its lease ends, with what the body says. */
export interface ClaimedDelivery extends DeliveryRecord {
  /** Of a test number. */
  readonly isTest: boolean
  /** null once the number was erased. */
  readonly phoneHash: Uint8Array | null
  readonly phoneMask: string
  readonly phoneForm: PhoneForm | null
  readonly confirmationNumber: string
  readonly operator: string
  readonly region: string
  readonly portedTo: string
  /** JSON (storage/caller-identity.ts); null for a test number. */
  readonly callerIdentity: string | null
}

/** One try. Nothing in it tells a phone number. */
export interface AttemptRecord {
  readonly attempt: number
  readonly at: number
  readonly durationMs: number
  /** HTTP status; 0 when none came. */
  readonly status: number
  /** Why no answer came; "" when one did. */
  readonly error: string
  /** The start of the answer, masked. */
  readonly answer: string
}

/** A place in the list of receivers that have something due, in the order of time. */
export interface ReceiverPlace {
  readonly nextDueAt: number
  readonly receiver: string
}

export interface Claim {
  readonly now: number
  readonly lease: string
  readonly leaseEndsAt: number
  readonly wants: readonly { readonly receiver: string; readonly limit: number }[]
}

export interface AttemptReport {
  readonly vendorId: number
  readonly lease: string
  readonly attempt: Omit<AttemptRecord, 'attempt'>
  readonly state: DeliveryState
  readonly tries: number
  /** When to try again, while the state is pending. */
  readonly dueAt: number
}

export interface DeliveryFilter {
  readonly serviceId: number | null
  readonly state: DeliveryState | null
  /** Only deliveries of earlier verifications; null begins with the newest. */
  readonly before: number | null
  readonly limit: number
}

export interface DeliveryBacklog {
  readonly pending: number
  /** When the oldest pending one was enqueued; null when none is pending. */
  readonly oldestAt: number | null
}

/** What the cabinet asks. `serviceIds` is always given: whose they are was checked before. */
export interface DeliveryPageFilter {
  readonly serviceIds: readonly number[]
  readonly state: DeliveryState | null
  /** Only deliveries of earlier verifications; null begins with the newest. */
  readonly before: number | null
  readonly limit: number
}

/** A receiver that does not take its web-hooks. */
export interface TroubledReceiver {
  readonly receiver: string
  /** Tried at least once and still waiting. */
  readonly pending: number
  /** Given up. */
  readonly failed: number
  /** The newest web-hook that it did not take. */
  readonly lastVendorId: number
}

/** What a reading of receivers in trouble looks at. */
export interface TroubleQuery {
  readonly serviceIds: readonly number[]
  /** Enqueued at or after, Unix ms. */
  readonly since: number
  readonly limit: number
}

/** Secrets are sealed: the store cannot read them. */
export interface WebhookSecretRecord {
  readonly sealed: Uint8Array
  readonly previousSealed: Uint8Array | null
  readonly previousEndsAt: number
}
