import type { Sql } from '../sql.ts'

const smallestBytes = 65_536

/**
 * A table that was analysed while it was empty, by an operator's nightly ANALYZE for one, counts as empty until it is
 * analysed again: plans then read all of it for one row. PostgreSQL looks once a minute at the earliest, and a new
 * range takes tens of thousands of calls in that time.
 */
export async function analyseYoungTables(sql: Sql): Promise<void> {
  const young = await sql.all(
    `SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
       AND reltuples = 0 AND pg_relation_size(oid) >= $1 AND pg_stat_get_mod_since_analyze(oid) > 0`,
    smallestBytes,
  )
  for (const { name } of young) await sql.run(`ANALYZE (SKIP_LOCKED) ${name}`)
}
