import { isDeepStrictEqual } from 'node:util'
import type { LedgerEntry } from '../../books/ledger.ts'
import { monthOf } from '../../books/months.ts'
import { part, type Sql } from '../sql.ts'
import { ledgerTable } from './accounts.ts'
import { entryCount } from './ledger-days.ts'
import { placeOf } from './ledger-page.ts'

/** The entries of an account before this time and up to this one. */
interface OldEntries {
  readonly accountId: number
  readonly endMs: number
  readonly upTo: number
}

/** Those of calls and look-ups, which are millions. Payments and charges stay single: their notes are needed. */
const ofCalls = ({ accountId, endMs, upTo }: OldEntries) =>
  part`account_id = ${accountId} AND entry <= ${upTo} AND created_at < ${endMs}
    AND kind IN ('hold', 'capture', 'release')`
/** A call whose money is still held after the last of them keeps its entries, so that its hold stays the same. */
const closable = (old: OldEntries) =>
  part`${ofCalls(old)} AND (vendor_id IS NULL OR vendor_id IN (
    SELECT vendor_id FROM ledger WHERE ${ofCalls(old)} GROUP BY vendor_id HAVING sum(held_units) = 0))`

/**
 * The single entries of the calls and look-ups that ended first, at most `limit` of these. Only entries that an audit has
 * verified; the last of them stays, because the next audit starts from it. The embedded store refuses an implausible `now`.
 */
export async function entriesToClose(
  sql: Sql,
  { accountId, endMs, limit }: { accountId: number; endMs: number; limit: number; now: number },
): Promise<LedgerEntry[] | 'clock-leapt'> {
  const audited = await sql.get`SELECT last_entry FROM audited_accounts WHERE account_id = ${accountId}`
  const proved = Number(audited?.last_entry ?? 0)
  const end = await placeOf(sql, accountId, proved, endMs, 'after')
  const ends = await sql.get`SELECT max(entry) AS last FROM (SELECT entry FROM ledger
    WHERE ${ofCalls({ accountId, endMs, upTo: Math.min(end, proved) - 1 })} AND kind <> 'hold' AND summed = 0
    ORDER BY entry LIMIT ${limit}) AS oldest`
  const old = { accountId, endMs, upTo: Number(ends?.last ?? 0) }
  return ledgerTable.where(sql, part`${closable(old)} AND summed = 0 ORDER BY entry`)
}

/**
 * Replaces the entries by one carry-forward entry for each month, kind and note, in the place of the last one that it sums:
 * number, time and balance stay. Proves that the sums are the same as before.
 */
export async function closeEntries(sql: Sql, old: OldEntries): Promise<void> {
  const sums = part`SELECT sum(amount_units) AS amount, sum(held_units) AS held, sum(${entryCount}) AS n
    FROM ledger WHERE ${ofCalls(old)}`
  const before = await sql.get`${sums}`
  const removed = await sql.all`DELETE FROM ledger WHERE ${closable(old)} RETURNING *`
  const entries = removed.map(ledgerTable.of)
  const groups = Map.groupBy(entries, ({ createdAt, kind, note }) => `${monthOf(createdAt)} ${kind} ${note}`)
  for (const group of groups.values()) {
    const sumOf = (of: (entry: LedgerEntry) => number) => group.reduce((sum, entry) => sum + of(entry), 0)
    const carried = {
      ...group.reduce((one, other) => (one.entry > other.entry ? one : other)),
      vendorId: null,
      amountUnits: sumOf(({ amountUnits }) => amountUnits),
      heldUnits: sumOf(({ heldUnits }) => heldUnits),
      summed: sumOf(({ summed }) => Math.max(summed, 1)),
    }
    await sql.run(...ledgerTable.insert(carried))
  }
  if (!isDeepStrictEqual(await sql.get`${sums}`, before))
    throw new Error(`closing changed the sums of account ${old.accountId}`)
}
