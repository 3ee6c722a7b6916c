import { type CodeSender, triesInDay, type WrongTry } from '../../books/wrong-codes.ts'
import { dayMs } from '../../platform/clock.ts'
import { bytes, json, number, tableOf } from '../record.ts'
import type { Sql } from '../sql.ts'

/** One row for a phone, with all its wrong codes of the last day: they are few, and are always judged together. */
type Packed = readonly [
  at: number,
  serviceId: number,
  isReached: 0 | 1,
  sender: CodeSender,
  ...sources: string[],
]
const phones = tableOf('wrong_codes', { phoneHash: bytes, tries: json<readonly Packed[]>(), endsAt: number })

export async function wrongTries(
  sql: Sql,
  phoneHash: Uint8Array | null,
  at: number,
): Promise<readonly WrongTry[]> {
  const found = phoneHash === null ? undefined : await phones.find(sql, { phoneHash })
  const tries = (found?.tries ?? []).map(([at, serviceId, isReached, sender, ...sources]) => ({
    at,
    serviceId,
    isReached: isReached === 1,
    sender,
    sources,
  }))
  return triesInDay(tries, at)
}

/** All that are stored, oldest first. */
export const wrongTriesOf = (sql: Sql, phoneHash: Uint8Array) => wrongTries(sql, phoneHash, 0)

/** The caller has locked the phone: no try is lost between reading and saving. */
export async function saveWrongTries(sql: Sql, phoneHash: Uint8Array, tries: readonly WrongTry[]) {
  const packed = tries.map(
    ({ at, serviceId, isReached, sender, sources }): Packed => [
      at,
      serviceId,
      isReached ? 1 : 0,
      sender,
      ...sources,
    ],
  )
  const row = { phoneHash, tries: packed, endsAt: tries.at(-1)!.at + dayMs }
  await sql.run(...phones.upsert(row, 'phoneHash'))
}
