import { minuteMs } from '../../platform/clock.ts'
import type { Pool } from './connection.ts'
import { closeFullRange, makeMissingFilter, unlessBusy } from './full-ranges.ts'
import type { KeyFilters } from './key-filters.ts'
import { read, transaction } from './transaction.ts'
import { analyseYoungTables, forgetEmptiness, remakeReadyRange } from './young-tables.ts'

/** What keeps the tables quick, a step at a time; true while there may be more to do. */
export function tendingOf(
  longPool: Pool,
  filters: KeyFilters,
  monotonicMs: () => number,
): () => Promise<boolean> {
  // Everybody waits behind whoever waits for a whole table: while a dump reads them all, not every ten seconds.
  let remakesFromMs = 0
  const pauseRemaking = () => {
    remakesFromMs = monotonicMs() + minuteMs
  }

  return async () => {
    if (await read(longPool, (sql) => filters.loadSome(sql))) return true
    if (await transaction(longPool, makeMissingFilter)) return true
    await read(longPool, analyseYoungTables)
    if (
      monotonicMs() >= remakesFromMs &&
      (await unlessBusy(transaction(longPool, remakeReadyRange), pauseRemaking))
    )
      return true
    if (await unlessBusy(transaction(longPool, forgetEmptiness))) return true
    return unlessBusy(transaction(longPool, closeFullRange))
  }
}
