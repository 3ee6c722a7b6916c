import { digest as digestPiece } from '../queries/digest.ts'
import type { Sql } from '../sql.ts'

/** "ringdige" as bytes: whoever counts, or takes back what was filed, holds this lock. */
const digestLock = 0x72_69_6e_67_64_69

/** One node at a time; 0 when another one is at it. */
export async function digest(sql: Sql, request: { limit: number; now: number }): Promise<number> {
  return (await tryLockDigest(sql)) ? await digestPiece(sql, request) : 0
}

/** False when another node counts. */
export async function tryLockDigest(sql: Sql): Promise<boolean> {
  const row = await sql.get('SELECT pg_try_advisory_xact_lock($1)::int AS locked', digestLock)
  return row?.locked === 1
}

export async function lockDigest(sql: Sql): Promise<void> {
  await sql.get('SELECT pg_advisory_xact_lock($1)', digestLock)
}
