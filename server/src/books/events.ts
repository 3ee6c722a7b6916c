import { hash } from 'node:crypto'
import { callEnded, type DeliveredType, type EventType } from './event-types.ts'
import type { DeliveryToEnqueue, EventTarget } from './outbox.ts'

export const wants = ({ types }: Pick<EventTarget, 'types'>, type: EventType) =>
  types === null || types.includes(type)

export function eventDelivery(
  { id, serviceId, receiver }: Omit<EventTarget, 'types'>,
  type: DeliveredType,
  at: number,
  change: readonly (string | number)[],
  about: Partial<Pick<DeliveryToEnqueue, 'data' | 'vendorId' | 'verificationId' | 'test'>>,
): DeliveryToEnqueue {
  return {
    serviceId,
    webhookId: eventId(id, type, ...change),
    receiver,
    at,
    vendorId: null,
    verificationId: null,
    endpointId: id,
    type,
    data: null,
    test: false,
    ...about,
  }
}

/** The events that a call has ended. Their content is made from the record of the call. */
export const callEvents = (targets: readonly EventTarget[], vendorId: number, at: number) =>
  targets
    .filter((target) => wants(target, callEnded))
    .map((target) => eventDelivery(target, callEnded, at, [vendorId], { vendorId }))

const idDigits = 32

/**
 * The `webhook-id` of an event. It follows from the endpoint and from what happened, so that nothing can put the same
 * event into the outbox twice: neither a transaction that is tried again after a lost answer, nor a stream that is given
 * its past.
 */
export function eventId(endpointId: number, ...change: readonly (string | number)[]): string {
  return `msg_${hash('sha256', JSON.stringify([endpointId, ...change]), 'hex').slice(0, idDigits)}`
}
