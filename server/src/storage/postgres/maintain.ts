import type { Sql } from '../sql.ts'
import type { Pool } from './connection.ts'
import { closeFullRange, makeMissingFilter, unlessBusy } from './full-ranges.ts'
import type { KeyFilters } from './key-filters.ts'
import { read, transaction } from './transaction.ts'

/** Smaller tables are read equally fast with any plan. */
const smallestBytes = 65_536

/** Maintenance that keeps queries fast, one step a call. Resolves to true while there may be more to do. */
export function maintenanceOf(longPool: Pool, filters: KeyFilters): () => Promise<boolean> {
  return async () => {
    if (await read(longPool, (sql) => filters.loadSome(sql))) return true
    if (await transaction(longPool, makeMissingFilter)) return true
    await read(longPool, analyseYoungTables)
    return unlessBusy(transaction(longPool, closeFullRange))
  }
}

/**
 * Runs ANALYZE on tables that have rows but that PostgreSQL believes to be empty or has no statistics for. Batches
 * always read by key (load-batch.ts), but other queries could scan such a whole table for one row. Autovacuum looks
 * once a minute at most, and a new range gets tens of thousands of calls in that time.
 */
async function analyseYoungTables(sql: Sql): Promise<void> {
  const young = await sql.all`SELECT quote_ident(relname) AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
      AND reltuples <= 0 AND pg_relation_size(oid) >= ${smallestBytes}
      AND pg_stat_get_mod_since_analyze(oid) > 0`
  for (const { name } of young) await sql.run(`ANALYZE (SKIP_LOCKED) ${name}`)
}
