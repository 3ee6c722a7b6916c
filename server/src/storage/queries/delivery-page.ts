import type { DeliveredType } from '../event-types.ts'
import { part, type Sql } from '../sql.ts'
import type { Page } from './call-page.ts'
import type { DeliveryRecord } from './deliveries.ts'
import { type DeliveryFilter, deliveriesWhere, fitsDelivery } from './delivery-inspection.ts'

/** A query of the cabinet. `serviceIds` is always given: the caller has checked who owns them. */
interface DeliveryPageFilter extends Omit<DeliveryFilter, 'serviceId' | 'type'> {
  readonly serviceIds: readonly number[]
  /** `webhook`: the webhooks of inbound requests. */
  readonly type?: DeliveredType | 'webhook' | null
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

/** The query for receivers that do not accept their webhooks. */
export interface TroubleQuery {
  readonly serviceIds: readonly number[]
  /** Enqueued at or after, Unix ms. */
  readonly since: number
  readonly limit: number
}

/** Rows read of one service for one page. A filter without matches costs this much, and `next` continues. */
const maxRowsRead = 5_000

/** Newest first. It reads a bounded number of rows; `next` continues. */
export async function deliveryPage(sql: Sql, filter: DeliveryPageFilter): Promise<Page<DeliveryRecord>> {
  const { limit } = filter
  const before = filter.before ?? Number.MAX_SAFE_INTEGER
  const windows: { found: DeliveryRecord[]; from: number }[] = []
  for (const serviceId of filter.serviceIds) {
    const end = await sql.get`SELECT id FROM deliveries WHERE service_id = ${serviceId} AND id < ${before}
      ORDER BY id DESC LIMIT 1 OFFSET ${maxRowsRead - 1}`
    const lowest = Number(end?.id ?? 0)
    const found = await deliveriesWhere(
      sql,
      part`deliveries.service_id = ${serviceId} AND deliveries.id < ${before} AND deliveries.id >= ${lowest}
        AND ${fitsDelivery(filter)} ORDER BY deliveries.id DESC LIMIT ${limit + 1}`,
    )
    windows.push({ found, from: found.length > limit ? found.at(-1)!.id : lowest })
  }
  // Below the highest end at least one service was not read, so rows of other services there belong to the next page.
  const seenFrom = Math.max(0, ...windows.map(({ from }) => from))
  const items = windows
    .flatMap(({ found }) => found)
    .filter(({ id }) => id >= seenFrom)
    .sort((one, other) => other.id - one.id)
  if (items.length > limit) return { items: items.slice(0, limit), next: items[limit - 1]!.id }
  return { items, next: seenFrom === 0 ? null : seenFrom }
}

/** The receivers with the most failures first, among the newest webhooks of each service. */
export async function troubledReceivers(sql: Sql, query: TroubleQuery): Promise<TroubledReceiver[]> {
  const troubled = new Map<string, TroubledReceiver>()
  for (const serviceId of query.serviceIds) {
    const rows = await sql.all`SELECT receiver, state, count(*) AS deliveries, max(id) AS last FROM (
        SELECT receiver, state, tries, id, created_at FROM deliveries WHERE service_id = ${serviceId}
        ORDER BY id DESC LIMIT ${maxRowsRead}) AS newest
      WHERE created_at >= ${query.since} AND (state = 'failed' OR (state = 'pending' AND tries > 0))
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
    .slice(0, query.limit)
}
