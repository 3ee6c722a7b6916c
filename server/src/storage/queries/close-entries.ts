import { type MonthClosing, monthOf, monthStartMs, summedKinds } from '../../books/close-months.ts'
import type { LedgerEntry } from '../../books/ledger.ts'
import type { Sql } from '../sql.ts'
import { inPieces } from './pieces.ts'
import { placeInTime } from './place-in-time.ts'
import { entryOf } from './rows.ts'

export interface EntriesToClose {
  readonly accountId: number
  readonly now: number
  /** How many whole months before the current one stay open. */
  readonly keptMonths: number
  /** The month that begins at this time stays open too; null when only `keptMonths` decides. */
  readonly before: number | null
  /** Entries up to this number are skipped, so that a run does not read again what it has removed. */
  readonly after: number
  readonly limit: number
}

export interface EntriesClosing extends Pick<MonthClosing, 'carryForward' | 'removed'> {
  readonly accountId: number
  readonly now: number
}

/**
 * The oldest entries of an account whose months can be closed, with the carry-forward entries before them. Only entries
 * that an audit has verified; the last of these stays, because the next audit starts from it.
 */
export async function entriesToClose(sql: Sql, request: EntriesToClose): Promise<LedgerEntry[]> {
  const { accountId, now, keptMonths, before, after, limit } = request
  const endMs = Math.min(monthStartMs(monthOf(now) - keptMonths), before ?? Number.MAX_SAFE_INTEGER)
  const proved = Number(
    (await sql.get('SELECT last_entry FROM audited_accounts WHERE account_id = $1', accountId))?.last_entry ??
      0,
  )
  const end = await placeInTime(
    (entry) =>
      sql.get(
        'SELECT entry AS place, created_at AS at FROM ledger WHERE account_id = $1 AND entry >= $2 ORDER BY entry LIMIT 1',
        accountId,
        entry,
      ),
    { first: 1, last: proved },
    endMs,
    'after',
  )
  const rows = await sql.all(
    `SELECT * FROM ledger WHERE account_id = $1 AND entry > $5 AND entry < $2 AND created_at < $3
       AND kind IN (${summedKinds.map((kind) => `'${kind}'`).join(', ')})
     ORDER BY entry LIMIT $4`,
    accountId,
    Math.min(end, proved),
    endMs,
    limit,
    after,
  )
  return rows.map(entryOf)
}

/**
 * Replaces entries by the carry-forward entries that sum them. Returns false, and changes nothing, on a store whose
 * clock is not plausible. Throws when another process closed the same entries meanwhile.
 */
export async function closeEntries(sql: Sql, closing: EntriesClosing): Promise<boolean> {
  const { accountId, carryForward, removed } = closing
  let gone = 0
  for (const some of inPieces(removed)) {
    const places = some.map((_, index) => `$${index + 2}`).join(', ')
    gone += await sql.run(
      `DELETE FROM ledger WHERE account_id = $1 AND entry IN (${places})`,
      accountId,
      ...some,
    )
  }
  let carried = 0
  for (const { entry, amountUnits, heldUnits, summed, summedBefore } of carryForward) {
    carried += await sql.run(
      `UPDATE ledger SET amount_units = $3, held_units = $4, summed = $5, vendor_id = NULL, note = ''
       WHERE account_id = $1 AND entry = $2 AND summed = $6`,
      accountId,
      entry,
      amountUnits,
      heldUnits,
      summed,
      summedBefore,
    )
  }
  if (gone !== removed.length || carried !== carryForward.length) {
    throw new Error(`the ledger of account ${accountId} is being closed by another process`)
  }
  return true
}
