import { type CodeSender, triesInDay, type WrongTry } from '../../books/wrong-codes.ts'
import { dayMs } from '../../platform/clock.ts'
import { bytes, json, number, tableOf } from '../record.ts'
import type { Row, Sql } from '../sql.ts'

/** One row for a phone, with all its wrong codes of the last day: they are few, and are always judged together. */
type Packed = readonly [
  at: number,
  serviceId: number,
  isReached: 0 | 1,
  sender: CodeSender,
  ...sources: string[],
]
const phones = tableOf('wrong_codes', { phoneHash: bytes, tries: json<readonly Packed[]>(), endsAt: number })

export const wrongCodesRow = phones.row()

export function triesOf(row: Row | undefined, at: number): readonly WrongTry[] {
  const tries = (row === undefined ? [] : phones.of(row).tries).map(
    ([at, serviceId, isReached, sender, ...sources]) => ({
      at,
      serviceId,
      isReached: isReached === 1,
      sender,
      sources,
    }),
  )
  return triesInDay(tries, at)
}

/** All that are stored, oldest first. */
export const wrongTriesOf = async (sql: Sql, phoneHash: Uint8Array) =>
  triesOf(await sql.get`SELECT * FROM wrong_codes WHERE phone_hash = ${phoneHash}`, 0)

/** A row with tries, of which there is one at least. */
export const packedTries = (phoneHash: Uint8Array, tries: readonly WrongTry[]) => ({
  phoneHash,
  tries: tries.map(
    ({ at, serviceId, isReached, sender, sources }): Packed => [
      at,
      serviceId,
      isReached ? 1 : 0,
      sender,
      ...sources,
    ],
  ),
  endsAt: tries.at(-1)!.at + dayMs,
})
