import type { VerificationRecord } from '../../books/verification.ts'
import type { VerificationSearch } from '../insight-records.ts'
import type { MaybePromise, Row, Sql } from '../sql.ts'
import { verificationOf } from '../verification-columns.ts'
import { idBounds } from './id-bounds.ts'
import { inPieces, rowsOfParameters } from './pieces.ts'
import { clientPlace, comparable, generationOf, phonePlace } from './search-keys.ts'

/** The newest verifications without search keys that are read: half a minute of a node at its limit. */
const maxUnfiledRead = 20_000
const unfiledColumns = 'verifications.vendor_id, service_id, phone_hash, client'
const unfiled = [
  `SELECT ${unfiledColumns} FROM undigested
   JOIN verifications ON verifications.vendor_id = undigested.vendor_id
   ORDER BY undigested.vendor_id DESC LIMIT $1`,
  `SELECT ${unfiledColumns} FROM verifications WHERE state = -1 ORDER BY deadline_at DESC LIMIT $1`,
]

/** How a store finds the verifications that may have an idempotency key. */
export type UniqueOwners = (sql: Sql, serviceId: number, unique: string) => MaybePromise<number[]>

export interface SearchDeps {
  readonly filedIds: FiledIds
  readonly uniqueOwners: UniqueOwners
}

/** Newest first. */
export async function findVerifications(
  sql: Sql,
  search: VerificationSearch,
  { filedIds, uniqueOwners }: SearchDeps,
): Promise<VerificationRecord[]> {
  const { serviceIds, unique, limit } = search
  const ids = new Set([...(await idsFiled(sql, search, filedIds)), ...(await idsUnfiled(sql, search))])
  if (unique !== null) {
    const owners = await Promise.all(serviceIds.map((id) => uniqueOwners(sql, id, unique)))
    for (const id of owners.flat()) ids.add(id)
  }
  const newest = [...ids].sort((one, other) => other - one)
  const isAsked = asks(search)
  const found: VerificationRecord[] = []
  for (const piece of inPieces(newest)) {
    const rows = await sql.all(
      `SELECT * FROM verifications WHERE vendor_id IN ${rowsOfParameters(1, piece.length)}
       ORDER BY vendor_id DESC`,
      ...piece,
    )
    found.push(...rows.filter(isAsked).map(verificationOf))
    if (found.length >= limit) break
  }
  return found.slice(0, limit)
}

/** Two values may share a key, so what was found is compared with what was searched for. */
function asks({ serviceIds, phoneHash, client, unique }: VerificationSearch): (row: Row) => boolean {
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
export type FiledIds = (
  sql: Sql,
  probe: { places: readonly number[]; newest: number; oldest: number; limit: number },
) => MaybePromise<number[]>

async function idsFiled(sql: Sql, search: VerificationSearch, filedIds: FiledIds): Promise<number[]> {
  const places = placesOf(search)
  const bounds = await idBounds(sql)
  if (places.length === 0 || bounds === undefined) return []
  const [oldest, newest] = [generationOf(bounds.first), generationOf(bounds.last)]
  return await filedIds(sql, { places, newest, oldest, limit: search.limit })
}

function placesOf({ serviceIds, phoneHash, client }: VerificationSearch): number[] {
  return serviceIds.flatMap((id) => [
    ...(phoneHash === null ? [] : [phonePlace(id, phoneHash)]),
    ...(client === null || comparable(client) === '' ? [] : [clientPlace(id, client)]),
  ])
}

/** Verifications that are open or were settled a moment ago do not have search keys yet. */
async function idsUnfiled(sql: Sql, search: VerificationSearch): Promise<number[]> {
  if (search.phoneHash === null && search.client === null) return []
  const isAsked = asks({ ...search, unique: null })
  const ids: number[] = []
  for (const text of unfiled) {
    const rows = await sql.all(text, maxUnfiledRead)
    ids.push(...rows.filter(isAsked).map((row) => Number(row.vendor_id)))
  }
  return ids
}
