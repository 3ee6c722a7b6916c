import type { DeliveryToEnqueue } from '../../books/books.ts'
import { sha256 } from '../../platform/sha256.ts'
import { type DeliveredType, type EventType, testEvent } from '../event-types.ts'
import type { Row, Sql } from '../sql.ts'
import { deleteDeliveries, dueAtOnce, enqueueDelivery, redirectDeliveries } from './deliveries.ts'
import { bumpSettingsVersion } from './settings-version.ts'

export const maxEndpointsPerService = 5

/** An address to which the events of a service are sent. */
export interface EndpointRecord {
  readonly id: number
  readonly serviceId: number
  readonly url: string
  /** `host:port` of the address. */
  readonly receiver: string
  /** null subscribes to all types, also to those of later versions. */
  readonly types: readonly EventType[] | null
  readonly description: string
  readonly enabled: boolean
  /** The secret that signs, encrypted: the store cannot read it. */
  readonly sealed: Uint8Array
  readonly previousSealed: Uint8Array | null
  readonly previousEndsAt: number
  readonly createdAt: number
}

/** The fields that an event needs to be put into the outbox. */
export type EventTarget = Pick<EndpointRecord, 'id' | 'serviceId' | 'receiver' | 'types'>

export type NewEndpoint = Omit<EndpointRecord, 'id' | 'previousSealed' | 'previousEndsAt'>

/** Fields that are left out do not change. */
export interface EndpointChange
  extends Partial<Pick<EndpointRecord, 'url' | 'receiver' | 'types' | 'description' | 'enabled'>> {
  readonly id: number
}

export interface EndpointRotation {
  readonly id: number
  readonly sealed: Uint8Array
  readonly previousEndsAt: number
}

export interface TestEventRequest {
  readonly id: number
  /** Tells two tests of one endpoint apart. */
  readonly nonce: string
  readonly at: number
}

export const wants = ({ types }: Pick<EndpointRecord, 'types'>, type: EventType) =>
  types === null || types.includes(type)

export async function endpoint(sql: Sql, id: number): Promise<EndpointRecord | undefined> {
  const row = await sql.get('SELECT * FROM event_endpoints WHERE id = $1', id)
  return row === undefined ? undefined : endpointOf(row)
}

export async function endpointsOf(sql: Sql, serviceId: number): Promise<EndpointRecord[]> {
  const rows = await sql.all(
    "SELECT * FROM event_endpoints WHERE service_id = $1 AND url <> '' ORDER BY id",
    serviceId,
  )
  return rows.map(endpointOf)
}

/** Returns undefined when the service has as many as it may. */
export async function addEndpoint(sql: Sql, made: NewEndpoint): Promise<EndpointRecord | undefined> {
  // The version row is locked until the transaction ends, so two additions follow each other.
  await bumpSettingsVersion(sql)
  if ((await endpointsOf(sql, made.serviceId)).length >= maxEndpointsPerService) return undefined
  const row = await sql.get(
    `INSERT INTO event_endpoints (service_id, url, receiver, types, description, enabled, sealed, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING *`,
    made.serviceId,
    made.url,
    made.receiver,
    storedTypes(made.types),
    made.description,
    made.enabled ? 1 : 0,
    made.sealed,
    made.createdAt,
  )
  return endpointOf(row!)
}

export async function changeEndpoint(sql: Sql, change: EndpointChange): Promise<EndpointRecord | undefined> {
  await bumpSettingsVersion(sql)
  const before = await endpoint(sql, change.id)
  if (before === undefined) return undefined
  const after = { ...before, ...change }
  await sql.run(
    'UPDATE event_endpoints SET url = $2, receiver = $3, types = $4, description = $5, enabled = $6 WHERE id = $1',
    after.id,
    after.url,
    after.receiver,
    storedTypes(after.types),
    after.description,
    after.enabled ? 1 : 0,
  )
  if (after.receiver !== before.receiver) await redirectDeliveries(sql, after.id, after.receiver)
  return after
}

/** What waits for it is deleted; what was sent stays in the inspector. */
export async function removeEndpoint(sql: Sql, id: number): Promise<boolean> {
  await bumpSettingsVersion(sql)
  await deleteDeliveries(sql, "endpoint_id = $1 AND state = 'pending'", id)
  return (await sql.run('DELETE FROM event_endpoints WHERE id = $1', id)) === 1
}

/** With everything that waits for them. */
export async function removeAccountEndpoints(sql: Sql, accountId: number): Promise<void> {
  const own = 'IN (SELECT id FROM services WHERE account_id = $1)'
  await deleteDeliveries(
    sql,
    `service_id ${own} AND endpoint_id IS NOT NULL AND state = 'pending'`,
    accountId,
  )
  await sql.run(`DELETE FROM event_endpoints WHERE service_id ${own}`, accountId)
}

/** Signs with the new secret from now on, and with the old one too until the overlap ends. */
export async function rotateEndpointSecret(sql: Sql, rotation: EndpointRotation): Promise<boolean> {
  const changed = await sql.run(
    `UPDATE event_endpoints SET previous_sealed = sealed, previous_ends_at = $3, sealed = $2 WHERE id = $1`,
    rotation.id,
    rotation.sealed,
    rotation.previousEndsAt,
  )
  return changed === 1
}

/** Returns the `webhook-id`; undefined when there is no such endpoint. */
export async function enqueueTestEvent(sql: Sql, request: TestEventRequest): Promise<string | undefined> {
  const target = await endpoint(sql, request.id)
  if (target === undefined) return undefined
  const { id, serviceId, description } = target
  const data = { endpoint_id: id, service_id: serviceId, description }
  const delivery = eventDelivery(target, testEvent, request.at, [request.nonce], { data })
  await enqueueDelivery(sql, delivery, dueAtOnce)
  return delivery.webhookId
}

/** The endpoints of a service that are on, and the record of its events (event-stream.ts). */
export async function targetsOf(sql: Sql, serviceId: number): Promise<EventTarget[]> {
  const rows = await sql.all(
    'SELECT * FROM event_endpoints WHERE service_id = $1 AND enabled = 1 ORDER BY receiver, id',
    serviceId,
  )
  return rows.map(endpointOf)
}

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
  const rows = await sql.all(
    `SELECT event_endpoints.* FROM event_endpoints JOIN services ON services.id = service_id
     WHERE account_id = $1 AND enabled = 1 AND status <> 'archived' ORDER BY receiver, event_endpoints.id`,
    accountId,
  )
  const { type, at, change, data } = event
  for (const target of rows.map(endpointOf).filter((each) => wants(each, type)))
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

const storedTypes = (types: EndpointRecord['types']) => (types === null ? null : JSON.stringify(types))

function endpointOf(row: Row): EndpointRecord {
  return {
    id: Number(row.id),
    serviceId: Number(row.service_id),
    url: String(row.url),
    receiver: String(row.receiver),
    types: row.types === null ? null : (JSON.parse(String(row.types)) as EventType[]),
    description: String(row.description),
    enabled: row.enabled === 1,
    sealed: row.sealed as Uint8Array,
    previousSealed: row.previous_sealed as Uint8Array | null,
    previousEndsAt: Number(row.previous_ends_at),
    createdAt: Number(row.created_at),
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
