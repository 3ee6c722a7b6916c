import { hourMs } from '../../platform/clock.ts'
import { blanked } from '../column-classes.ts'
import { each, number, oneOf, type RecordOf, tableOf, text } from '../record.ts'
import { every, part, type Sql, type SqlPart } from '../sql.ts'
import type { OptionalFilters } from './call-page.ts'
import { inOneOrder } from './one-order.ts'
import { inPieces } from './pieces.ts'

/**
 * Requests of a service fall into three kinds. Each has rows of its own, so that none crowds out another. `unproven`: the
 * request named the service, but its key was wrong, missing or not checked.
 */
export type RequestKind = 'served' | 'refused' | 'unproven'

/** One request in the log of a service. It holds no key and no full phone number. */
const columns = {
  ...each(number, 'id', 'serviceId', 'at', 'status', 'elapsedUs'),
  ...each(text, 'verb', 'path', 'ip', 'requestId', 'phoneMask'),
  kind: oneOf<RequestKind>(),
  /** The name of the method; `other` for a path that is none. */
  method: text,
  /** A number of `/v1.0` or a word of `/v2`; "" when the request was served. */
  code: text,
  /** JSON, with secrets and personal data masked. */
  parameters: text,
  /** The call (`123`) or the verification of `/v2` (`vf_…`) that it is about; "" when there is none. */
  subject: text,
}
const requestTable = tableOf('api_requests', columns)
/** Numbers of one service and kind go up by one. */
const numberedRequests = tableOf('api_requests', { ...columns, number })
export type ApiRequest = RecordOf<typeof requestTable>

export type NewApiRequest = Omit<ApiRequest, 'id'>

/** How often an answer was given within an hour. */
const countTable = tableOf('api_request_counts', {
  /** Counted since 1970. */
  hour: number,
  serviceId: number,
  method: text,
  status: number,
  code: text,
  requests: number,
})
export type RequestCount = RecordOf<typeof countTable>

/** What a node has gathered since its last write. */
export interface RequestBatch {
  /** So many of a service are kept one by one, the newest. */
  readonly newest: Readonly<Record<RequestKind, number>>
  readonly rows: readonly NewApiRequest[]
  /** All requests, those in `rows` included. */
  readonly counts: readonly RequestCount[]
}

export interface RequestFilter
  extends OptionalFilters<{
    method: string
    outcome: 'served' | 'refused'
    code: string
    status: number
    /** With one of these two the time and the other conditions are ignored. */
    requestId: string
    subjects: readonly string[]
  }> {
  readonly serviceIds: readonly number[]
  readonly from: number
  readonly to: number
}

export interface RequestPlace {
  readonly at: number
  readonly id: number
}

export interface RequestPageRequest extends RequestFilter {
  /** Only older ones. */
  readonly before: RequestPlace | null
  readonly limit: number
}

/** Counts of several services, summed over some hours. */
const sums = tableOf('api_request_counts', { method: text, status: number, code: text, requests: number })
export interface RequestSum extends RecordOf<typeof sums> {
  /** Where they begin, in milliseconds. */
  readonly at: number
}

/**
 * Adds what a node has gathered: a row for each request in `rows` in the place of the oldest of its service and kind, and
 * the counts. What names a service that does not exist is dropped here, so that no answer depends on whether it exists.
 */
export async function recordApiRequests(sql: Sql, { rows, counts, newest }: RequestBatch): Promise<void> {
  const services = await existing(sql, [...new Set(counts.map(({ serviceId }) => serviceId))])
  const isKnown = ({ serviceId }: { serviceId: number }) => services.has(serviceId)
  const groups = Map.groupBy(rows.filter(isKnown), (row) => `${row.serviceId} ${row.kind}`)
  for (const [, group] of inOneOrder([...groups], ([name]) => name)) await addToRing(sql, group, newest)
  const ordered = inOneOrder(counts.filter(isKnown), (count) => {
    const { hour, serviceId, method, status, code } = count
    return `${hour} ${serviceId} ${method} ${status} ${code}`
  })
  const end = `ON CONFLICT (hour, service_id, method, status, code) DO UPDATE
    SET requests = api_request_counts.requests + excluded.requests`
  for (const count of ordered) await sql.run(...countTable.insert(count, end))
}

async function existing(sql: Sql, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const found = new Set<number>()
  for (const piece of inPieces(ids)) {
    const rows = await sql.all`SELECT id FROM services WHERE id IN (${piece})`
    for (const { id } of rows) found.add(Number(id))
  }
  return found
}

/** Rows of one service and kind. Their numbers go up by one over all nodes, so the oldest are known without counting. */
async function addToRing(sql: Sql, group: readonly NewApiRequest[], newest: RequestBatch['newest']) {
  const [{ serviceId, kind }] = group as [NewApiRequest]
  const ring = await sql.get`INSERT INTO api_request_rings (service_id, kind, written)
    VALUES (${serviceId}, ${kind}, ${group.length})
    ON CONFLICT (service_id, kind) DO UPDATE SET written = api_request_rings.written + excluded.written
    RETURNING written`
  const last = Number(ring!.written)
  const numbered = group.map((row, index) => ({ ...row, number: last - group.length + index + 1 }))
  for (const rows of inPieces(numbered)) await sql.run(...numberedRequests.insertAll(rows))
  // Twice as many as came: a ring that the operator made smaller shrinks in small steps.
  await sql.run`DELETE FROM api_requests WHERE id IN (
    SELECT id FROM api_requests WHERE service_id = ${serviceId} AND kind = ${kind} AND number <= ${last - newest[kind]}
    ORDER BY number LIMIT ${2 * group.length})`
}

