import type { Page, VerificationFilter } from '../insight-records.ts'
import { modes, type State, type VerificationRecord } from '../records.ts'
import type { Row, Sql } from '../sql.ts'
import { placeInTime } from './place-in-time.ts'
import { verificationOf } from './rows.ts'

/** Read of one service for one page. A filter that nothing matches costs this much, and `next` goes on. */
const maxRowsRead = 5_000

const states: Readonly<Record<State, number>> = { checking: -1, failed: 0, completed: 1 }
/** What no row holds stands for "any": the statement is the same for every filter. */
const anyNumber = -2
const anyText = ''

const windowEnd = `SELECT vendor_id FROM verifications WHERE service_id = $1 AND vendor_id < $2 AND vendor_id >= $3
  ORDER BY vendor_id DESC LIMIT 1 OFFSET $4`
const matches = `SELECT * FROM verifications WHERE service_id = $1 AND vendor_id < $2 AND vendor_id >= $3
    AND ($4 = ${anyNumber} OR mode = $4) AND ($5 = ${anyNumber} OR state = $5) AND ($6 = ${anyNumber} OR test = $6)
    AND ($7 = '${anyText}' OR reason = $7) AND started_at >= $8 AND started_at < $9
  ORDER BY vendor_id DESC LIMIT $10`

interface Window {
  readonly found: VerificationRecord[]
  /** Every row of the service from here up was looked at; 0 when there is none below. */
  readonly from: number
}

export async function verificationPage(
  sql: Sql,
  filter: VerificationFilter,
): Promise<Page<VerificationRecord>> {
  const { limit } = filter
  const before = Math.min(
    filter.before ?? Number.MAX_SAFE_INTEGER,
    await firstIdAt(sql, filter.to, 'after', Number.MAX_SAFE_INTEGER),
  )
  const from = await firstIdAt(sql, filter.from, 'before', 0)
  const windows = await Promise.all(
    filter.serviceIds.map((serviceId) => look(sql, filter, serviceId, before, from)),
  )
  // Below the highest end some service was not looked at, so what others have there waits for the next page.
  const seenFrom = Math.max(0, ...windows.map((window) => window.from))
  const items = windows
    .flatMap((window) => window.found)
    .filter(({ vendorId }) => vendorId >= seenFrom)
    .sort((one, other) => other.vendorId - one.vendorId)
  if (items.length > limit) return { items: items.slice(0, limit), next: items[limit - 1]!.vendorId }
  return { items, next: seenFrom === 0 ? null : seenFrom }
}

async function look(
  sql: Sql,
  filter: VerificationFilter,
  serviceId: number,
  before: number,
  from: number,
): Promise<Window> {
  const end = await sql.get(windowEnd, serviceId, before, from, maxRowsRead - 1)
  const lowest = Number(end?.vendor_id ?? from)
  // One more than the page takes: so the last page knows that it is the last.
  const wanted = filter.limit + 1
  const rows = await sql.all(
    matches,
    serviceId,
    before,
    lowest,
    filter.mode === null ? anyNumber : modes.indexOf(filter.mode),
    filter.state === null ? anyNumber : states[filter.state],
    filter.test === null ? anyNumber : filter.test ? 1 : 0,
    filter.reason ?? anyText,
    filter.from ?? 0,
    filter.to ?? Number.MAX_SAFE_INTEGER,
    wanted,
  )
  const found = rows.map(verificationOf)
  if (found.length === wanted) return { found, from: found.at(-1)!.vendorId }
  return { found, from: end === undefined ? 0 : lowest }
}

async function firstIdAt(
  sql: Sql,
  timeMs: number | null,
  side: 'before' | 'after',
  otherwise: number,
): Promise<number> {
  if (timeMs === null) return otherwise
  const bounds = await sql.get('SELECT min(vendor_id) AS first, max(vendor_id) AS last FROM verifications')
  if (bounds?.last == null) return otherwise
  const at = async (id: number): Promise<Row | undefined> =>
    await sql.get(
      'SELECT vendor_id AS place, started_at AS at FROM verifications WHERE vendor_id >= $1 ORDER BY vendor_id LIMIT 1',
      id,
    )
  return await placeInTime(at, { first: Number(bounds.first), last: Number(bounds.last) }, timeMs, side)
}
