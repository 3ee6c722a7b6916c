import type { DeliveredType, EventType } from '../../storage/event-types.ts'
import type { AttemptRecord, DeliveryState } from '../../storage/queries/deliveries.ts'
import type { SignatureFault } from '../../webhooks/signature-faults.ts'

export interface WebhookView {
  readonly id: number
  /** The call that it is about; null when it is about none. */
  readonly vendorId: number | null
  /** The verification of /v2 that it is about; null when it is about none. */
  readonly verificationId: string | null
  /** null for the webhook of an inbound request. */
  readonly endpointId: number | null
  /** null for the webhook of an inbound request. */
  readonly type: DeliveredType | null
  readonly serviceId: number
  readonly webhookId: string
  readonly receiver: string
  /** null once it was erased with the number, or its endpoint was removed. */
  readonly url: string | null
  /** `under-way`: it is being sent at this moment. */
  readonly state: DeliveryState | 'under-way'
  /** When it is tried next; null when it is not. */
  readonly nextTryAt: number | null
  readonly attemptCount: number
  readonly createdAt: number
  readonly endedAt: number | null
}

export interface WebhookPage {
  readonly items: readonly WebhookView[]
  /** Continue with `before`; null at the end. */
  readonly next: number | null
}

export interface WebhookDetail extends WebhookView {
  readonly attempts: readonly AttemptRecord[]
  /** What is sent; in the webhook of an inbound request the number is masked. null once it was erased. */
  readonly payload: string | null
}

export type { TroubledReceiver } from '../../storage/queries/delivery-page.ts'
export type { SignatureFault }

export interface SignatureAnswer {
  /** null when the signature is valid. */
  readonly fault: SignatureFault | null
  /** Which secret it was made with. */
  readonly secret: 'current' | 'previous' | 'endpoint' | 'given' | null
  readonly ageSeconds: number | null
  /** A receiver would accept the time now. */
  readonly timely: boolean
}

/** An event endpoint as its owner sees it: everything but the secret. */
export interface EndpointView {
  readonly id: number
  readonly serviceId: number
  readonly url: string
  /** null: all of them. */
  readonly types: readonly EventType[] | null
  readonly description: string
  readonly enabled: boolean
  readonly createdAt: number
}

export interface EndpointList {
  readonly items: readonly EndpointView[]
  /** All that can be subscribed to. */
  readonly types: readonly EventType[]
  readonly max: number
}

/** A test event that was put into the outbox. */
export interface TestEventSent {
  readonly deliveryId: number
}
