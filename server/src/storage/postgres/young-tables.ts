import type { Sql } from '../sql.ts'
import { addRange, dropRange, lastVendorId, rangedTables, tryLockPartitions } from './partitions.ts'

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

/**
 * A restored dump has every index made after the primary key, and so has a table whose indexes were rebuilt. What that
 * does to a range that fills says partitions.ts; one that stands ready is made anew. False when there is none.
 */
export async function remakeReadyRange(sql: Sql): Promise<boolean> {
  if (!(await tryLockPartitions(sql))) return false
  const ready = await sql.get(
    `SELECT first_id, end_id FROM vendor_ranges JOIN pg_index AS key ON key.indrelid = to_regclass('verifications_' || first_id)
     WHERE first_id > $1 AND key.indisprimary
       AND EXISTS (SELECT FROM pg_index AS other WHERE other.indrelid = key.indrelid AND other.indexrelid > key.indexrelid)
     LIMIT 1`,
    await lastVendorId(sql),
  )
  if (ready === undefined) return false
  const range = { firstId: Number(ready.first_id), endId: Number(ready.end_id) }
  await sql.run(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)
  for (const table of rangedTables) {
    await sql.run(`LOCK TABLE ONLY ${table} IN ACCESS EXCLUSIVE MODE`)
    if ((await sql.get(`SELECT 1 FROM ${table}_${range.firstId} LIMIT 1`)) !== undefined) return false
  }
  await dropRange(sql, range)
  await addRange(sql, range)
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
