import type { Sql } from '../sql.ts'

/** Smaller tables are read as quickly one way as the other. */
const smallestBytes = 65_536

/**
 * Analyses the tables that hold rows and of which PostgreSQL believes that they are empty, or knows nothing. Batches go by
 * keys whatever is known (load-batch.ts); other queries could read all of such a table for one row. PostgreSQL itself looks
 * once a minute at the earliest, and a new range takes tens of thousands of calls in that time.
 */
export async function analyseYoungTables(sql: Sql): Promise<void> {
  const young = await sql.all(
    `SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
       AND reltuples <= 0 AND pg_relation_size(oid) >= $1 AND pg_stat_get_mod_since_analyze(oid) > 0`,
    smallestBytes,
  )
  for (const { name } of young) await sql.run(`ANALYZE (SKIP_LOCKED) ${name}`)
}
