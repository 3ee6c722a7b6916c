import type { Sql } from '../sql.ts'
import { lastVendorId, rangedTables } from './partitions.ts'

/**
 * A table that was analysed while it was empty, by an operator's nightly ANALYZE for one, counts as empty until it is
 * analysed again: plans then read all of it for one row. PostgreSQL looks once a minute at the earliest; a new range
 * takes tens of thousands of calls in that time, and ten times fewer than it should.
 */
const smallestBytes = 65_536
/** Nobody waits longer behind an emptying that waits for somebody. */
const lockTimeoutMs = 200

/**
 * Of a range that stands ready PostgreSQL expects a few pages, unless it was told that there is nothing: emptying it
 * anew takes that back. One table at a time; false when there is none.
 */
export async function forgetEmptiness(sql: Sql): Promise<boolean> {
  const table = await sql.get(
    `SELECT relname AS name FROM vendor_ranges CROSS JOIN unnest($1::text[]) AS ranged (name)
       JOIN pg_class ON oid = to_regclass(ranged.name || '_' || first_id)
     WHERE first_id > $2 AND reltuples = 0 LIMIT 1`,
    `{${rangedTables.join(',')}}`,
    await lastVendorId(sql),
  )
  if (table === undefined) return false
  await sql.run(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)
  await sql.run(`LOCK TABLE ${table.name} IN ACCESS EXCLUSIVE MODE`)
  if ((await sql.get(`SELECT 1 FROM ${table.name} LIMIT 1`)) !== undefined) return false
  await sql.run(`TRUNCATE ${table.name}`)
  return true
}

/** What holds rows by now although it was analysed while it was empty. */
export async function analyseYoungTables(sql: Sql): Promise<void> {
  const young = await sql.all(
    `SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
       AND reltuples = 0 AND pg_relation_size(oid) >= $1 AND pg_stat_get_mod_since_analyze(oid) > 0`,
    smallestBytes,
  )
  for (const { name } of young) await sql.run(`ANALYZE (SKIP_LOCKED) ${name}`)
}
