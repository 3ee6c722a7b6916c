import type { DeliveredType } from '../../books/event-types.ts'
import { type EventTarget, eventDelivery } from '../../books/events.ts'
import { pastEventsOf } from '../../books/past-events.ts'
import { viewOf } from '../../books/verification-view.ts'
import { dayMs, hourMs } from '../../platform/clock.ts'
import { number, oneOf, orNull, type RecordOf, tableOf, text } from '../record.ts'
import { part, type Sql } from '../sql.ts'
import { deleteDeliveries, enqueueDelivery } from './deliveries.ts'
import { bumpSettingsVersion } from './meta.ts'
import { verificationPage } from './verifications.ts'

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
/** A reader that waits looks twice a second: that it read is written so often, when there is nothing new. */
const noteReadMs = hourMs
/** The events of so many verifications from before the record are written by its first request: the newest. */
const maxReportedBefore = 200

/** The events after a position, oldest first. The first request of a service begins the record. */
export async function readEvents(
  sql: Sql,
  { serviceId, after, limit, at }: { serviceId: number; after: number; limit: number; at: number },
): Promise<KeptEvent[]> {
  const idle = await sql.get`SELECT id FROM event_endpoints AS stream
    WHERE service_id = ${serviceId} AND url = '' AND enabled = 1 AND created_at > ${at - noteReadMs}
    AND NOT EXISTS (SELECT 1 FROM deliveries
      WHERE endpoint_id = stream.id AND receiver = '' AND position IS NULL)
    AND NOT EXISTS (SELECT 1 FROM deliveries
      WHERE endpoint_id = stream.id AND receiver = '' AND position > ${after})`
  if (idle !== undefined) return []
  const { stream, lastPosition } = await lockStream(sql, serviceId, at)
  // Numbered by the reader, not by the writer: on PostgreSQL ids are not in the order of commits, and a reader that has
  // seen a higher number would miss a lower one that is committed later.
  const numbered = await sql.run`UPDATE deliveries SET position = numbered.position FROM
      (SELECT id AS its, row_number() OVER (ORDER BY id) + ${lastPosition} AS position
       FROM deliveries WHERE endpoint_id = ${stream} AND receiver = '' AND position IS NULL) AS numbered
    WHERE deliveries.id = numbered.its`
  // A number is never given twice, also after the events with the highest ones were deleted: a reader goes on after it.
  if (numbered > 0)
    await sql.run`UPDATE event_endpoints SET last_position = ${lastPosition + numbered} WHERE id = ${stream}`
  const newer = part`endpoint_id = ${stream} AND receiver = '' AND position > ${after} AND created_at > ${at - keptMs}`
  return kept.where(sql, part`${newer} ORDER BY position LIMIT ${limit}`)
}

interface LockedStream {
  readonly stream: number
  /** The highest number that an event of it was given. */
  readonly lastPosition: number
}

/** Other readers wait until this one has ended. `created_at` of a stream is when it was read last. */
async function lockStream(sql: Sql, serviceId: number, at: number): Promise<LockedStream> {
  const lock = async (isOn: boolean): Promise<LockedStream | undefined> => {
    const row = await sql.get`UPDATE event_endpoints SET created_at = ${at}, enabled = 1
      WHERE service_id = ${serviceId} AND url = '' AND enabled = ${Number(isOn)} RETURNING id, last_position`
    return row && { stream: Number(row.id), lastPosition: Number(row.last_position) }
  }
  const known = await lock(true)
  if (known !== undefined) return known
  // Two first requests follow each other by the row of the version.
  await bumpSettingsVersion(sql)
  const madeMeanwhile = await lock(true)
  if (madeMeanwhile !== undefined) return madeMeanwhile
  const begun = (await lock(false)) ?? (await makeStream(sql, serviceId, at))
  const { stream } = begun
  // What was recorded before the record ended is still kept.
  const last = await sql.get`SELECT max(created_at) AS at FROM deliveries
    WHERE endpoint_id = ${stream} AND receiver = ''`
  const since = Math.max(at - keptMs, Number(last?.at ?? 0))
  await recordPast(sql, { id: stream, serviceId, receiver: '', types: null }, since)
  return begun
}

async function makeStream(sql: Sql, serviceId: number, at: number): Promise<LockedStream> {
  const made = await sql.get`INSERT INTO event_endpoints (service_id, url, receiver, types, description,
      enabled, sealed, created_at)
    VALUES (${serviceId}, '', '', NULL, '', 1, ${new Uint8Array()}, ${at}) RETURNING id`
  return { stream: Number(made!.id), lastPosition: 0 }
}

/** What happened before the record began, from the verifications themselves: each event has its verification of now. */
async function recordPast(sql: Sql, stream: EventTarget, since: number): Promise<void> {
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
  const recent = events.filter((event) => event.at > since).toSorted((one, other) => one.at - other.at)
  for (const { type, at: happenedAt, verification, index } of recent) {
    const { id, test } = verification
    const about = { data: viewOf(verification), verificationId: id, test }
    await enqueueDelivery(sql, eventDelivery(stream, type, happenedAt, [id, 'before', index], about))
  }
}

/**
 * Deletes kept events that are too old, and ends the record of services that nobody has read meanwhile. Its row stays: a
 * reader that comes back goes on after the last number.
 */
export async function purgeStreams(sql: Sql, { now, limit }: { now: number; limit: number }) {
  const before = now - keptMs
  const old = await sql.all`SELECT id FROM deliveries WHERE receiver = '' AND created_at < ${before}
    ORDER BY created_at LIMIT ${limit}`
  for (const row of old) await deleteDeliveries(sql, part`id = ${Number(row.id)}`)
  const ended = await sql.run`UPDATE event_endpoints SET enabled = 0
    WHERE url = '' AND created_at < ${before} AND enabled = 1`
  if (ended > 0) await bumpSettingsVersion(sql)
  return old.length
}
