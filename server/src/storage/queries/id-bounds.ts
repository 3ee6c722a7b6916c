import type { Sql } from '../sql.ts'

/** Two queries: for both bounds in one, SQLite would read the whole table. */
export async function idBounds(sql: Sql): Promise<{ first: number; last: number } | undefined> {
  const first = (await sql.get('SELECT min(vendor_id) AS id FROM calls'))?.id
  const last = (await sql.get('SELECT max(vendor_id) AS id FROM calls'))?.id
  return first == null || last == null ? undefined : { first: Number(first), last: Number(last) }
}
