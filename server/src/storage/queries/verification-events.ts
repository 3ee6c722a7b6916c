import type { DeliveryToEnqueue } from '../../books/books.ts'
import type { StateEffect } from '../../books/step-machine.ts'
import type { Verification } from '../../books/verification.ts'
import { viewOf } from '../../books/verification-view.ts'
import type { Sql } from '../sql.ts'
import { eventDelivery, targetsOf, wants } from './event-endpoints.ts'

/**
 * How many endpoints the service of a row of verifications has. It is part of the statement that locks or inserts
 * the row, so that a service without endpoints costs no statement of its own.
 */
export const endpointCount = `(SELECT count(*) FROM event_endpoints
  WHERE event_endpoints.service_id = verifications.service_id AND enabled = 1) AS endpoint_count`

export type EnqueueEvent = (delivery: DeliveryToEnqueue) => void | Promise<void>

/**
 * Puts the events of a change into the outbox, in the transaction of that change. Every event of it has the verification
 * as it is after the change.
 */
export async function notifyOfVerification(
  sql: Sql,
  verification: Verification,
  effects: readonly StateEffect[],
  at: number,
  enqueue: EnqueueEvent,
): Promise<void> {
  if (effects.length === 0) return
  const { id, serviceId, version, test } = verification
  const targets = await targetsOf(sql, serviceId)
  const about = { data: viewOf(verification), verificationId: id, test }
  for (const target of targets) {
    for (const [index, type] of effects.entries()) {
      if (wants(target, type)) await enqueue(eventDelivery(target, type, at, [id, version, index], about))
    }
  }
}
