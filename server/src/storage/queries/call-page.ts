import { type CallRecord, type Mode, modes, type State } from '../../books/call.ts'
import { contributionsOf, dimensions, type FactGroup } from '../../quality/call-facts.ts'
import { callOf } from '../call-columns.ts'
import { every, part, type Row, type Sql, type SqlPart } from '../sql.ts'
import { mergedPage, type Page } from './merged-page.ts'
import { idBounds, placeInTime } from './place-in-time.ts'

/** What narrows a list down; what is left out or null does not. */
export type OptionalFilters<T> = { readonly [Name in keyof T]?: T[Name] | null | undefined }

/** Of the cabinet: the caller has checked who owns the services. */
export interface CallFilter
  extends OptionalFilters<{
    mode: Mode
    state: State
    test: boolean
    /** Reason of failure, as stored. */
    reason: string
    /** Started at or after / before, Unix ms. */
    from: number
    to: number
    /** Only ids below this vendor id, or from the newest. */
    before: number
  }> {
  /** null: of the whole installation. */
  readonly serviceIds: readonly number[] | null
  /** Only calls that were counted in such a group, with any of their attempts. */
  readonly only?: Partial<FactGroup>
  /** Only calls that a network stopped, also after they had rung. */
  readonly isBlocked?: boolean
  /** Without the calls that are steps of a verification of `/v2`. */
  readonly withoutSteps?: boolean
  /** Reads no further down than calls of this time, Unix ms, and a minute; `next` continues. */
  readonly downTo?: number
  readonly limit: number
}

/** Rows read of one service for one page. A filter without matches costs this much, and `next` continues. */
export const maxRowsRead = 5_000
/** Rows whose group is compared at a time. */
export const rowsPerRound = 500

const states: Readonly<Record<State, number>> = { checking: -1, failed: 0, completed: 1 }

export interface ServiceWindow {
  readonly serviceId: number
  /** Newest first, below this id and not below `from`. */
  readonly before: number
  readonly from: number
  readonly wanted: number
  readonly criteria: SqlPart
}

export interface SeenRows {
  readonly rows: Row[]
  /** Every row of the service from this id up was read; 0 when there are none below. */
  readonly from: number
}

/** How a store reads the calls of one service. */
export type ServiceRows = (sql: Sql, window: ServiceWindow) => Promise<SeenRows>

/** The newest of a range of ids for which a condition holds. */
export const newestCalls = (
  sql: Sql,
  { before, from, wanted, criteria }: Omit<ServiceWindow, 'serviceId'>,
  condition: SqlPart | false = false,
) => sql.all`SELECT * FROM calls
  WHERE ${every(condition, part`vendor_id < ${before} AND vendor_id >= ${from}`, criteria)}
  ORDER BY vendor_id DESC LIMIT ${wanted}`

/**
 * Newest first. A filter with few matches stops after a bounded number of rows and says where it stopped: `next`
 * continues.
 */
export async function callPage(sql: Sql, filter: CallFilter, serviceRows: ServiceRows) {
  const { only } = filter
  if (only === undefined || Object.keys(only).length === 0) return pageOf(sql, filter, serviceRows)
  // The names of operators and the trunks are read from each call: no index has them.
  const items: CallRecord[] = []
  let before = filter.before
  for (let read = 0; read < maxRowsRead; read += rowsPerRound) {
    const page = await pageOf(sql, { ...filter, before, limit: rowsPerRound }, serviceRows)
    for (const record of page.items) {
      if (!isCountedIn(record, only)) continue
      items.push(record)
      if (items.length === filter.limit) return { items, next: record.vendorId }
    }
    const isAtEnd = page.next === null || page.next === before
    before = page.next
    if (isAtEnd) break
  }
  return { items, next: before ?? null }
}

/** Whether a call that was found otherwise matches too. */
export function fitsCall(filter: Omit<CallFilter, 'serviceIds' | 'before' | 'limit'>) {
  const { mode, state, test, reason, from, to, only = {} } = filter
  return (call: CallRecord): boolean =>
    (mode == null || call.mode === mode) &&
    (state == null || call.state === state) &&
    (test == null || call.test === test) &&
    (reason == null || call.reason === reason) &&
    (from == null || call.startedAt >= from) &&
    (to == null || call.startedAt < to) &&
    isCountedIn(call, only)
}

