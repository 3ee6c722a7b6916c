import { minuteMs } from '../../platform/clock.ts'
import type { MaybePromise, Row, Sql } from '../sql.ts'

/** Ids and times grow together, except for the time that requests spend on their way to the store. */
const disorderMs = minuteMs

/**
 * Finds the position of a time in a table that grows with time, by binary search: about 30 rows are read of a billion,
 * and no index by time is needed. The position is off by up to a minute of rows, to the chosen side, so the caller has
 * to compare the times too.
 */
export async function placeInTime(
  rowFrom: (place: number) => MaybePromise<Row | undefined>,
  { first, last }: { first: number; last: number },
  timeMs: number,
  side: 'before' | 'after',
): Promise<number> {
  const wantedMs = side === 'before' ? timeMs - disorderMs : timeMs + disorderMs
  let low = first
  let high = last + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await rowFrom(middle)
    if (row === undefined || Number(row.at) >= wantedMs) high = middle
    else low = Number(row.place) + 1
  }
  return low
}

/** Two queries: for both bounds in one, SQLite would read the whole table. */
export async function idBounds(sql: Sql): Promise<{ first: number; last: number } | undefined> {
  const first = (await sql.get('SELECT min(vendor_id) AS id FROM calls'))?.id
  const last = (await sql.get('SELECT max(vendor_id) AS id FROM calls'))?.id
  return first == null || last == null ? undefined : { first: Number(first), last: Number(last) }
}
