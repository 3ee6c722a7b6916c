import type { PhoneForm } from '../books/call.ts'
import type { DeliveredType } from './event-records.ts'

/** Webhooks and events that wait to be sent or were sent, as the domain sees them. */

export type DeliveryState = 'pending' | 'delivered' | 'failed'

/** The webhook of an inbound request, or an event for one endpoint. */
export interface DeliveryRecord {
  readonly id: number
  readonly serviceId: number
  /** The call that it is about; null when it is about none. */
  readonly vendorId: number | null
  /** The verification that it is about; null when it is about none. */
  readonly verificationId: string | null
  /** null for the webhook of an inbound request. */
  readonly endpointId: number | null
  /** null for the webhook of an inbound request. */
  readonly type: DeliveredType | null
  /** The same for all attempts: receivers recognise repeats by it. */
  readonly webhookId: string
  /** `host:port` of the receiver. */
  readonly receiver: string
  /** null once it was erased with the number, or its endpoint was removed. */
  readonly url: string | null
  readonly state: DeliveryState
  /** When it may be tried next. During an attempt: when the lease of that attempt ends. */
  readonly dueAt: number
  /** The node that is trying it now. */
  readonly lease: string | null
  /** Attempts since it was enqueued or sent again. */
  readonly tries: number
  /** All attempts ever made. */
  readonly attemptCount: number
  readonly createdAt: number
  readonly endedAt: number | null
}

/** A delivery that this node may try until its lease ends, with the content of its body. */
export interface ClaimedDelivery extends DeliveryRecord {
  /** Whether it belongs to a test number. */
  readonly isTest: boolean
  /** The `data` of an event as JSON; null when it is made from the call, and once the number was erased. */
  readonly data: string | null
  /** Of the call; null when there is none. */
  readonly call: ReportedCall | null
}

/** The facts of a call that its webhook reports. */
export interface ReportedCall {
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

/** One attempt. It contains no phone number. */
export interface AttemptRecord {
  readonly attempt: number
  readonly at: number
  readonly durationMs: number
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  /** Why there was no answer; "" when there was one. */
  readonly error: string
  /** The start of the answer, masked. */
  readonly answer: string
}

/** A position in the list of receivers that have something due, in the order of time. */
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
  readonly id: number
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
  readonly endpointId?: number | null
  readonly type?: DeliveredType | null
  /** Only deliveries with a smaller id; null begins with the newest. */
  readonly before: number | null
  readonly limit: number
}

export interface DeliveryBacklog {
  readonly pending: number
  /** When the oldest pending one was enqueued; null when none is pending. */
  readonly oldestAt: number | null
}

/** A query of the cabinet. `serviceIds` is always given: the caller has checked who owns them. */
export interface DeliveryPageFilter {
  readonly serviceIds: readonly number[]
  readonly state: DeliveryState | null
  readonly endpointId?: number | null
  /** `webhook`: the webhooks of inbound requests. */
  readonly type?: DeliveredType | 'webhook' | null
  /** Only deliveries with a smaller id; null begins with the newest. */
  readonly before: number | null
  readonly limit: number
}

/** A receiver that does not accept its webhooks. */
export interface TroubledReceiver {
  readonly receiver: string
  /** Webhooks that were tried at least once and still wait. */
  readonly pending: number
  /** Webhooks that were given up. */
  readonly failed: number
  /** The newest webhook that it did not accept. */
  readonly lastId: number
}

/** The query for receivers that do not accept their webhooks. */
export interface TroubleQuery {
  readonly serviceIds: readonly number[]
  /** Enqueued at or after, Unix ms. */
  readonly since: number
  readonly limit: number
}

/** The secret is encrypted: the store cannot read it. */
export interface WebhookSecretRecord {
  readonly sealed: Uint8Array
  readonly previousSealed: Uint8Array | null
  readonly previousEndsAt: number
}
