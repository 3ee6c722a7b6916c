import { keyHashOf } from '../key-hash.ts'
import { boundedRows, type ServiceRows } from '../queries/call-page.ts'
import { type FlushedIds, firstIdOf } from '../queries/search.ts'
import { part, type Sql } from '../sql.ts'
import { numbers } from './arrays.ts'

/** How lists and searches of calls read PostgreSQL. */

/** Probes of one statement: about ten milliseconds. */
const maxProbes = 2_000

/**
 * One look-up by the primary key for each generation; the bounds of the ids exclude the partitions of other
 * generations.
 */
export const flushedIds: FlushedIds = async (sql, { keyHashes, newest: top, oldest, limit }) => {
  const ids: number[] = []
  const aTurn = Math.max(1, Math.floor(maxProbes / keyHashes.length))
  for (let high = top; high >= oldest && ids.length < limit; high -= aTurn) {
    const low = Math.max(oldest, high - aTurn + 1)
    const generations = Array.from({ length: high - low + 1 }, (_, index) => low + index)
    const rows = await sql.all`SELECT found.vendor_id
      FROM unnest(${numbers(generations)}::bigint[]) AS asked (generation)
      CROSS JOIN unnest(${numbers(keyHashes)}::bigint[]) AS wanted (key_hash)
      CROSS JOIN LATERAL (
        SELECT vendor_id FROM search_keys
        WHERE generation = asked.generation AND key_hash = wanted.key_hash
          AND vendor_id >= ${firstIdOf(low)} AND vendor_id < ${firstIdOf(high + 1)}
        ORDER BY vendor_id DESC LIMIT ${limit}
      ) AS found`
    ids.push(...rows.map((row) => Number(row.vendor_id)))
  }
  return ids
}

/** The calls stored under the hash of a key, for a search. */
export async function uniqueOwners(sql: Sql, serviceId: number, unique: string): Promise<number[]> {
  const rows = await sql.all`SELECT vendor_id FROM unique_keys
    WHERE key_hash = ${keyHashOf(serviceId, unique)}`
  return rows.map((row) => Number(row.vendor_id))
}

/** Reads along the index by service, at most a bounded number of rows. */
export const serviceRows: ServiceRows = (sql, window) =>
  boundedRows(sql, window, part`service_id = ${window.serviceId}`)
