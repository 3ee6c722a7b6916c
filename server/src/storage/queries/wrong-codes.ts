import type { CodeSender, WrongTry } from '../../books/wrong-codes.ts'
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
export const wrongCodesTable = tableOf('wrong_codes', {
  phoneHash: bytes,
  tries: json<readonly Packed[]>(),
  endsAt: number,
})

/** Oldest first. */
export const triesOf = (row: Row | undefined): readonly WrongTry[] =>
  (row === undefined ? [] : wrongCodesTable.of(row).tries).map(
    ([at, serviceId, isReached, sender, ...sources]) => ({
      at,
      serviceId,
      isReached: isReached === 1,
      sender,
      sources,
    }),
  )

export const wrongTriesOf = async (sql: Sql, phoneHash: Uint8Array) =>
  triesOf(await sql.get`SELECT * FROM wrong_codes WHERE phone_hash = ${phoneHash}`)

/** A row with tries, of which there is one at least. */
export const packedTries = ({
  phoneHash,
  tries,
}: {
  readonly phoneHash: Uint8Array
  readonly tries: readonly WrongTry[]
}) => ({
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
