import type { DeliveredType } from '../../books/event-types.ts'
import { dayMs, hourMs } from '../../platform/clock.ts'
import { json, number, oneOf, orNull, type RecordOf, tableOf, text } from '../record.ts'
import { type MaybePromise, part, type Sql, type SqlPart } from '../sql.ts'
import type { ServiceRows } from './call-page.ts'
import { deleteDeliveries } from './deliveries.ts'
import { bumpSettingsVersion } from './meta.ts'
import { type PastPlace, writePast } from './write-past.ts'

const kept = tableOf('deliveries', {
  webhookId: text,
  type: oneOf<DeliveredType>(),
  createdAt: number,
  vendorId: orNull(number),
  verificationId: orNull(text),
  /** null when it is made from the call or the verification, and once the number was erased. */
  data: orNull(text),
  position: number,
})
export type KeptEvent = RecordOf<typeof kept>

/**
 * The stream of a service's events, for `GET /v2/events`: an endpoint without an address. What goes to it is kept in the
 * outbox and sent nowhere. Services that nobody reads pay nothing for this.
 *
 * The first request commits the stream. A transaction that began before may have read the endpoints without it, so all
 * that are open then have to end: what they did is known from their records, and every later one writes its events to the
 * stream itself. After that the past is written from the records, in pieces. An event has the same `webhook-id` by either
 * way, so one that is in the stream already is not written again.
 *
 * A transaction of one request is a step of this; whoever reads goes on where the last step ended, on any node.
 */

/** How long events are kept, and how long they are recorded after the last request for them. */
const keptMs = 7 * dayMs
/** A reader that waits looks twice a second: that it read is written so often, when there is nothing new. */
const noteReadMs = hourMs
/** So many events get their position at a time. */
const positionsPerStep = 500
/** A stream that begins without its past leaves so many positions free for it: another reader may ask for it. */
const positionsOfPast = 1_000_000_000

/** What each store has for it. */
export interface StreamSource {
  /** The writing transactions of this database that are open, besides this one. */
  openTransactions(sql: Sql): MaybePromise<readonly string[]>
  readonly serviceRows: ServiceRows
}

/** How far the past of a stream is written. The column is NULL once that is done. */
interface Past {
  /** The transactions that were open when the stream was committed, without those that have ended; undefined at first. */
  readonly open?: readonly string[]
  /** Somebody reads without the past: its positions go up to this one, and all later events have higher ones. */
  readonly upTo?: number
  /** Where writing goes on; null when all is written, and undefined before. */
  readonly next?: PastPlace | null
  /** The last position that an event of it was given. */
  readonly last?: number
}

const streams = tableOf('event_endpoints', {
  id: number,
  serviceId: number,
  receiver: text,
  types: orNull(json<null>()),
  /** The last position that one of its events was given. */
  lastPosition: number,
  past: orNull(json<Past>()),
})
type Stream = RecordOf<typeof streams>

/** `now`: what has happened before is of no interest. */
export type StreamPlace = number | 'now'

export interface EventsRequest {
  readonly serviceId: number
  readonly after: StreamPlace
  readonly limit: number
  readonly at: number
}

/** `after` is where the reader goes on. */
export type EventsRead =
  | { readonly kind: 'page'; readonly events: readonly KeptEvent[]; readonly after: number }
  /** Nothing can be read yet. The next request is the next step, which has to wait when it is blocked. */
  | { readonly kind: 'preparing'; readonly isBlocked: boolean; readonly after: StreamPlace }

/** The events after a place, oldest first. */
export async function readEvents(
  sql: Sql,
  source: StreamSource,
  request: EventsRequest,
): Promise<EventsRead> {
  const { serviceId, after, limit, at } = request
  if (after !== 'now' && (await isIdle(sql, serviceId, after, at))) return { kind: 'page', events: [], after }
  const preparing = (next = after): EventsRead => ({ kind: 'preparing', isBlocked: false, after: next })
  let stream = await lockStream(sql, serviceId, at)
  if (stream === undefined) return preparing(await beginStream(sql, request))
  if (stream.past !== null) {
    stream = await waitForOpen(sql, source, stream)
    if (stream.past!.open!.length > 0) return { kind: 'preparing', isBlocked: true, after }
    if (after === 'now') stream = await withoutPast(sql, stream)
    if (!isReadable(stream.past, after)) {
      stream = await goOn(sql, source, stream, at)
      if (!isReadable(stream.past, after)) return preparing()
    }
  }
  const { id, lastPosition } = stream
  // Given by the reader, not by the writer: on PostgreSQL ids are not in the order of commits, and a reader that has
  // seen a higher position would miss a lower one that is committed later.
  const arrived = await givePositions(sql, id, part`position IS NULL`, lastPosition)
  if (arrived > 0) stream = await saved(sql, { ...stream, lastPosition: lastPosition + arrived })
  if (after === 'now')
    return arrived < positionsPerStep ? { kind: 'page', events: [], after: stream.lastPosition } : preparing()
  const newer = part`endpoint_id = ${id} AND receiver = '' AND position > ${after} AND created_at > ${at - keptMs}`
  const events = await kept.where(sql, part`${newer} ORDER BY position LIMIT ${limit}`)
  return { kind: 'page', events, after: events.at(-1)?.position ?? after }
}