export function isCountedIn(record: CallRecord, only: Partial<FactGroup>): boolean {
  const call = { ...record, completed: record.state === 'completed', reason: record.reason ?? '' }
  return contributionsOf(call).some(({ group }) =>
    dimensions.every((dimension) => only[dimension] === undefined || only[dimension] === group[dimension]),
  )
}

async function pageOf(sql: Sql, filter: CallFilter, serviceRows: ServiceRows): Promise<Page<CallRecord>> {
  const bounds = await idBounds(sql)
  if (bounds === undefined) return { items: [], next: null }
  const { first, last } = bounds
  const idAt = async (timeMs: number, side: 'before' | 'after') =>
    await placeInTime((id) => rowFrom(sql, id), bounds, timeMs, side)
  const end = filter.to == null ? last + 1 : await idAt(filter.to, 'after')
  const start = filter.from == null ? first : await idAt(filter.from, 'before')
  const stop = filter.downTo === undefined ? start : Math.max(start, await idAt(filter.downTo, 'before'))
  const window = {
    before: Math.min(filter.before ?? end, end),
    from: stop,
    // One row more than the page shows, to know whether it is the last page.
    wanted: filter.limit + 1,
    criteria: criteriaOf(filter),
  }
  let newest: Row[] = []
  let seenFrom = 0
  for (const serviceId of filter.serviceIds ?? []) {
    // Rows older than a full page of the earlier services cannot be on this page.
    const from = newest.length === window.wanted ? idOf(newest.at(-1)!) : window.from
    const seen = await serviceRows(sql, { ...window, serviceId, from })
    newest = [...newest, ...seen.rows].sort((one, other) => idOf(other) - idOf(one)).slice(0, window.wanted)
    seenFrom = Math.max(seenFrom, seen.from)
  }
  if (filter.serviceIds === null) {
    const seen = await boundedRows(sql, window)
    newest = seen.rows
    seenFrom = seen.from
  }
  const { items, next } = mergedPage([{ items: newest, from: seenFrom }], idOf, filter.limit)
  return { items: items.map(callOf), next: next ?? (stop > start ? stop : null) }
}

/** Calls of all services, or those for which a condition holds, at most a bounded number of rows. */
export async function boundedRows(
  sql: Sql,
  window: Omit<ServiceWindow, 'serviceId'>,
  condition: SqlPart | false = false,
): Promise<SeenRows> {
  const { before, from, wanted } = window
  const end = await sql.get`SELECT vendor_id FROM calls
    WHERE ${every(condition, part`vendor_id < ${before} AND vendor_id >= ${from}`)}
    ORDER BY vendor_id DESC LIMIT 1 OFFSET ${maxRowsRead - 1}`
  const lowest = Number(end?.vendor_id ?? from)
  const rows = await newestCalls(sql, { ...window, from: lowest }, condition)
  if (rows.length === wanted) return { rows, from: idOf(rows.at(-1)!) }
  return { rows, from: end === undefined ? 0 : lowest }
}

const idOf = (row: Row) => Number(row.vendor_id)
const rowFrom = (sql: Sql, vendorId: number) => sql.get`SELECT vendor_id AS place, started_at AS at FROM calls
  WHERE vendor_id >= ${vendorId} ORDER BY vendor_id LIMIT 1`

/** When the first call from an id upwards started; the end of time when there is none. */
export async function startOfCalls(sql: Sql, vendorId: number): Promise<number> {
  return Number((await rowFrom(sql, vendorId))?.at ?? Number.POSITIVE_INFINITY)
}

const criteriaOf = ({
  mode,
  state,
  test,
  reason,
  from,
  to,
  isBlocked = false,
  withoutSteps = false,
}: CallFilter) =>
  every(
    mode != null && part`mode = ${modes.indexOf(mode)}`,
    state != null && part`state = ${states[state]}`,
    test != null && part`test = ${test ? 1 : 0}`,
    reason != null && part`reason = ${reason}`,
    from != null && part`started_at >= ${from}`,
    to != null && part`started_at < ${to}`,
    isBlocked && part`details LIKE ${'%"block":{"kind":"blocked"%'}`,
    withoutSteps && part`NOT EXISTS (SELECT 1 FROM step_calls WHERE step_calls.vendor_id = calls.vendor_id)`,
  )
