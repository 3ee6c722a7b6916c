import type { DeliveryToEnqueue } from '../../books/books.ts'
import type { StateEffect } from '../../books/step-machine.ts'
import type { Verification } from '../../books/verification.ts'
import { viewOf } from '../../books/verification-view.ts'
import { sha256 } from '../../platform/sha256.ts'
import { type DeliveredType, type EventType, testEvent } from '../event-types.ts'
import { bytes, flag, json, number, orNull, type RecordOf, tableOf, text } from '../record.ts'
import { part, type Sql } from '../sql.ts'
import { deleteDeliveries, dueAtOnce, enqueueDelivery, redirectDeliveries } from './deliveries.ts'
import { bumpSettingsVersion } from './meta.ts'

export const maxEndpointsPerService = 5

/** An address to which the events of a service are sent. */
const endpoints = tableOf('event_endpoints', {
  id: number,
  serviceId: number,
  url: text,
  /** `host:port` of the address. */
  receiver: text,
  /** null subscribes to all types, also to those of later versions. */
  types: orNull(json<readonly EventType[]>()),
  description: text,
  enabled: flag,
  /** The secret that signs, encrypted: the store cannot read it. */
  sealed: bytes,
  previousSealed: orNull(bytes),
  previousEndsAt: number,
  createdAt: number,
})
export type EndpointRecord = RecordOf<typeof endpoints>

/** The fields that an event needs to be put into the outbox. */
export type EventTarget = Pick<EndpointRecord, 'id' | 'serviceId' | 'receiver' | 'types'>

export type NewEndpoint = Omit<EndpointRecord, 'id' | 'previousSealed' | 'previousEndsAt'>

/** Fields that are left out do not change. */
export interface EndpointChange
  extends Partial<Pick<EndpointRecord, 'url' | 'receiver' | 'types' | 'description' | 'enabled'>> {
  readonly id: number
}

export const wants = ({ types }: Pick<EndpointRecord, 'types'>, type: EventType) =>
  types === null || types.includes(type)

export const endpoint = (sql: Sql, id: number) => endpoints.find(sql, { id })

export const endpointsOf = (sql: Sql, serviceId: number) =>
  endpoints.where(sql, part`service_id = ${serviceId} AND url <> '' ORDER BY id`)

/** Returns undefined when the service has as many as it may. */
export async function addEndpoint(sql: Sql, made: NewEndpoint): Promise<EndpointRecord | undefined> {
  // The version row is locked until the transaction ends, so two additions follow each other.
  await bumpSettingsVersion(sql)
  if ((await endpointsOf(sql, made.serviceId)).length >= maxEndpointsPerService) return undefined
  return endpoints.of((await sql.get(...endpoints.insert(made, 'RETURNING *')))!)
}

export async function changeEndpoint(sql: Sql, change: EndpointChange): Promise<EndpointRecord | undefined> {
  await bumpSettingsVersion(sql)
  const before = await endpoint(sql, change.id)
  if (before === undefined) return undefined
  const after = { ...before, ...change }
  const { id, url, receiver, types, description, enabled } = after
  await sql.run(...endpoints.update({ id }, { url, receiver, types, description, enabled }))
  if (receiver !== before.receiver) await redirectDeliveries(sql, id, receiver)
  return after
}

/** What waits for it is deleted; what was sent stays in the inspector. */
export async function removeEndpoint(sql: Sql, id: number): Promise<boolean> {
  await bumpSettingsVersion(sql)
  await deleteDeliveries(sql, part`endpoint_id = ${id} AND state = 'pending'`)
  return endpoints.removeOne(sql, { id })
}

/** With everything that waits for them. */
export async function removeAccountEndpoints(sql: Sql, accountId: number): Promise<void> {
  const own = part`service_id IN (SELECT id FROM services WHERE account_id = ${accountId})`
  await deleteDeliveries(sql, part`${own} AND endpoint_id IS NOT NULL AND state = 'pending'`)
  await sql.run`DELETE FROM event_endpoints WHERE ${own}`
}

/** Signs with the new secret from now on, and with the old one too until the overlap ends. */
export async function rotateEndpointSecret(
  sql: Sql,
  { id, sealed, previousEndsAt }: Pick<EndpointRecord, 'id' | 'sealed' | 'previousEndsAt'>,
) {
  const changed = await sql.run`UPDATE event_endpoints
    SET previous_sealed = sealed, previous_ends_at = ${previousEndsAt}, sealed = ${sealed} WHERE id = ${id}`
  return changed === 1
}

/** The nonce tells two tests apart. Returns the `webhook-id`; undefined when there is no such endpoint. */
export async function enqueueTestEvent(
  sql: Sql,
  { id, nonce, at }: { id: number; nonce: string; at: number },
) {
  const target = await endpoint(sql, id)
  if (target === undefined) return undefined
  const { serviceId, description } = target
  const data = { endpoint_id: id, service_id: serviceId, description }
  const delivery = eventDelivery(target, testEvent, at, [nonce], { data })
  await enqueueDelivery(sql, delivery, dueAtOnce)
  return delivery.webhookId
}

/** The endpoints of a service that are on, and the record of its events (event-stream.ts). */
export const targetsOf = (sql: Sql, serviceId: number): Promise<EventTarget[]> =>
  endpoints.all(sql, 'receiver, id', { serviceId, enabled: true })

/** Tells every endpoint of the account that wants it; called inside the transaction that makes the change. */
export async function notifyAccount(
  sql: Sql,
  accountId: number,
  event: {
    readonly type: EventType
    readonly at: number
    /** What tells this event from others of its type. */
    readonly change: readonly (string | number)[]
    readonly data: object
  },
): Promise<void> {
  const rows = await sql.all`SELECT event_endpoints.* FROM event_endpoints
    JOIN services ON services.id = service_id
    WHERE account_id = ${accountId} AND enabled = 1 AND status <> 'archived'
    ORDER BY receiver, event_endpoints.id`
  const { type, at, change, data } = event
  for (const target of rows.map(endpoints.of).filter((each) => wants(each, type)))
    await enqueueDelivery(sql, eventDelivery(target, type, at, change, { data }), dueAtOnce)
}

export function eventDelivery(
  { id, serviceId, receiver }: EventTarget,
  type: DeliveredType,
  at: number,
  change: readonly (string | number)[],
  about: { readonly data: object; readonly verificationId?: string; readonly test?: boolean },
): DeliveryToEnqueue {
  return {
    serviceId,
    webhookId: eventId(id, type, ...change),
    receiver,
    at,
    vendorId: null,
    verificationId: about.verificationId ?? null,
    endpointId: id,
    type,
    data: JSON.stringify(about.data),
    test: about.test ?? false,
  }
}

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
