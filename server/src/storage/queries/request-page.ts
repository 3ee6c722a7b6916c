import {
  type ApiRequest,
  type RequestFilter,
  type RequestPage,
  type RequestPageRequest,
  type RequestPlace,
  type RequestSum,
  slotMs,
} from '../request-records.ts'
import type { Row, Sql, SqlValue } from '../sql.ts'

/** Rows of all services together that a page reads for a filter that few of them fit. */
const maxScanned = 20_000
const newestFirst = 'ORDER BY at DESC, id DESC'

/**
 * Newest first. A filter with few matches stops after a bounded number of rows; `next` says where it stopped. Each
 * service is read by its own index, and the pages are merged.
 */
export async function apiRequestPage(sql: Sql, request: RequestPageRequest): Promise<RequestPage> {
  const { requestId, subjects, limit } = request
  const pages: ServicePage[] = []
  for (const serviceId of request.serviceIds) {
    if (requestId !== null) pages.push(await pageBy(sql, serviceId, request, 'request_id', [requestId]))
    else if (subjects !== null) pages.push(await pageBy(sql, serviceId, request, 'subject', subjects))
    else pages.push(await pageInTime(sql, serviceId, request))
  }
  // Behind the place where the scan of a service has ended, its rows are unknown.
  const ends = pages.flatMap(({ scannedTo }) => scannedTo ?? [])
  const end = ends.toSorted(byPlace)[0]
  const found = pages.flatMap(({ items }) => items).toSorted(byPlace)
  const known = end === undefined ? found : found.filter((item) => byPlace(item, end) <= 0)
  const items = known.slice(0, limit)
  const next = known.length > limit ? items.at(-1)! : (end ?? null)
  return { items, next: next && { at: next.at, id: next.id } }
}

interface ServicePage {
  readonly items: readonly ApiRequest[]
  /** Set when the scan has ended before it found enough. */
  readonly scannedTo?: RequestPlace | undefined
}

/** Negative when the first is newer. */
const byPlace = (one: RequestPlace, other: RequestPlace) => other.at - one.at || other.id - one.id

/** The plus keeps the planner from the index by service: an id has a handful of rows, a service a hundred thousand. */
async function pageBy(
  sql: Sql,
  serviceId: number,
  { before, limit }: RequestPageRequest,
  column: 'request_id' | 'subject',
  wanted: readonly string[],
): Promise<ServicePage> {
  const values: SqlValue[] = [serviceId, before?.at ?? Number.MAX_SAFE_INTEGER, before?.id ?? 0, limit + 1]
  const places = wanted.map((text) => `$${values.push(text)}`)
  const rows = await sql.all(
    `SELECT * FROM api_requests WHERE ${column} IN (${places.join(', ')}) AND ${column} <> ''
       AND +service_id = $1 AND (at < $2 OR (at = $2 AND id < $3)) ${newestFirst} LIMIT $4`,
    ...values,
  )
  return { items: rows.map(requestOf) }
}

async function pageInTime(sql: Sql, serviceId: number, request: RequestPageRequest): Promise<ServicePage> {
  const { before, limit, from, to, serviceIds } = request
  const scanned = Math.max(limit + 1, Math.floor(maxScanned / serviceIds.length))
  const values: SqlValue[] = [serviceId, from, Math.min(to, before?.at ?? to), before?.id ?? 0]
  // With a cursor its own millisecond is read up to its id; without one the end of the time is excluded.
  const inTime = `service_id = $1 AND at >= $2 AND (at < $3 OR (at = $3 AND id < $4))`
  const place = (value: SqlValue) => `$${values.push(value)}`
  const wanted = conditionsOf(request, place)
  if (wanted.length === 0) {
    const rows = await sql.all(
      `SELECT * FROM api_requests WHERE ${inTime} ${newestFirst} LIMIT $5`,
      ...values,
      limit + 1,
    )
    return { items: rows.map(requestOf) }
  }
  const bound = place(scanned)
  const most = place(limit + 1)
  const rows = await sql.all(
    `SELECT * FROM (SELECT * FROM api_requests WHERE ${inTime} ${newestFirst} LIMIT ${bound}) AS scanned
     WHERE ${wanted.join(' AND ')} ${newestFirst} LIMIT ${most}`,
    ...values,
  )
  const items = rows.map(requestOf)
  if (items.length > limit) return { items }
  const last = await sql.get(
    `SELECT at, id FROM api_requests WHERE ${inTime} ${newestFirst} LIMIT 1 OFFSET $5`,
    ...values.slice(0, 4),
    scanned - 1,
  )
  return { items, scannedTo: last && { at: Number(last.at), id: Number(last.id) } }
}

function conditionsOf(
  { method, outcome, code, status }: RequestFilter,
  place: (value: SqlValue) => string,
): string[] {
  return [
    method !== null && `method = ${place(method)}`,
    outcome !== null && (outcome === 'served' ? "code = ''" : "code <> ''"),
    code !== null && `code = ${place(code)}`,
    status !== null && `status = ${place(status)}`,
  ].filter((condition) => condition !== false)
}

/** The true numbers of requests from one time to before another, in steps of `slots` slots; oldest first. */
export async function apiRequestSums(
  sql: Sql,
  { serviceIds, from, to, slots }: { serviceIds: readonly number[]; from: number; to: number; slots: number },
): Promise<RequestSum[]> {
  if (serviceIds.length === 0) return []
  const values: SqlValue[] = [Math.floor(from / slotMs), Math.ceil(to / slotMs), slots]
  const places = serviceIds.map((id) => `$${values.push(id)}`)
  const rows = await sql.all(
    `SELECT slot / CAST($3 AS bigint) AS step, method, status, code, sum(requests) AS requests, sum(kept) AS kept
     FROM api_request_counts WHERE service_id IN (${places.join(', ')}) AND slot >= $1 AND slot < $2
     GROUP BY 1, method, status, code ORDER BY 1, method, status, code`,
    ...values,
  )
  return rows.map((row) => ({
    at: Number(row.step) * slots * slotMs,
    method: String(row.method),
    status: Number(row.status),
    code: String(row.code),
    requests: Number(row.requests),
    kept: Number(row.kept),
  }))
}

function requestOf(row: Row): ApiRequest {
  return {
    id: Number(row.id),
    serviceId: Number(row.service_id),
    at: Number(row.at),
    method: String(row.method),
    verb: String(row.verb),
    path: String(row.path),
    code: String(row.code),
    status: Number(row.status),
    elapsedUs: Number(row.elapsed_us),
    ip: String(row.ip),
    requestId: String(row.request_id),
    hasKey: Number(row.has_key) === 1,
    phoneMask: String(row.phone_mask),
    parameters: String(row.parameters),
    subject: String(row.subject),
  }
}
