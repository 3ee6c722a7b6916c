import type { AttemptRecord, DeliveryBacklog, DeliveryFilter, DeliveryRecord } from '../delivery-records.ts'
import type { Sql } from '../sql.ts'
import { attemptOf, deliveryOf } from './rows.ts'

const withUrl = `SELECT deliveries.*, callback_url
   FROM deliveries JOIN verifications ON verifications.vendor_id = deliveries.vendor_id`

export async function delivery(sql: Sql, vendorId: number): Promise<DeliveryRecord | undefined> {
  const row = await sql.get(`${withUrl} WHERE deliveries.vendor_id = $1`, vendorId)
  return row === undefined ? undefined : deliveryOf(row)
}

export async function deliveries(sql: Sql, filter: DeliveryFilter): Promise<DeliveryRecord[]> {
  const before = filter.before ?? Number.MAX_SAFE_INTEGER
  const state = filter.state ?? ''
  const rows =
    filter.serviceId === null
      ? await sql.all(
          `${withUrl} WHERE deliveries.vendor_id < $1 AND ($2 = '' OR deliveries.state = $2)
           ORDER BY deliveries.vendor_id DESC LIMIT $3`,
          before,
          state,
          filter.limit,
        )
      : await sql.all(
          `${withUrl} WHERE deliveries.service_id = $4 AND deliveries.vendor_id < $1
             AND ($2 = '' OR deliveries.state = $2)
           ORDER BY deliveries.vendor_id DESC LIMIT $3`,
          before,
          state,
          filter.limit,
          filter.serviceId,
        )
  return rows.map(deliveryOf)
}

export async function attempts(sql: Sql, vendorId: number): Promise<AttemptRecord[]> {
  const rows = await sql.all(
    'SELECT * FROM delivery_attempts WHERE vendor_id = $1 ORDER BY attempt',
    vendorId,
  )
  return rows.map(attemptOf)
}

export async function deliveryBacklog(sql: Sql): Promise<DeliveryBacklog> {
  const row = await sql.get(
    "SELECT count(*) AS pending, min(created_at) AS oldest FROM deliveries WHERE state = 'pending'",
  )
  return { pending: Number(row?.pending), oldestAt: row?.oldest == null ? null : Number(row.oldest) }
}
