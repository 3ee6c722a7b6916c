import type { DeliveredType } from '../event-types.ts'
import { every, part, type Sql, type SqlPart } from '../sql.ts'
import {
  type AttemptRecord,
  attemptTable,
  type DeliveryRecord,
  type DeliveryState,
  deliveryTable,
} from './deliveries.ts'

export interface DeliveryFilter {
  readonly serviceId: number | null
  readonly state: DeliveryState | null
  readonly endpointId?: number | null
  readonly type?: DeliveredType | null
  /** Only deliveries with a smaller id; null begins with the newest. */
  readonly before: number | null
  readonly limit: number
}

/** A verification has some events, and each goes to at most a handful of endpoints. */
const maxAbout = 100

/** With the address that each goes to: of its endpoint, or as the inbound request named it. */
export async function deliveriesWhere(sql: Sql, which: SqlPart): Promise<DeliveryRecord[]> {
  const rows = await sql.all`SELECT deliveries.*, coalesce(event_endpoints.url,
      CASE WHEN deliveries.endpoint_id IS NULL THEN calls.callback_url END) AS url
    FROM deliveries
    LEFT JOIN event_endpoints ON event_endpoints.id = deliveries.endpoint_id
    LEFT JOIN calls ON calls.vendor_id = deliveries.vendor_id AND deliveries.endpoint_id IS NULL
    WHERE ${which}`
  return rows.map(deliveryTable.of)
}

export const delivery = async (sql: Sql, id: number) =>
  (await deliveriesWhere(sql, part`deliveries.id = ${id}`))[0]

/** By the id that receivers see. */
export const deliveryByWebhookId = async (sql: Sql, webhookId: string) =>
  (await deliveriesWhere(sql, part`deliveries.webhook_id = ${webhookId}`))[0]

/** The webhook of an inbound request. */
export async function webhookOfCall(sql: Sql, vendorId: number): Promise<DeliveryRecord | undefined> {
  const its = part`deliveries.vendor_id = ${vendorId} AND deliveries.endpoint_id IS NULL`
  return (await deliveriesWhere(sql, its))[0]
}

/** Deliveries about a verification and its calls, oldest first. Events that are kept for a reader are none. */
export async function deliveriesAbout(
  sql: Sql,
  { vendorIds, verificationId }: { vendorIds: readonly number[]; verificationId: string | null },
): Promise<DeliveryRecord[]> {
  const about = vendorIds.map((vendorId) => part`deliveries.vendor_id = ${vendorId}`)
  if (verificationId !== null) about.push(part`deliveries.verification_id = ${verificationId}`)
  const byId = new Map<number, DeliveryRecord>()
  for (const its of about) {
    const sent = part`${its} AND deliveries.receiver <> '' ORDER BY deliveries.id LIMIT ${maxAbout}`
    for (const each of await deliveriesWhere(sql, sent)) byId.set(each.id, each)
  }
  return [...byId.values()].sort((one, other) => one.id - other.id)
}

export async function deliveries(sql: Sql, filter: DeliveryFilter): Promise<DeliveryRecord[]> {
  const { serviceId, before, limit } = filter
  const asked = every(
    part`deliveries.id < ${before ?? Number.MAX_SAFE_INTEGER}`,
    serviceId !== null && part`deliveries.service_id = ${serviceId}`,
    fitsDelivery(filter),
  )
  return deliveriesWhere(sql, part`${asked} ORDER BY deliveries.id DESC LIMIT ${limit}`)
}

/** `webhook`: the webhooks of inbound requests. Events that are kept for a reader are none. */
export const fitsDelivery = ({
  state,
  endpointId = null,
  type = null,
}: Pick<DeliveryFilter, 'state' | 'endpointId'> & { readonly type?: DeliveredType | 'webhook' | null }) =>
  every(
    part`deliveries.receiver <> ''`,
    state !== null && part`deliveries.state = ${state}`,
    endpointId !== null && part`deliveries.endpoint_id = ${endpointId}`,
    type !== null && part`coalesce(deliveries.type, 'webhook') = ${type}`,
  )

export const attempts = (sql: Sql, deliveryId: number): Promise<AttemptRecord[]> =>
  attemptTable.where(sql, part`delivery_id = ${deliveryId} ORDER BY attempt`)

/** The stored `data` of an event; null when it has none. */
export async function eventData(sql: Sql, deliveryId: number): Promise<string | null> {
  const row = await sql.get`SELECT data FROM deliveries WHERE id = ${deliveryId}`
  return (row?.data ?? null) as string | null
}

/** How many are pending, and when the oldest of them was enqueued. */
export async function deliveryBacklog(sql: Sql) {
  const row = await sql.get`SELECT count(*) AS pending, min(created_at) AS oldest FROM deliveries
    WHERE state = 'pending'`
  return { pending: Number(row?.pending), oldestAt: row?.oldest == null ? null : Number(row.oldest) }
}
