import { placeOf } from '../key-place.ts'
import type { FiledIds } from '../queries/search.ts'
import type { Sql } from '../sql.ts'

const newest = `SELECT vendor_id FROM search_keys WHERE generation = $1 AND place = $2
  ORDER BY vendor_id DESC LIMIT $3`

/** One look-up for each place in each generation; no network is involved. */
export const filedIds: FiledIds = async (sql, probe) => {
  const ids: number[] = []
  for (let generation = probe.newest; generation >= probe.oldest; generation--) {
    for (const place of probe.places) {
      const rows = await sql.all(newest, generation, place, probe.limit)
      for (const row of rows) ids.push(Number(row.vendor_id))
    }
    if (ids.length >= probe.limit) break
  }
  return ids
}

/**
 * The calls stored under the hash of a key, for a search. Runs beside the writer, which owns the generations.
 */
export async function uniqueOwners(sql: Sql, serviceId: number, unique: string): Promise<number[]> {
  const generations = await sql.all('SELECT id FROM key_generations ORDER BY id DESC')
  const owners: number[] = []
  for (const { id } of generations) {
    // Two keys may share a hash; the next free place then holds the second one.
    for (let place = placeOf(serviceId, unique); ; place++) {
      const row = await sql.get(`SELECT vendor_id FROM unique_keys_${id} WHERE place = $1`, place)
      if (row === undefined) break
      owners.push(Number(row.vendor_id))
    }
  }
  const unfiled = await sql.all(
    `SELECT vendor_id FROM calls
     WHERE vendor_id > (SELECT filed_to FROM filing) AND service_id = $1 AND unique_key = $2`,
    serviceId,
    unique,
  )
  return [...owners, ...unfiled.map((row) => Number(row.vendor_id))]
}
