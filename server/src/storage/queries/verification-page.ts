import type { Page, VerificationFilter } from '../insight-records.ts'
import { modes, type State, type VerificationRecord } from '../records.ts'
import type { Row, Sql, SqlValue } from '../sql.ts'
import { placeInTime } from './place-in-time.ts'
import { verificationOf } from './rows.ts'

/** Read of one service for one page. A filter that nothing matches costs this much, and `next` goes on. */
export const maxRowsRead = 5_000

const states: Readonly<Record<State, number>> = { checking: -1, failed: 0, completed: 1 }
/** What no row holds stands for "any": the statement is the same for every filter. */
const anyNumber = -2
const anyText = ''

export interface ServiceWindow {
  readonly serviceId: number
  /** Newest first, below this id and not below `from`. */
  readonly before: number
  readonly from: number
  readonly wanted: number
  /** Behind the parameters of `newestOfService`. */
  readonly criteria: readonly SqlValue[]
}

export interface SeenRows {
  readonly rows: Row[]
  /** Every row of the service from here up was looked at; 0 when there is none below. */
  readonly from: number
}

/** How a store goes through the verifications of one service. */
export type ServiceRows = (sql: Sql, window: ServiceWindow) => Promise<SeenRows>

export const newestOfService = `SELECT * FROM verifications
  WHERE service_id = $1 AND vendor_id < $2 AND vendor_id >= $3
    AND ($5 = ${anyNumber} OR mode = $5) AND ($6 = ${anyNumber} OR state = $6) AND ($7 = ${anyNumber} OR test = $7)
    AND ($8 = '${anyText}' OR reason = $8) AND started_at >= $9 AND started_at < $10`

export async function verificationPage(
  sql: Sql,
  filter: VerificationFilter,
  serviceRows: ServiceRows,
): Promise<Page<VerificationRecord>> {
  const bounds = await sql.get('SELECT min(vendor_id) AS first, max(vendor_id) AS last FROM verifications')
  if (bounds?.last == null) return { items: [], next: null }
  const [first, last] = [Number(bounds.first), Number(bounds.last)]
  const idAt = async (timeMs: number, side: 'before' | 'after') =>
    await placeInTime((id) => sql.get(rowFrom, id), { first, last }, timeMs, side)
  const end = filter.to === null ? last + 1 : await idAt(filter.to, 'after')
  const window = {
    before: Math.min(filter.before ?? end, end),
    from: filter.from === null ? first : await idAt(filter.from, 'before'),
    // One more than the page takes: so the last page knows that it is the last.
    wanted: filter.limit + 1,
    criteria: criteriaOf(filter),
  }
  const seen = await Promise.all(
    filter.serviceIds.map((serviceId) => serviceRows(sql, { ...window, serviceId })),
  )
  // Below the highest end some service was not looked at, so what others have there waits for the next page.
  const seenFrom = Math.max(0, ...seen.map(({ from }) => from))
  const items = seen
    .flatMap(({ rows }) => rows.map(verificationOf))
    .filter(({ vendorId }) => vendorId >= seenFrom)
    .sort((one, other) => other.vendorId - one.vendorId)
  if (items.length <= filter.limit) return { items, next: seenFrom === 0 ? null : seenFrom }
  return { items: items.slice(0, filter.limit), next: items[filter.limit - 1]!.vendorId }
}

const rowFrom =
  'SELECT vendor_id AS place, started_at AS at FROM verifications WHERE vendor_id >= $1 ORDER BY vendor_id LIMIT 1'

function criteriaOf({ mode, state, test, reason, from, to }: VerificationFilter): SqlValue[] {
  return [
    mode === null ? anyNumber : modes.indexOf(mode),
    state === null ? anyNumber : states[state],
    test === null ? anyNumber : test ? 1 : 0,
    reason ?? anyText,
    from ?? 0,
    to ?? Number.MAX_SAFE_INTEGER,
  ]
}
