import { sha256 } from '../platform/sha256.ts'

const idDigits = 32

/**
 * The `webhook-id` of an event. It follows from the endpoint and the change, so that a transaction that is tried again
 * after a lost answer cannot put the same event into the outbox twice.
 */
export function eventId(endpointId: number, ...change: readonly (string | number)[]): string {
  return `msg_${sha256(JSON.stringify([endpointId, ...change]))
    .toString('hex')
    .slice(0, idDigits)}`
}
