import { filterFormat, KeyFilter, maxKeysOfFilter } from '../key-filter.ts'
import { hash48, keyHashBits } from '../key-hash.ts'
import { raw, type Sql } from '../sql.ts'
import { sqlState } from './connection.ts'
import { lockNotAvailable } from './give-way.ts'
import { lastVendorId } from './partitions.ts'

/**
 * Ids are used within moments of being drawn. A range counts as full only when the newest id is this far past its end.
 */
const idsUntilQuiet = 100_000
/** Keys that one statement reads for a filter, as one value: about a millisecond of a node's time. */
const keysPerRead = 16_384
const bytesAPlace = 8
/**
 * A pending table lock blocks the statements behind it. This limits how long they wait while somebody reads the range.
 */
const lockTimeoutMs = 500
/** Reads along the index from where the last statement ended, whatever the statistics of the table say. */
const alongTheIndex = `SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_hashagg = off;
  SET LOCAL jit = off`

/** Names the newest closing of a range. A node uses its filters only while this equals the closing that it has seen. */
export const newestClosing = "(SELECT value FROM meta WHERE name = 'key_closing')"

/** Each filter covers an equal part of all key hashes: about as many keys as it has room for. */
export const hashesPerPiece = (pieces: number) => Math.ceil(2 ** keyHashBits / pieces)

/** Only one node at a time closes ranges and makes filters. */
async function isAlone(sql: Sql): Promise<boolean> {
  const row = await sql.get`SELECT pg_try_advisory_xact_lock(${hash48('full ranges')})::int AS locked`
  return row?.locked === 1
}

/** Closes the newest full range that is still open for keys; returns false when there is none. */
export async function closeFullRange(sql: Sql): Promise<boolean> {
  if (!(await isAlone(sql))) return false
  const range = await sql.get`SELECT first_id FROM vendor_ranges
    WHERE key_pieces IS NULL AND end_id <= ${(await lastVendorId(sql)) - idsUntilQuiet}
    ORDER BY first_id DESC LIMIT 1`
  if (range === undefined) return false
  const keys = `unique_keys_${range.first_id}`
  // Counted before the lock, to keep the lock short. The filter has room for keys that are added meanwhile.
  const { count } = (await sql.get(`SELECT count(*) AS count FROM ${keys}`))!
  await sql.run(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)
  // The lock waits for transactions that write there; the statements after it see what those wrote.
  await sql.run`CREATE TRIGGER full_range BEFORE INSERT ON ${raw(keys)}
    FOR EACH ROW EXECUTE FUNCTION refuse_key_v1()`
  const isEmpty = (await sql.get(`SELECT 1 FROM ${keys} LIMIT 1`)) === undefined
  const pieces = isEmpty ? 0 : Math.max(1, Math.ceil(Number(count) / maxKeysOfFilter))
  await sql.run`UPDATE vendor_ranges SET key_pieces = ${pieces}, key_closing = gen_random_uuid()
    WHERE first_id = ${range.first_id!}`
  await sql.run`INSERT INTO meta SELECT 'key_closing', key_closing FROM vendor_ranges
    WHERE first_id = ${range.first_id!}
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`
  return true
}

/** A range that another session has locked, for example for a vacuum, is tried again later. */
export async function unlessBusy(step: Promise<boolean>): Promise<boolean> {
  try {
    return await step
  } catch (error) {
    if (sqlState((error as Error).cause ?? error) !== lockNotAvailable) throw error
    return false
  }
}

/** Makes a filter that a closed range does not have yet, newest range first; returns false when none is missing. */
export async function makeMissingFilter(sql: Sql): Promise<boolean> {
  if (!(await isAlone(sql))) return false
  const missing = await sql.get`SELECT first_id, key_pieces, piece FROM vendor_ranges
    CROSS JOIN LATERAL generate_series(0, key_pieces - 1) AS piece
    WHERE NOT EXISTS (SELECT FROM key_filters WHERE key_filters.first_id = vendor_ranges.first_id
      AND format = ${filterFormat} AND key_filters.piece = piece.piece)
    ORDER BY first_id DESC, piece LIMIT 1`
  if (missing === undefined) return false
  await sql.run(alongTheIndex)
  const piece = Number(missing.piece)
  const width = hashesPerPiece(Number(missing.key_pieces))
  const found: number[] = []
  for (let from = piece * width, isMore = true; isMore; ) {
    const keyHashes = await keyHashesIn(sql, `unique_keys_${missing.first_id}`, from, (piece + 1) * width)
    for (const keyHash of keyHashes) found.push(keyHash)
    isMore = keyHashes.length === keysPerRead
    from = (keyHashes.at(-1) ?? from) + 1
  }
  const filter = KeyFilter.for(found.length)
  for (const keyHash of found) filter.add(keyHash)
  await sql.run`INSERT INTO key_filters
    VALUES (${missing.first_id!}, ${filterFormat}, ${piece}, ${filter.bytes})`
  return true
}

/** The key hashes in order. They are read as one value, because one row each would take a node ten times as long. */
async function keyHashesIn(sql: Sql, keys: string, from: number, end: number): Promise<number[]> {
  const row = await sql.get`SELECT string_agg(int8send(key_hash), '' ORDER BY key_hash) AS hashes
    FROM (SELECT DISTINCT key_hash FROM ${raw(keys)} WHERE key_hash >= ${from} AND key_hash < ${end}
      ORDER BY key_hash LIMIT ${keysPerRead}) AS next`
  const bytes = row?.hashes as Buffer | null
  const count = (bytes?.length ?? 0) / bytesAPlace
  return Array.from({ length: count }, (_, index) => Number(bytes!.readBigInt64BE(index * bytesAPlace)))
}
