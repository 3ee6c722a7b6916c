import { hash } from 'node:crypto'
import type { DeliveredType, EventType } from './event-types.ts'

/** Where an event of a service is sent, or kept: the fields that putting it into the outbox needs. */
export interface EventTarget {
  readonly id: number
  readonly serviceId: number
  /** `host:port` of the address; "" keeps the event for `GET /v2/events`. */
  readonly receiver: string
  /** null subscribes to all types, also to those of later versions. */
  readonly types: readonly EventType[] | null
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

export const wants = ({ types }: Pick<EventTarget, 'types'>, type: EventType) =>
  types === null || types.includes(type)

/** What an event is about; without data its body is made from the record of the call. */
interface EventSubject {
  readonly data?: object
  readonly vendorId?: number
  readonly verificationId?: string
  readonly test?: boolean
}

export function eventDelivery(
  { id, serviceId, receiver }: EventTarget,
  type: DeliveredType,
  at: number,
  change: readonly (string | number)[],
  about: EventSubject,
): DeliveryToEnqueue {
  return {
    serviceId,
    webhookId: eventId(id, type, ...change),
    receiver,
    at,
    vendorId: about.vendorId ?? null,
    verificationId: about.verificationId ?? null,
    endpointId: id,
    type,
    data: about.data === undefined ? null : JSON.stringify(about.data),
    test: about.test ?? false,
  }
}

const idDigits = 32

/**
 * The `webhook-id` of an event. It follows from the endpoint and the change, so that a transaction that is tried again
 * after a lost answer cannot put the same event into the outbox twice.
 */
export function eventId(endpointId: number, ...change: readonly (string | number)[]): string {
  return `msg_${hash('sha256', JSON.stringify([endpointId, ...change]), 'hex').slice(0, idDigits)}`
}
