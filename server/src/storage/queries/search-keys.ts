import { hash48 } from '../key-hash.ts'
import type { Row, Sql } from '../sql.ts'
import type { SearchKey } from './digest-tables.ts'

/**
 * Calls by phone and by client. The keys arrive in random order, so they are kept in generations: the keys of
 * the newest generation are on two hundred pages, which one digest writes whole, and a search looks in each generation.
 */
const callsPerGeneration = 20_000

export const generationOf = (vendorId: number) => Math.floor(vendorId / callsPerGeneration)
export const firstIdOf = (generation: number) => generation * callsPerGeneration

export const phoneKeyHash = (serviceId: number, phoneHash: Uint8Array) =>
  hash48(`${serviceId} phone ${Buffer.from(phoneHash).toString('hex')}`)
export const clientKeyHash = (serviceId: number, client: string) =>
  hash48(`${serviceId} client ${comparable(client)}`)

/** How clients are compared. Not left to the databases, whose lower() covers different alphabets. */
export const comparable = (client: string) => client.trim().toLowerCase()

/**
 * Needs vendor_id, service_id, phone_hash and client. An erased number and an empty client have no key. Values that
 * share a key hash are distinguished by the value itself.
 */
export function searchKeysOf(row: Row): SearchKey[] {
  const vendorId = Number(row.vendor_id)
  const serviceId = Number(row.service_id)
  const keyHashes: number[] = []
  if (row.phone_hash !== null) keyHashes.push(phoneKeyHash(serviceId, row.phone_hash as Uint8Array))
  if (comparable(String(row.client)) !== '') keyHashes.push(clientKeyHash(serviceId, String(row.client)))
  return keyHashes.map((keyHash) => ({ generation: generationOf(vendorId), keyHash, vendorId }))
}

export async function removeSearchKeys(sql: Sql, rows: readonly Row[]): Promise<void> {
  await Promise.all(
    rows.flatMap(searchKeysOf).map(
      ({ generation, keyHash, vendorId }) => sql.run`DELETE FROM search_keys
          WHERE generation = ${generation} AND key_hash = ${keyHash} AND vendor_id = ${vendorId}`,
    ),
  )
}
