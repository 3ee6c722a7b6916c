import type { LedgerEntry } from '../../books/ledger.ts'
import { monthOf, monthStartMs } from '../../books/months.ts'
import { part, type Sql } from '../sql.ts'
import { ledgerTable } from './accounts.ts'
import { entryCount } from './ledger-days.ts'
import { placeInTime } from './place-in-time.ts'

export interface EntriesToClose {
  readonly accountId: number
  readonly now: number
  /** How many whole months before the current one stay open. */
  readonly keptMonths: number
  /** The month that begins at this time stays open too; null when only `keptMonths` decides. */
  readonly before: number | null
  readonly limit: number
}

/** The entries of an account up to this one and before this time. */
export interface EntriesClosing {
  readonly accountId: number
  readonly upTo: number
  readonly endMs: number
  readonly now: number
}

/** The entries of calls and look-ups, which are millions. Payments and charges stay single: their notes are needed. */
const oldCalls = ({ accountId, upTo, endMs }: Omit<EntriesClosing, 'now'>) =>
  part`account_id = ${accountId} AND entry <= ${upTo} AND created_at < ${endMs}
    AND kind IN ('hold', 'capture', 'release')`
/** A call whose money is still held at the end of the part keeps its entries, so that its hold stays the same. */
const closable = (closing: Omit<EntriesClosing, 'now'>) =>
  part`${oldCalls(closing)} AND (vendor_id IS NULL OR vendor_id IN (
    SELECT vendor_id FROM ledger WHERE ${oldCalls(closing)} GROUP BY vendor_id HAVING sum(held_units) = 0))`

/**
 * The oldest single entries that can be closed together, at most `limit`. Only entries that an audit has verified; the
 * last of these stays, because the next audit starts from it.
 */
export async function entriesToClose(
  sql: Sql,
  { accountId, now, keptMonths, before, limit }: EntriesToClose,
): Promise<Omit<EntriesClosing, 'now'> & { detail: LedgerEntry[]; isLast: boolean }> {
  const endMs = Math.min(monthStartMs(monthOf(now) - keptMonths), before ?? Number.MAX_SAFE_INTEGER)
  const audited = await sql.get`SELECT last_entry FROM audited_accounts WHERE account_id = ${accountId}`
  const proved = Number(audited?.last_entry ?? 0)
  const rowFrom = (entry: number) =>
    sql.get`SELECT entry AS place, created_at AS at FROM ledger
      WHERE account_id = ${accountId} AND entry >= ${entry} ORDER BY entry LIMIT 1`
  const end = await placeInTime(rowFrom, { first: 1, last: proved }, endMs, 'after')
  const all = { accountId, upTo: Math.min(end, proved) - 1, endMs }
  const some = await sql.get`SELECT count(*) AS n, max(entry) AS up_to FROM (
    SELECT entry FROM ledger WHERE ${oldCalls(all)} AND summed = 0 ORDER BY entry LIMIT ${limit}) AS oldest`
  const oldest = { ...all, upTo: Number(some?.up_to ?? 0) }
  const detail = await ledgerTable.where(sql, part`${closable(oldest)} AND summed = 0 ORDER BY entry`)
  return { ...oldest, detail, isLast: Number(some?.n) < limit }
}

/**
 * Replaces the entries by one carry-forward entry for each month, kind and note, in the place of the last one that it sums:
 * number, time and balance stay. Proves that the sums of the part are the same as before.
 */
export async function closeEntries(sql: Sql, closing: EntriesClosing): Promise<boolean> {
  const sums = async () =>
    JSON.stringify(
      await sql.get`SELECT sum(amount_units) AS amount, sum(held_units) AS held, sum(${entryCount}) AS n
        FROM ledger WHERE ${oldCalls(closing)}`,
    )
  const before = await sums()
  const removed = (await sql.all`DELETE FROM ledger WHERE ${closable(closing)} RETURNING *`).map(
    ledgerTable.of,
  )
  const groups = Map.groupBy(removed, ({ createdAt, kind, note }) => `${monthOf(createdAt)} ${kind} ${note}`)
  for (const group of groups.values()) {
    const last = group.reduce((one, other) => (one.entry > other.entry ? one : other))
    const sumOf = (of: (entry: LedgerEntry) => number) => group.reduce((sum, entry) => sum + of(entry), 0)
    const carried = {
      ...last,
      vendorId: null,
      amountUnits: sumOf(({ amountUnits }) => amountUnits),
      heldUnits: sumOf(({ heldUnits }) => heldUnits),
      summed: sumOf(({ summed }) => Math.max(summed, 1)),
    }
    await sql.run(...ledgerTable.insert(carried))
  }
  if ((await sums()) !== before) throw new Error(`closing changed the sums of account ${closing.accountId}`)
  return true
}
