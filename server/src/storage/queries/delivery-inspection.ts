import type { DeliveredType } from '../../books/event-types.ts'
import { every, part, type Sql, type SqlPart } from '../sql.ts'
import type { OptionalFilters } from './call-page.ts'
import {
  type AttemptRecord,
  attemptTable,
  type DeliveryChannel,
  type DeliveryRecord,
  type DeliveryState,
  deliveryTable,
} from './deliveries.ts'
import { mergedPage, type Page, type Stretch } from './merged-page.ts'

export interface DeliveryFilter
  extends OptionalFilters<{
    serviceId: number
    state: DeliveryState
    /** Given up, or tried at least once in vain. */
    isTroubled: boolean
    channel: DeliveryChannel
    endpointId: number
    /** `webhook`: the webhooks of inbound requests. */
    type: DeliveredType | 'webhook'
    /** Enqueued since then, and before. */
    from: number
    to: number
    /** Only deliveries with a smaller id, or from the newest. */
    before: number
  }> {
  readonly limit: number
}

/** A verification has some events, and each goes to at most a handful of endpoints. */
const maxAbout = 100

/** With the address that each goes to: of its endpoint, or as the inbound request named it. */
async function deliveriesWhere(sql: Sql, which: SqlPart): Promise<DeliveryRecord[]> {
  const rows = await sql.all`SELECT deliveries.*, coalesce(event_endpoints.url,
      CASE WHEN deliveries.endpoint_id IS NULL THEN calls.callback_url END, alarm_receivers.target, people.email) AS url
    FROM deliveries
    LEFT JOIN event_endpoints ON event_endpoints.id = deliveries.endpoint_id
    LEFT JOIN alarm_receivers ON alarm_receivers.id = deliveries.alarm_receiver_id
    LEFT JOIN people ON people.id = deliveries.person_id
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
    serviceId != null && part`deliveries.service_id = ${serviceId}`,
    fitsDelivery(filter),
  )
  return deliveriesWhere(sql, part`${asked} ORDER BY deliveries.id DESC LIMIT ${limit}`)
}

const troubled = part`(deliveries.state = 'failed' OR (deliveries.state = 'pending' AND deliveries.tries > 0))`

/** Events that are kept for a reader are none. */
const fitsDelivery = ({ state, isTroubled, channel, endpointId, type, from, to }: DeliveryFilter) =>
  every(
    part`deliveries.receiver <> ''`,
    state != null && part`deliveries.state = ${state}`,
    isTroubled != null && (isTroubled ? troubled : part`NOT ${troubled}`),
    channel != null &&
      part`CASE WHEN deliveries.receiver IN ('mail', 'telegram') THEN deliveries.receiver ELSE 'webhook' END = ${channel}`,
    endpointId != null && part`deliveries.endpoint_id = ${endpointId}`,
    type != null && part`coalesce(deliveries.type, 'webhook') = ${type}`,
    from != null && part`deliveries.created_at >= ${from}`,
    to != null && part`deliveries.created_at < ${to}`,
  )

export const attempts = (sql: Sql, deliveryId: number): Promise<AttemptRecord[]> =>
  attemptTable.where(sql, part`delivery_id = ${deliveryId} ORDER BY attempt`)

/** The stored `data` of an event; null when it has none. */
export async function eventData(sql: Sql, deliveryId: number): Promise<string | null> {
  const row = await sql.get`SELECT data FROM deliveries WHERE id = ${deliveryId}`
  return (row?.data ?? null) as string | null
}

/** How many are pending, and when the oldest of them was enqueued. A notice that fails is no reason for another alarm. */
export async function deliveryBacklog(sql: Sql) {
  const row = await sql.get`SELECT count(*) AS pending, min(created_at) AS oldest FROM deliveries
    WHERE state = 'pending' AND service_id > 0`
  return { pending: Number(row?.pending), oldestAt: row?.oldest == null ? null : Number(row.oldest) }
}

/** A receiver that does not accept its webhooks. */
export interface TroubledReceiver {
  readonly receiver: string
  /** Webhooks that were tried at least once and still wait. */
  readonly pending: number
  /** Webhooks that were given up. */
  readonly failed: number
  /** The newest webhook that it did not accept. */
  readonly lastId: number
}

/** Rows read of one service for one page. A filter without matches costs this much, and `next` continues. */
const maxRowsRead = 5_000

/** Newest first. It reads a bounded number of rows; `next` continues. The caller has checked who owns the services. */
export async function deliveryPage(
  sql: Sql,
  filter: Omit<DeliveryFilter, 'serviceId'> & { readonly serviceIds: readonly number[] },
): Promise<Page<DeliveryRecord>> {
  const { limit } = filter
  const before = filter.before ?? Number.MAX_SAFE_INTEGER
  const read: Stretch<DeliveryRecord>[] = []
  for (const serviceId of filter.serviceIds) {
    const end =
      await sql.get`SELECT id, created_at FROM deliveries WHERE service_id = ${serviceId} AND id < ${before}
      ORDER BY id DESC LIMIT 1 OFFSET ${maxRowsRead - 1}`
    const lowest = Number(end?.id ?? 0)
    const items = await deliveriesWhere(
      sql,
      part`deliveries.service_id = ${serviceId} AND deliveries.id < ${before} AND deliveries.id >= ${lowest}
        AND ${fitsDelivery(filter)} ORDER BY deliveries.id DESC LIMIT ${limit + 1}`,
    )
    const isBefore = filter.from != null && Number(end?.created_at) < filter.from
    read.push({ items, from: items.length > limit ? items.at(-1)!.id : isBefore ? 0 : lowest })
  }
  return mergedPage(read, ({ id }) => id, limit)
}

/** How the newest deliveries of each endpoint went, among those that were enqueued since. */
export async function endpointSums(
  sql: Sql,
  { serviceIds, since }: { serviceIds: readonly number[]; since: number },
) {
  const sums = []
  for (const serviceId of serviceIds) {
    const rows = await sql.all`SELECT endpoint_id, count(*) AS deliveries, max(id) AS last,
        count(CASE WHEN state = 'delivered' THEN 1 END) AS delivered FROM (
        SELECT endpoint_id, state, receiver, id, created_at FROM deliveries WHERE service_id = ${serviceId}
        ORDER BY id DESC LIMIT ${maxRowsRead}) AS newest
      WHERE created_at >= ${since} AND receiver <> '' AND endpoint_id IS NOT NULL
      GROUP BY endpoint_id`
    for (const row of rows)
      sums.push({
        endpointId: Number(row.endpoint_id),
        delivered: Number(row.delivered),
        of: Number(row.deliveries),
        lastId: Number(row.last),
      })
  }
  return sums
}

/** The receivers with the most failures first, among the newest webhooks of each service that were enqueued since. */
export async function troubledReceivers(
  sql: Sql,
  { serviceIds, since, limit }: { serviceIds: readonly number[]; since: number; limit: number },
) {
  const troubled = new Map<string, TroubledReceiver>()
  for (const serviceId of serviceIds) {
    const rows = await sql.all`SELECT receiver, state, count(*) AS deliveries, max(id) AS last FROM (
        SELECT receiver, state, tries, id, created_at FROM deliveries WHERE service_id = ${serviceId}
        ORDER BY id DESC LIMIT ${maxRowsRead}) AS newest
      WHERE created_at >= ${since} AND (state = 'failed' OR (state = 'pending' AND tries > 0))
      GROUP BY receiver, state`
    for (const row of rows) {
      const receiver = String(row.receiver)
      const known = troubled.get(receiver) ?? { receiver, pending: 0, failed: 0, lastId: 0 }
      const state = row.state === 'failed' ? 'failed' : 'pending'
      troubled.set(receiver, {
        ...known,
        [state]: known[state] + Number(row.deliveries),
        lastId: Math.max(known.lastId, Number(row.last)),
      })
    }
  }
  return [...troubled.values()]
    .sort((one, other) => other.pending + other.failed - (one.pending + one.failed))
    .slice(0, limit)
}
