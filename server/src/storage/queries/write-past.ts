import { callEvents, eventDelivery } from '../../books/events.ts'
import type { DeliveryToEnqueue, EventTarget } from '../../books/outbox.ts'
import { changeOf, pastEventsOf } from '../../books/past-events.ts'
import { dayMs } from '../../platform/clock.ts'
import type { Sql } from '../sql.ts'
import { pastCrossings } from './balance-notices.ts'
import { callPage, type ServiceRows } from './call-page.ts'
import { newDeliveries } from './deliveries.ts'
import { accountDelivery } from './event-endpoints.ts'
import { inPieces } from './pieces.ts'
import { pastPauses } from './velocity.ts'
import { verificationPage } from './verifications.ts'

/** A few milliseconds of the writer of an embedded store. */
const recordsPerPiece = 50
/** A record that began earlier than this before a time has no event after it: not even when a store was away for hours. */
const longestMs = dayMs
/** An event of the past has its time as its position, below every position that a reader may have, until it is given one. */
const aboveTimes = 1e15

/** Where the past of a stream is to be written next, from the newest record to the oldest. */
export interface PastPlace {
  /** Events of this time and later are written. */
  readonly since: number
  /** Verifications below this id, and when they are all written calls below that one; undefined for the newest. */
  readonly verification?: string
  readonly call?: number
  readonly isInCalls?: true
}

/**
 * Writes a piece of what happened to a service, from its records. The content of an event is made from its call or
 * verification when it is read, so that an erasure need not look for it here. Returns where the next piece begins; null
 * when nothing is left.
 */
export async function writePast(
  sql: Sql,
  serviceRows: ServiceRows,
  stream: EventTarget,
  place: PastPlace,
): Promise<PastPlace | null> {
  if (place.isInCalls) return writeCalls(sql, serviceRows, stream, place)
  if (place.verification === undefined) await writeAccount(sql, stream, place)
  return writeVerifications(sql, stream, place)
}

async function writeVerifications(sql: Sql, stream: EventTarget, place: PastPlace): Promise<PastPlace> {
  const { since } = place
  const found = await verificationPage(sql, {
    serviceId: stream.serviceId,
    status: null,
    client: null,
    phoneHash: null,
    before: place.verification ?? null,
    limit: recordsPerPiece,
  })
  // Of one that was erased, or that nobody knows of, nobody is told.
  const told = found.filter(({ phoneHash, reason }) => phoneHash !== null && reason !== 'not_acknowledged')
  // Events of one moment are in the order of their ids: oldest first.
  const events = told.toReversed().flatMap((verification) => {
    const about = { verificationId: verification.id, test: verification.test }
    const recent = pastEventsOf(verification).filter(({ at }) => at > since)
    return recent.map((event) =>
      eventDelivery(stream, event.type, event.at, changeOf(verification.id, event), about),
    )
  })
  await write(sql, events)
  const last = found.at(-1)
  const isEnd = last === undefined || found.length < recordsPerPiece || last.createdAt <= since - longestMs
  return isEnd ? { since, isInCalls: true } : { since, verification: last.id }
}

async function writeCalls(
  sql: Sql,
  serviceRows: ServiceRows,
  stream: EventTarget,
  place: PastPlace,
): Promise<PastPlace | null> {
  const { since, call } = place
  const from = since - longestMs
  const ofService = { serviceIds: [stream.serviceId], withoutSteps: true, from, limit: recordsPerPiece }
  const { items, next } = await callPage(sql, { ...ofService, before: call }, serviceRows)
  const ended = items.filter(({ settledAt, phoneHash }) => (settledAt ?? 0) > since && phoneHash !== null)
  const events = ended
    .toReversed()
    .flatMap(({ vendorId, settledAt }) => callEvents([stream], vendorId, settledAt!))
  await write(sql, events)
  return next === null ? null : { ...place, call: next }
}

/** What all services of the account are told, as far as it is still known. */
async function writeAccount(sql: Sql, stream: EventTarget, { since }: PastPlace): Promise<void> {
  const { serviceId } = stream
  const events = [
    ...(await pastPauses(sql, serviceId, since)),
    ...(await pastCrossings(sql, serviceId, since)),
  ]
  await write(
    sql,
    events.map((event) => accountDelivery(stream, event)),
  )
}

/** What is in the stream already stays as it is. */
async function write(sql: Sql, events: readonly DeliveryToEnqueue[]): Promise<void> {
  for (const piece of inPieces(events)) {
    const rows = piece.map((event) => ({
      ...event,
      state: 'kept' as const,
      dueAt: event.at,
      createdAt: event.at,
      position: event.at - aboveTimes,
    }))
    await sql.run(...newDeliveries.insertAll(rows, 'ON CONFLICT (webhook_id) DO NOTHING'))
  }
}
