import { pastEventsOf } from '../../books/past-events.ts'
import { viewOf } from '../../books/verification-view.ts'
import { dayMs } from '../../platform/clock.ts'
import type { DeliveredType } from '../event-types.ts'
import { number, oneOf, orNull, type RecordOf, tableOf, text } from '../record.ts'
import { part, type Sql } from '../sql.ts'
import { deleteDeliveries, enqueueDelivery } from './deliveries.ts'
import { type EventTarget, eventDelivery } from './event-endpoints.ts'
import { bumpSettingsVersion } from './meta.ts'
import { verificationPage } from './verifications.ts'

/** A request for past events. */
export interface EventsRequest {
  readonly serviceId: number
  readonly after: number
  readonly limit: number
  readonly at: number
}

const kept = tableOf('deliveries', {
  webhookId: text,
  type: oneOf<DeliveredType>(),
  createdAt: number,
  vendorId: orNull(number),
  /** null when it is made from the call, and once the number was erased. */
  data: orNull(text),
  position: number,
})
export type KeptEvent = RecordOf<typeof kept>

/**
 * Past events of a service, for `GET /v2/events`. A service whose events were asked for has an endpoint without an
 * address: what goes to it is kept in the outbox and sent nowhere. Services that nobody reads pay nothing for this.
 */

/** How long events are kept, and how long they are recorded after the last request for them. */
const keptMs = 7 * dayMs
/** The events of so many verifications from before the record are written by its first request: the newest. */
const maxReportedBefore = 200

/** The events after a position, oldest first. The first request of a service begins the record. */
export async function readEvents(sql: Sql, request: EventsRequest): Promise<KeptEvent[]> {
  const { serviceId, after, limit, at } = request
  const stream = await lockStream(sql, serviceId, at)
  // Numbered by the reader, not by the writer: on PostgreSQL ids are not in the order of commits, and a reader that has
  // seen a higher number would miss a lower one that is committed later.
  await sql.run`UPDATE deliveries SET position = numbered.position FROM
      (SELECT id AS its, row_number() OVER (ORDER BY id) +
         (SELECT coalesce(max(position), 0) FROM deliveries
          WHERE endpoint_id = ${stream} AND receiver = '') AS position
       FROM deliveries WHERE endpoint_id = ${stream} AND receiver = '' AND position IS NULL) AS numbered
    WHERE deliveries.id = numbered.its`
  const newer = part`endpoint_id = ${stream} AND receiver = '' AND position > ${after} AND created_at > ${at - keptMs}`
  return kept.where(sql, part`${newer} ORDER BY position LIMIT ${limit}`)
}

/** Other readers wait until this one has ended. `created_at` of a stream is when it was read last. */
async function lockStream(sql: Sql, serviceId: number, at: number): Promise<number> {
  const lock = () =>
    sql.get`UPDATE event_endpoints SET created_at = ${at} WHERE service_id = ${serviceId} AND url = ''
      RETURNING id`
  const known = await lock()
  if (known !== undefined) return Number(known.id)
  // Two first requests follow each other by the row of the version.
  await bumpSettingsVersion(sql)
  const madeMeanwhile = await lock()
  if (madeMeanwhile !== undefined) return Number(madeMeanwhile.id)
  const made = await sql.get`INSERT INTO event_endpoints (service_id, url, receiver, types, description,
      enabled, sealed, created_at)
    VALUES (${serviceId}, '', '', NULL, '', 1, ${new Uint8Array()}, ${at}) RETURNING id`
  const stream = Number(made!.id)
  await recordPast(sql, { id: stream, serviceId, receiver: '', types: null }, at)
  return stream
}

/** What happened before the record began, from the verifications themselves: each event has its verification of now. */
async function recordPast(sql: Sql, stream: EventTarget, at: number): Promise<void> {
  const { serviceId } = stream
  const newest = {
    serviceId,
    status: null,
    client: null,
    phoneHash: null,
    before: null,
    limit: maxReportedBefore,
  }
  const known = (await verificationPage(sql, newest)).filter(({ phoneHash }) => phoneHash !== null)
  const events = known.flatMap((verification) =>
    pastEventsOf(verification).map((event, index) => ({ ...event, verification, index })),
  )
  const recent = events.filter((event) => event.at > at - keptMs).toSorted((one, other) => one.at - other.at)
  for (const { type, at: happenedAt, verification, index } of recent) {
    const { id, test } = verification
    const about = { data: viewOf(verification), verificationId: id, test }
    await enqueueDelivery(sql, eventDelivery(stream, type, happenedAt, [id, 'before', index], about))
  }
}

/** Deletes kept events that are too old, and ends the record of services that nobody has read meanwhile. */
export async function purgeStreams(
  sql: Sql,
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  const before = now - keptMs
  const old = await sql.all`SELECT id FROM deliveries WHERE receiver = '' AND created_at < ${before}
    ORDER BY created_at LIMIT ${limit}`
  for (const row of old) await deleteDeliveries(sql, part`id = ${Number(row.id)}`)
  const ended = await sql.run`DELETE FROM event_endpoints WHERE url = '' AND created_at < ${before}`
  if (ended > 0) await bumpSettingsVersion(sql)
  return old.length
}
