import { placeOf } from '../key-place.ts'
import type { FiledIds } from '../queries/search.ts'
import { firstIdOf } from '../queries/search-keys.ts'
import type { Sql } from '../sql.ts'
import { numbers } from './arrays.ts'

/** Probes of one statement: about ten milliseconds. */
const maxProbes = 2_000

/**
 * One look-up by the primary key for each generation; the bounds of the ids exclude the partitions of other
 * generations.
 */
const newest = `SELECT found.vendor_id FROM unnest($1::bigint[]) AS asked (generation)
  CROSS JOIN unnest($2::bigint[]) AS wanted (place)
  CROSS JOIN LATERAL (
    SELECT vendor_id FROM search_keys
    WHERE generation = asked.generation AND place = wanted.place AND vendor_id >= $3 AND vendor_id < $4
    ORDER BY vendor_id DESC LIMIT $5
  ) AS found`

export const filedIds: FiledIds = async (sql, { places, newest: top, oldest, limit }) => {
  const ids: number[] = []
  const aTurn = Math.max(1, Math.floor(maxProbes / places.length))
  for (let high = top; high >= oldest && ids.length < limit; high -= aTurn) {
    const low = Math.max(oldest, high - aTurn + 1)
    const generations = Array.from({ length: high - low + 1 }, (_, index) => low + index)
    const rows = await sql.all(
      newest,
      numbers(generations),
      numbers(places),
      firstIdOf(low),
      firstIdOf(high + 1),
      limit,
    )
    ids.push(...rows.map((row) => Number(row.vendor_id)))
  }
  return ids
}

/** The calls stored under the hash of a key, for a search. */
export async function uniqueOwners(sql: Sql, serviceId: number, unique: string): Promise<number[]> {
  const rows = await sql.all('SELECT vendor_id FROM unique_keys WHERE place = $1', placeOf(serviceId, unique))
  return rows.map((row) => Number(row.vendor_id))
}
