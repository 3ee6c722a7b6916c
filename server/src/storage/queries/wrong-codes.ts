import { triesInDay, type WrongTry } from '../../books/wrong-codes.ts'
import { dayMs } from '../../platform/clock.ts'
import type { Sql } from '../sql.ts'

/** One row for a phone, with all its wrong codes of the last day: they are few, and are always judged together. */
type Packed = readonly [at: number, serviceId: number, isReached: 0 | 1, ...sources: string[]]

export async function wrongTries(
  sql: Sql,
  phoneHash: Uint8Array | null,
  at: number,
): Promise<readonly WrongTry[]> {
  if (phoneHash === null) return []
  const row = await sql.get`SELECT tries FROM wrong_codes WHERE phone_hash = ${phoneHash}`
  if (row === undefined) return []
  const packed = JSON.parse(String(row.tries)) as Packed[]
  const tries = packed.map(([at, serviceId, isReached, ...sources]) => ({
    at,
    serviceId,
    isReached: isReached === 1,
    sources,
  }))
  return triesInDay(tries, at)
}

/** The caller has locked the phone: no try is lost between reading and saving. */
export async function saveWrongTries(
  sql: Sql,
  phoneHash: Uint8Array,
  tries: readonly WrongTry[],
): Promise<void> {
  const packed = tries.map(
    ({ at, serviceId, isReached, sources }): Packed => [at, serviceId, isReached ? 1 : 0, ...sources],
  )
  await sql.run`INSERT INTO wrong_codes (phone_hash, tries, ends_at)
    VALUES (${phoneHash}, ${JSON.stringify(packed)}, ${tries.at(-1)!.at + dayMs})
    ON CONFLICT (phone_hash) DO UPDATE SET tries = excluded.tries, ends_at = excluded.ends_at`
}
