import type { EventType } from '../../books/event-types.ts'
import type { AttemptRecord, DeliveryRecord, DeliveryState } from '../../storage/queries/deliveries.ts'
import type { SignatureFault } from '../../webhooks/signature-faults.ts'

export interface WebhookView extends Omit<DeliveryRecord, 'state' | 'dueAt' | 'lease' | 'tries'> {
  /** `under-way`: it is being sent at this moment. */
  readonly state: DeliveryState | 'under-way'
  /** When it is tried next; null when it is not. */
  readonly nextTryAt: number | null
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

export type { TroubledReceiver } from '../../storage/queries/delivery-inspection.ts'
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

/** A webhook endpoint as its owner sees it: everything but the secret. */
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
