import type { EventType } from './event-types.ts'

/** Where an event of a service is sent, or kept: the fields that putting it into the outbox needs. */
export interface EventTarget {
  readonly id: number
  readonly serviceId: number
  /** `host:port` of the address; "" keeps the event for `GET /v2/events`. */
  readonly receiver: string
  /** null subscribes to all types, also to those of later versions. */
  readonly types: readonly EventType[] | null
}

/** A target as the stores read it for a change. */
export interface TargetOfChange extends EventTarget {
  /** Of the installation: events show prices. */
  readonly currency: string
}

/** The webhook of an inbound request, or an event for one endpoint. */
export interface DeliveryToEnqueue {
  readonly serviceId: number
  readonly webhookId: string
  readonly receiver: string
  readonly at: number
  /** The call, or the verification, that it is about. */
  readonly vendorId: number | null
  readonly verificationId: string | null
  /** null for the webhook of an inbound request. */
  readonly endpointId: number | null
  readonly type: string | null
  /** JSON; null when the body is made from the record of the call. */
  readonly data: string | null
  readonly test: boolean
}
