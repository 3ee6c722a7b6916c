import { keyHashOf } from '../key-hash.ts'
import { maxRowsRead, newestCalls, type SeenRows, type ServiceWindow } from '../queries/call-page.ts'
import type { FlushedIds } from '../queries/search.ts'
import { part, type Row, raw, type Sql } from '../sql.ts'

/** One look-up for each key hash in each generation; no network is involved. */
export const flushedIds: FlushedIds = async (sql, probe) => {
  const ids: number[] = []
  for (let generation = probe.newest; generation >= probe.oldest; generation--) {
    for (const keyHash of probe.keyHashes) {
      const rows = await sql.all`SELECT vendor_id FROM search_keys
        WHERE generation = ${generation} AND key_hash = ${keyHash} ORDER BY vendor_id DESC LIMIT ${probe.limit}`
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
      const row = await sql.get`SELECT vendor_id FROM ${raw(`unique_keys_${id}`)} WHERE key_hash = ${keyHash}`
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
const block = raw(`vendor_id / ${idsPerBlock}`)
/**
 * Blocks that are probed for one page, by one statement: one statement for each block took 134 ms for 5,000 blocks
 * without a match at ten million rows.
 */
const maxBlocks = 10_000

/** The newest block in which the service has rows, and how many. */
const nearestBlock = (sql: Sql, serviceId: number, newest: number, oldest: number) =>
  sql.get`WITH RECURSIVE blocks(number) AS (
      SELECT ${newest} UNION ALL SELECT number - 1 FROM blocks WHERE number > ${oldest}
    )
    SELECT number, own FROM (
      SELECT number, (SELECT count(*) FROM calls WHERE ${block} = number AND service_id = ${serviceId}) AS own FROM blocks
    ) WHERE own > 0 LIMIT 1`

/** Reads the index by service block by block, up to a limit of blocks and of rows. */
export async function serviceRows(sql: Sql, window: ServiceWindow): Promise<SeenRows> {
  const { serviceId, before, from, wanted } = window
  const top = Math.floor((before - 1) / idsPerBlock)
  const bottom = Math.floor(from / idsPerBlock)
  const lowest = Math.max(bottom, top - maxBlocks + 1)
  const rows: Row[] = []
  let read = 0
  for (let number = top; number >= lowest; number--) {
    if (read >= maxRowsRead) return { rows, from: (number + 1) * idsPerBlock }
    const nearest = await nearestBlock(sql, serviceId, number, lowest)
    if (nearest === undefined) break
    number = Number(nearest.number)
    read += Number(nearest.own)
    const own = part`service_id = ${serviceId} AND ${block} = ${number}`
    rows.push(...(await newestCalls(sql, { ...window, wanted: wanted - rows.length }, own)))
    if (rows.length === wanted) return { rows, from: Number(rows.at(-1)!.vendor_id) }
  }
  return { rows, from: lowest === bottom ? 0 : lowest * idsPerBlock }
}
