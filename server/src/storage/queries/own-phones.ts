import { bytes, number, type RecordOf, tableOf, text } from '../record.ts'
import { part, type Sql } from '../sql.ts'
import { changeAccount } from './accounts.ts'

/** The phone of an account: as a keyed hash and a mask, like every other number. */
const shown = {
  accountId: number,
  phoneMask: text,
  /** Until when the code of the last call is accepted. */
  endsAt: number,
  /** 0 until the code was entered. */
  confirmedAt: number,
}
const phones = tableOf('own_phones', shown)
const awaited = tableOf('own_phones', { ...shown, phoneHash: bytes, codeHash: text, tries: number })

export const ownPhone = (sql: Sql, accountId: number) => phones.find(sql, { accountId })

/** The accounts that have confirmed this phone or wait for its code. */
export const ownPhonesOf = (sql: Sql, phoneHash: Uint8Array) =>
  phones.where(sql, part`phone_hash = ${phoneHash} ORDER BY account_id`)

/** How many other accounts have confirmed this phone. */
export async function accountsWithPhone(
  sql: Sql,
  request: { phoneHash: Uint8Array; exceptAccountId: number },
): Promise<number> {
  const row = await sql.get`SELECT count(*) AS accounts FROM own_phones
    WHERE phone_hash = ${request.phoneHash} AND account_id <> ${request.exceptAccountId} AND confirmed_at > 0`
  return Number(row?.accounts)
}

/** Stores that a code is expected, before the call rings. Replaces an earlier one. */
export async function awaitOwnPhone(
  sql: Sql,
  phone: Omit<RecordOf<typeof awaited>, 'confirmedAt' | 'tries'>,
): Promise<void> {
  await sql.run(...awaited.upsert({ ...phone, tries: 0, confirmedAt: 0 }, 'accountId'))
}

/** Counts the try first, in the statement that also checks whether one was left: two requests never share a try. */
export async function tryOwnPhone(
  sql: Sql,
  request: { accountId: number; codeHash: string; maxTries: number; now: number },
): Promise<'confirmed' | 'wrong' | 'ended'> {
  const row = await sql.get`UPDATE own_phones SET tries = tries + 1
    WHERE account_id = ${request.accountId} AND confirmed_at = 0 AND ends_at > ${request.now}
    AND tries < ${request.maxTries} RETURNING code_hash`
  if (row === undefined) return 'ended'
  if (row.code_hash !== request.codeHash) return 'wrong'
  await sql.run`UPDATE own_phones SET confirmed_at = ${request.now}, code_hash = ''
    WHERE account_id = ${request.accountId}`
  await changeAccount(sql, { id: request.accountId, phoneConfirmed: true, at: request.now })
  return 'confirmed'
}
