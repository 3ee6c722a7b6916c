import { minuteMs } from '../../platform/clock.ts'
import type { MaybePromise, Row } from '../sql.ts'

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