/** Whether there is nothing to write: nothing is new for a reader that has been noted lately. */
async function isIdle(sql: Sql, serviceId: number, after: number, at: number): Promise<boolean> {
  const row = await sql.get`SELECT * FROM event_endpoints AS stream
    WHERE service_id = ${serviceId} AND url = '' AND enabled = 1 AND created_at > ${at - noteReadMs}
    AND NOT EXISTS (SELECT 1 FROM deliveries
      WHERE endpoint_id = stream.id AND receiver = '' AND position IS NULL)
    AND NOT EXISTS (SELECT 1 FROM deliveries
      WHERE endpoint_id = stream.id AND receiver = '' AND position > ${after})`
  return row !== undefined && isReadable(streams.of(row).past, after)
}

/** Other readers wait until this one has ended. `created_at` of a stream is when it was read last. */
async function lockStream(sql: Sql, serviceId: number, at: number): Promise<Stream | undefined> {
  return streams.ofFound(
    await sql.get`UPDATE event_endpoints SET created_at = ${at}
      WHERE service_id = ${serviceId} AND url = '' AND enabled = 1 RETURNING *`,
  )
}

/**
 * Makes the stream, or switches it on again: then what happened meanwhile is its past, and positions go on. Returns where
 * the reader goes on.
 */
async function beginStream(sql: Sql, { serviceId, after, at }: EventsRequest): Promise<StreamPlace> {
  // Two first requests follow each other by the row of the version.
  await bumpSettingsVersion(sql)
  if ((await lockStream(sql, serviceId, at)) !== undefined) return after
  const row =
    (await sql.get`UPDATE event_endpoints SET created_at = ${at}, enabled = 1
      WHERE service_id = ${serviceId} AND url = '' RETURNING *`) ??
    (await sql.get`INSERT INTO event_endpoints (service_id, url, receiver, types, description,
        enabled, sealed, created_at)
      VALUES (${serviceId}, '', '', NULL, '', 1, ${new Uint8Array()}, ${at}) RETURNING *`)
  const begun = { ...streams.of(row!), past: {} }
  if (after === 'now') return (await withoutPast(sql, begun)).lastPosition
  await saved(sql, begun)
  return after
}

async function saved(sql: Sql, stream: Stream): Promise<Stream> {
  const { id, lastPosition, past } = stream
  await sql.run(...streams.update({ id }, { lastPosition, past }))
  return stream
}

/** Whether a reader may go on after this place: only the past waits until it is complete. */
const isReadable = (past: Past | null, after: StreamPlace) =>
  past === null ||
  (past.open?.length === 0 && past.upTo !== undefined && (after === 'now' || after >= past.upTo))

/** With those of the transactions of its commit that are open now. */
async function waitForOpen(sql: Sql, source: StreamSource, stream: Stream): Promise<Stream> {
  const { open } = stream.past!
  if (open?.length === 0) return stream
  const now = await source.openTransactions(sql)
  const still = open?.filter((each) => now.includes(each)) ?? now
  return saved(sql, { ...stream, past: { ...stream.past, open: still } })
}

/** From now on events get positions above those of the past, which may still have to be written. */
async function withoutPast(sql: Sql, stream: Stream): Promise<Stream> {
  const { past, lastPosition } = stream
  // When all is written, the positions that remain to be given are a matter of a moment.
  if (past?.upTo !== undefined || past?.next === null) return stream
  const upTo = lastPosition + positionsOfPast
  return saved(sql, { ...stream, lastPosition: upTo, past: { ...past, upTo } })
}

/** One step: a piece of the past is written, or when all is written some of it get their positions, in the order of time. */
async function goOn(sql: Sql, source: StreamSource, stream: Stream, at: number): Promise<Stream> {
  const past = stream.past!
  if (past.next !== null) {
    const next = await writePast(sql, source.serviceRows, stream, past.next ?? { since: at - keptMs })
    return saved(sql, { ...stream, past: { ...past, next } })
  }
  const before = past.upTo === undefined ? stream.lastPosition : (past.last ?? (await belowPast(sql, stream)))
  const given = await givePositions(sql, stream.id, part`position < 0`, before)
  const last = before + given
  return saved(sql, {
    ...stream,
    ...(past.upTo === undefined ? { lastPosition: last } : {}),
    past: given < positionsPerStep ? null : { ...past, last },
  })
}

/** The position after which the past has just enough of them. */
async function belowPast(sql: Sql, { id, past }: Stream): Promise<number> {
  const row = await sql.get`SELECT count(*) AS n FROM deliveries
    WHERE endpoint_id = ${id} AND receiver = '' AND position < 0`
  return past!.upTo! - Number(row!.n)
}

/** Returns how many events got the positions after `last`; fewer than a step has when no more are left. */
const givePositions = (sql: Sql, stream: number, which: SqlPart, last: number) =>
  sql.run`UPDATE deliveries SET position = given.position FROM
      (SELECT id AS its, row_number() OVER (ORDER BY position, id) + ${last} AS position FROM
        (SELECT id, position FROM deliveries WHERE endpoint_id = ${stream} AND receiver = '' AND ${which}
         ORDER BY position, id LIMIT ${positionsPerStep}) AS next) AS given
    WHERE deliveries.id = given.its`

/**
 * Deletes kept events that are too old, and ends the record of services that nobody has read meanwhile. Its row stays: a
 * reader that comes back goes on after the last position.
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
