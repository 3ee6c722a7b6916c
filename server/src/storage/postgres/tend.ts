import type { Pool } from './connection.ts'
import { closeFullRange, makeMissingFilter, unlessBusy } from './full-ranges.ts'
import type { KeyFilters } from './key-filters.ts'
import { read, transaction } from './transaction.ts'
import { analyseYoungTables } from './young-tables.ts'

/** What keeps the tables quick, a step at a time; true while there may be more to do. */
export function tendingOf(longPool: Pool, filters: KeyFilters): () => Promise<boolean> {
  return async () => {
    if (await read(longPool, (sql) => filters.loadSome(sql))) return true
    if (await transaction(longPool, makeMissingFilter)) return true
    await read(longPool, analyseYoungTables)
    return unlessBusy(transaction(longPool, closeFullRange))
  }
}
