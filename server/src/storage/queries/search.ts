import type { CallRecord } from '../../books/call.ts'
import { callOf } from '../call-columns.ts'
import { hash48 } from '../key-hash.ts'
import type { MaybePromise, Row, Sql } from '../sql.ts'
import type { SearchKey } from './digest-tables.ts'
import { inPieces } from './pieces.ts'
import { idBounds } from './place-in-time.ts'

/** A call matches when any of these values is its own. */
export interface CallSearch {
  readonly serviceIds: readonly number[]
  readonly phoneHash: Uint8Array | null
  /** Compared ignoring case and outer spaces. */
  readonly client: string | null
  readonly unique: string | null
  readonly limit: number
}

/** The newest calls without search keys that are read: half a minute of a node at its limit. */
const maxUnfiledRead = 20_000
const unfiledColumns = 'calls.vendor_id, service_id, phone_hash, client'
const unfiled = [
  `SELECT ${unfiledColumns} FROM undigested
   JOIN calls ON calls.vendor_id = undigested.vendor_id
   ORDER BY undigested.vendor_id DESC LIMIT $1`,
  `SELECT ${unfiledColumns} FROM calls WHERE state = -1 ORDER BY deadline_at DESC LIMIT $1`,
]

/** How a store finds the calls that may have an idempotency key. */
export type UniqueOwners = (sql: Sql, serviceId: number, unique: string) => MaybePromise<number[]>

export interface SearchDeps {
  readonly flushedIds: FlushedIds
  readonly uniqueOwners: UniqueOwners
}

/** Newest first. */
export async function findCalls(sql: Sql, search: CallSearch, { flushedIds, uniqueOwners }: SearchDeps) {
  const { serviceIds, unique, limit } = search
  const ids = new Set([...(await idsFlushed(sql, search, flushedIds)), ...(await idsUnflushed(sql, search))])
  if (unique !== null) {
    const owners = await Promise.all(serviceIds.map((id) => uniqueOwners(sql, id, unique)))
    for (const id of owners.flat()) ids.add(id)
  }
  const newest = [...ids].sort((one, other) => other - one)
  const isAsked = asks(search)
  const found: CallRecord[] = []
  for (const piece of inPieces(newest)) {
    const rows = await sql.all`SELECT * FROM calls WHERE vendor_id IN (${piece}) ORDER BY vendor_id DESC`
    found.push(...rows.filter(isAsked).map(callOf))
    if (found.length >= limit) break
  }
  return found.slice(0, limit)
}

/** Two values may share a key, so what was found is compared with what was searched for. */
function asks({ serviceIds, phoneHash, client, unique }: CallSearch): (row: Row) => boolean {
  const services = new Set(serviceIds)
  const wantedClient = client === null ? '' : comparable(client)
  return (row) => {
    if (!services.has(Number(row.service_id))) return false
    if (phoneHash !== null && row.phone_hash !== null) {
      if (Buffer.compare(row.phone_hash as Uint8Array, phoneHash) === 0) return true
    }
    if (wantedClient !== '' && comparable(String(row.client)) === wantedClient) return true
    return unique !== null && row.unique_key === unique
  }
}

/** How a store searches the generations of keys: the newest first, until there are enough. */
export type FlushedIds = (
  sql: Sql,
  probe: { keyHashes: readonly number[]; newest: number; oldest: number; limit: number },
) => MaybePromise<number[]>

async function idsFlushed(sql: Sql, search: CallSearch, flushedIds: FlushedIds): Promise<number[]> {
  const keyHashes = keyHashesOf(search)
  const bounds = await idBounds(sql)
  if (keyHashes.length === 0 || bounds === undefined) return []
  const [oldest, newest] = [generationOf(bounds.first), generationOf(bounds.last)]
  return await flushedIds(sql, { keyHashes, newest, oldest, limit: search.limit })
}

function keyHashesOf({ serviceIds, phoneHash, client }: CallSearch): number[] {
  return serviceIds.flatMap((id) => [
    ...(phoneHash === null ? [] : [phoneKeyHash(id, phoneHash)]),
    ...(client === null || comparable(client) === '' ? [] : [clientKeyHash(id, client)]),
  ])
}

/** Calls that are open or were settled a moment ago do not have search keys yet. */
async function idsUnflushed(sql: Sql, search: CallSearch): Promise<number[]> {
  if (search.phoneHash === null && search.client === null) return []
  const isAsked = asks({ ...search, unique: null })
  const ids: number[] = []
  for (const text of unfiled) {
    const rows = await sql.all(text, maxUnfiledRead)
    ids.push(...rows.filter(isAsked).map((row) => Number(row.vendor_id)))
  }
  return ids
}

/**
 * Calls by phone and by client. The keys arrive in random order, so they are kept in generations: the keys of
 * the newest generation are on two hundred pages, which one digest writes whole, and a search looks in each generation.
 */
const callsPerGeneration = 20_000

const generationOf = (vendorId: number) => Math.floor(vendorId / callsPerGeneration)
export const firstIdOf = (generation: number) => generation * callsPerGeneration

const phoneKeyHash = (serviceId: number, phoneHash: Uint8Array) =>
  hash48(`${serviceId} phone ${Buffer.from(phoneHash).toString('hex')}`)
const clientKeyHash = (serviceId: number, client: string) =>
  hash48(`${serviceId} client ${comparable(client)}`)

/** How clients are compared. Not left to the databases, whose lower() covers different alphabets. */
const comparable = (client: string) => client.trim().toLowerCase()

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
