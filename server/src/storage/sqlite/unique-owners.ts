import { placeOf } from '../key-place.ts'
import type { Sql } from '../sql.ts'

/** Verifications that stand under a key's hash, for a search: beside the writer, whose generations these are. */
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
    `SELECT vendor_id FROM verifications
     WHERE vendor_id > (SELECT filed_to FROM filing) AND service_id = $1 AND unique_key = $2`,
    serviceId,
    unique,
  )
  return [...owners, ...unfiled.map((row) => Number(row.vendor_id))]
}