/** Newest first. Each service is read by its own index, and the pages are merged. `next`: where to continue. */
export async function apiRequestPage(sql: Sql, request: RequestPageRequest) {
  const { before, limit } = request
  const at = before?.at ?? Number.MAX_SAFE_INTEGER
  const found: ApiRequest[] = []
  for (const serviceId of request.serviceIds) {
    const older = part`(at < ${at} OR (at = ${at} AND id < ${before?.id ?? 0}))`
    const page = part`${asked(serviceId, request)} AND ${older} ORDER BY at DESC, id DESC LIMIT ${limit + 1}`
    found.push(...(await requestTable.where(sql, page)))
  }
  const items = found.toSorted(newestFirst).slice(0, limit)
  const last = items.at(-1)
  return { items, next: found.length > limit ? { at: last!.at, id: last!.id } : null }
}

const newestFirst = (one: RequestPlace, other: RequestPlace) => other.at - one.at || other.id - one.id

function asked(serviceId: number, filter: RequestFilter): SqlPart {
  const { from, to, method, outcome, code, status, requestId, subjects } = filter
  // The plus keeps the planner from the index by service: an id has a handful of rows, a service thousands.
  if (requestId != null) return part`request_id = ${requestId} AND +service_id = ${serviceId}`
  if (subjects != null) return part`subject IN (${subjects}) AND subject <> '' AND +service_id = ${serviceId}`
  return every(
    part`service_id = ${serviceId} AND at >= ${from} AND at < ${to}`,
    method != null && part`method = ${method}`,
    outcome != null && (outcome === 'served' ? part`code = ''` : part`code <> ''`),
    code != null && part`code = ${code}`,
    status != null && part`status = ${status}`,
  )
}

/** How many requests the pages of a filter have. */
export async function countApiRequests(sql: Sql, filter: RequestFilter): Promise<number> {
  let count = 0
  for (const serviceId of filter.serviceIds) {
    const row = await sql.get`SELECT count(*) AS requests FROM api_requests WHERE ${asked(serviceId, filter)}`
    count += Number(row!.requests)
  }
  return count
}

/** The true numbers of the requests in the hours from one time to before another, by `hours` hours; oldest first. */
export async function apiRequestSums(
  sql: Sql,
  { serviceIds, from, to, hours }: { serviceIds: readonly number[]; from: number; to: number; hours: number },
): Promise<RequestSum[]> {
  if (serviceIds.length === 0) return []
  const rows = await sql.all`SELECT hour / CAST(${hours} AS bigint) AS step, method, status, code,
      sum(requests) AS requests
    FROM api_request_counts
    WHERE service_id IN (${serviceIds}) AND hour >= ${Math.floor(from / hourMs)} AND hour < ${Math.ceil(to / hourMs)}
    GROUP BY 1, method, status, code ORDER BY 1, method, status, code`
  return rows.map((row) => ({ ...sums.of(row), at: Number(row.step) * hours * hourMs }))
}

/** From which addresses programs with valid keys have called since a time, as far as their requests are kept. */
export async function requestAddresses(sql: Sql, { since }: { since: number }) {
  const rows = await sql.all`SELECT ip, service_id, count(*) AS requests FROM api_requests
    WHERE at >= ${since} AND kind <> 'unproven' GROUP BY ip, service_id ORDER BY requests DESC`
  return rows.map((row) => ({
    address: String(row.ip),
    serviceId: Number(row.service_id),
    requests: Number(row.requests),
  }))
}

/** Deletes a bounded number of old rows, oldest first, and then the old counts; returns how many. */
export async function forgetApiRequests(sql: Sql, { before, limit }: { before: number; limit: number }) {
  const rows = await sql.run`DELETE FROM api_requests
    WHERE at < ${before} AND id IN (SELECT id FROM api_requests ORDER BY id LIMIT ${limit})`
  if (rows === limit) return rows
  // An hour at a time: it has some dozens of a service.
  const oldest = await sql.get('SELECT min(hour) AS hour FROM api_request_counts')
  if (oldest?.hour == null || Number(oldest.hour) >= Math.floor(before / hourMs)) return rows
  await sql.run`DELETE FROM api_request_counts WHERE hour = ${Number(oldest.hour)}`
  return limit
}

/**
 * Parameters may hold the integrator's words about the person. A mask fits a thousand numbers, so requests with other
 * numbers of the same mask lose theirs too.
 */
export async function eraseMaskInRequests(sql: Sql, phoneMask: string): Promise<number> {
  return sql.run`UPDATE api_requests SET ${blanked('api_requests', 'personal')}
    WHERE phone_mask = ${phoneMask} AND phone_mask <> ''`
}

/** Deletes a bounded part of the log of an account's services; returns how many rows. */
export async function eraseAccountRequests(
  sql: Sql,
  { accountId, limit }: { accountId: number; limit: number },
): Promise<number> {
  const own = part`service_id IN (SELECT id FROM services WHERE account_id = ${accountId})`
  const rows = await sql.run`DELETE FROM api_requests
    WHERE id IN (SELECT id FROM api_requests WHERE ${own} LIMIT ${limit})`
  if (rows < limit) await sql.run`DELETE FROM api_request_counts WHERE ${own}`
  return rows
}
