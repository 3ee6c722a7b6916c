import { minuteMs } from '../../platform/clock.ts'
import type { MaybePromise, Row } from '../sql.ts'

/** Ids and times grow together but for the moments that requests spend on their way to the store. */
const disorderMs = minuteMs

/**
 * Where in a table that grows with time a moment lies, by halving: some 30 rows are read of a billion, and no index
 * by time is needed. The place errs to the chosen side, by a minute of rows: whoever asks compares the times too.
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
