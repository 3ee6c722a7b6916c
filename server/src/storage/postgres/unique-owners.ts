import { placeOf } from '../key-place.ts'
import type { Sql } from '../sql.ts'

/** Verifications that stand under a key's hash, for a search. */
export async function uniqueOwners(sql: Sql, serviceId: number, unique: string): Promise<number[]> {
  const rows = await sql.all('SELECT vendor_id FROM unique_keys WHERE place = $1', placeOf(serviceId, unique))
  return rows.map((row) => Number(row.vendor_id))
}
