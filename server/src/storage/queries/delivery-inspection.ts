import type { DeliveredType } from '../event-types.ts'
import type { Sql, SqlValue } from '../sql.ts'
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

/** Deliveries with the address that each goes to: of its endpoint, or as the inbound request named it. */
export const withUrl = `SELECT deliveries.*, coalesce(event_endpoints.url,
     CASE WHEN deliveries.endpoint_id IS NULL THEN calls.callback_url END) AS url
   FROM deliveries
   LEFT JOIN event_endpoints ON event_endpoints.id = deliveries.endpoint_id
   LEFT JOIN calls ON calls.vendor_id = deliveries.vendor_id AND deliveries.endpoint_id IS NULL`

const first = async (sql: Sql, which: string, value: SqlValue) => {
  return deliveryTable.ofFound(await sql.get(`${withUrl} WHERE ${which}`, value))
}

export function delivery(sql: Sql, id: number): Promise<DeliveryRecord | undefined> {
  return first(sql, 'deliveries.id = $1', id)
}

/** By the id that receivers see. */
export function deliveryByWebhookId(sql: Sql, webhookId: string): Promise<DeliveryRecord | undefined> {
  return first(sql, 'deliveries.webhook_id = $1', webhookId)
}

/** The webhook of an inbound request. */
export function webhookOfCall(sql: Sql, vendorId: number): Promise<DeliveryRecord | undefined> {
  return first(sql, 'deliveries.vendor_id = $1 AND deliveries.endpoint_id IS NULL', vendorId)
}

/** Deliveries about a verification and its calls, oldest first. Events that are kept for a reader are none. */
export async function deliveriesAbout(
  sql: Sql,
  { vendorIds, verificationId }: { vendorIds: readonly number[]; verificationId: string | null },
): Promise<DeliveryRecord[]> {
  const about: [string, SqlValue][] = vendorIds.map((vendorId) => ['vendor_id', vendorId])
  if (verificationId !== null) about.push(['verification_id', verificationId])
  const found: DeliveryRecord[] = []
  for (const [column, id] of about) {
    const rows = await sql.all(
      `${withUrl} WHERE deliveries.${column} = $1 AND deliveries.receiver <> '' ORDER BY deliveries.id LIMIT ${maxAbout}`,
      id,
    )
    found.push(...rows.map(deliveryTable.of))
  }
  const byId = new Map(found.map((each) => [each.id, each]))
  return [...byId.values()].sort((one, other) => one.id - other.id)
}

export async function deliveries(sql: Sql, filter: DeliveryFilter): Promise<DeliveryRecord[]> {
  const values: SqlValue[] = []
  const conditions = ["deliveries.receiver <> ''"]
  const where = (column: string, compare: '=' | '<', value: SqlValue | undefined) => {
    if (value === null || value === undefined) return
    values.push(value)
    conditions.push(`deliveries.${column} ${compare} $${values.length}`)
  }
  where('id', '<', filter.before ?? Number.MAX_SAFE_INTEGER)
  where('service_id', '=', filter.serviceId)
  where('state', '=', filter.state)
  where('endpoint_id', '=', filter.endpointId)
  where('type', '=', filter.type)
  values.push(filter.limit)
  const rows = await sql.all(
    `${withUrl} WHERE ${conditions.join(' AND ')} ORDER BY deliveries.id DESC LIMIT $${values.length}`,
    ...values,
  )
  return rows.map(deliveryTable.of)
}

export const attempts = (sql: Sql, deliveryId: number): Promise<AttemptRecord[]> =>
  attemptTable.where(sql, 'delivery_id = $1 ORDER BY attempt', deliveryId)

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
