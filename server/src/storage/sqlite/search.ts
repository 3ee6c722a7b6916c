import { keyHashOf } from '../key-hash.ts'
import type { FlushedIds } from '../queries/search.ts'
import type { Sql } from '../sql.ts'

const newest = `SELECT vendor_id FROM search_keys WHERE generation = $1 AND key_hash = $2
  ORDER BY vendor_id DESC LIMIT $3`

/** One look-up for each key hash in each generation; no network is involved. */
export const flushedIds: FlushedIds = async (sql, probe) => {
  const ids: number[] = []
  for (let generation = probe.newest; generation >= probe.oldest; generation--) {
    for (const keyHash of probe.keyHashes) {
      const rows = await sql.all(newest, generation, keyHash, probe.limit)
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
    // Two keys may share a hash; the next free key hash then holds the second one.
    for (let keyHash = keyHashOf(serviceId, unique); ; keyHash++) {
      const row = await sql.get(`SELECT vendor_id FROM unique_keys_${id} WHERE key_hash = $1`, keyHash)
      if (row === undefined) break
      owners.push(Number(row.vendor_id))
    }
  }
  const unfiled = await sql.all(
    `SELECT vendor_id FROM calls
     WHERE vendor_id > (SELECT flushed_to FROM key_flush) AND service_id = $1 AND unique_key = $2`,
    serviceId,
    unique,
  )
  return [...owners, ...unfiled.map((row) => Number(row.vendor_id))]
}
