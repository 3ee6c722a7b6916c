import { keyHashOf } from '../key-hash.ts'
import { maxRowsRead, newestOfService, type SeenRows, type ServiceWindow } from '../queries/call-page.ts'
import type { FlushedIds } from '../queries/search.ts'
import type { Row, Sql } from '../sql.ts'

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
  const unfiled = await sql.all`SELECT vendor_id FROM calls
    WHERE vendor_id > (SELECT flushed_to FROM key_flush)
      AND service_id = ${serviceId} AND unique_key = ${unique}`
  return [...owners, ...unfiled.map((row) => Number(row.vendor_id))]
}

/** The block size of the index (own-tables.sql). */
const idsPerBlock = 2_048
const block = `vendor_id / ${idsPerBlock}`
/**
 * Blocks that are probed for one page, by one statement: one statement for each block took 134 ms for 5,000 blocks
 * without a match at ten million rows.
 */
const maxBlocks = 10_000

/** The newest block from $2 down to $3 in which the service has rows, and how many. */
const nearestBlock = `WITH RECURSIVE blocks(number) AS (
    SELECT $2 UNION ALL SELECT number - 1 FROM blocks WHERE number > $3
  )
  SELECT number, own FROM (
    SELECT number, (SELECT count(*) FROM calls WHERE ${block} = number AND service_id = $1) AS own FROM blocks
  ) WHERE own > 0 LIMIT 1`

/** Reads the index by service block by block, up to a limit of blocks and of rows. */
export async function serviceRows(sql: Sql, window: ServiceWindow): Promise<SeenRows> {
  const { serviceId, before, from, wanted, criteria } = window
  const top = Math.floor((before - 1) / idsPerBlock)
  const bottom = Math.floor(from / idsPerBlock)
  const lowest = Math.max(bottom, top - maxBlocks + 1)
  const newest = `${newestOfService(window)} AND ${block} = $11 ORDER BY vendor_id DESC LIMIT $4`
  const rows: Row[] = []
  let read = 0
  for (let number = top; number >= lowest; number--) {
    if (read >= maxRowsRead) return { rows, from: (number + 1) * idsPerBlock }
    const nearest = await sql.get(nearestBlock, serviceId, number, lowest)
    if (nearest === undefined) break
    number = Number(nearest.number)
    read += Number(nearest.own)
    rows.push(...(await sql.all(newest, serviceId, before, from, wanted - rows.length, ...criteria, number)))
    if (rows.length === wanted) return { rows, from: Number(rows.at(-1)!.vendor_id) }
  }
  return { rows, from: lowest === bottom ? 0 : lowest * idsPerBlock }
}
