import type { Pool } from './connection.ts'
import { closeFullRange, makeMissingFilter, unlessBusy } from './full-ranges.ts'
import type { KeyFilters } from './key-filters.ts'
import { read, transaction } from './transaction.ts'
import { analyseYoungTables } from './young-tables.ts'

/** Maintenance that keeps queries fast, one step a call. Resolves to true while there may be more to do. */
export function maintenanceOf(longPool: Pool, filters: KeyFilters): () => Promise<boolean> {
  return async () => {
    if (await read(longPool, (sql) => filters.loadSome(sql))) return true
    if (await transaction(longPool, makeMissingFilter)) return true
    await read(longPool, analyseYoungTables)
    return unlessBusy(transaction(longPool, closeFullRange))
  }
}
