import type { LedgerEntry } from '../../books/ledger.ts'
import { part, type Sql } from '../sql.ts'
import { ledgerTable } from './accounts.ts'
import { auditedTable } from './audit.ts'

/**
 * The oldest entries of an account, of months before this time, at most `limit`. Only entries that an audit has verified
 * and summed (ledger-sums.ts); the last of them stays, because the next audit starts from it. The embedded store refuses an
 * implausible `now`.
 */
export async function entriesToClose(
  sql: Sql,
  { accountId, endMs, limit }: { accountId: number; endMs: number; limit: number; now: number },
): Promise<LedgerEntry[] | 'clock-leapt'> {
  const audited = await auditedTable.find(sql, { accountId })
  const proved = part`account_id = ${accountId} AND entry < ${audited?.lastEntry ?? 0}`
  const oldest = await ledgerTable.where(sql, part`${proved} ORDER BY entry LIMIT ${limit}`)
  const newer = oldest.findIndex(({ createdAt }) => createdAt >= endMs)
  return newer === -1 ? oldest : oldest.slice(0, newer)
}

/** Removes the entries up to this one, which are in the archive. Their number and sum stay, for the audit. */
export async function closeEntries(
  sql: Sql,
  { accountId, endMs, upTo }: { accountId: number; endMs: number; upTo: number },
): Promise<void> {
  const audited = await auditedTable.find(sql, { accountId })
  if (audited === undefined || upTo >= audited.lastEntry)
    throw new Error(`entry ${upTo} of account ${accountId} is not audited`)
  const old = part`account_id = ${accountId} AND entry <= ${upTo}`
  const sums = await sql.get`SELECT count(*) AS entries, sum(amount_units) AS units FROM ledger WHERE ${old}`
  await sql.run`DELETE FROM ledger WHERE ${old}`
  const change = {
    archivedEntries: audited.archivedEntries + Number(sums?.entries),
    archivedUnits: audited.archivedUnits + Number(sums?.units ?? 0),
    archivedUntil: Math.max(audited.archivedUntil, endMs),
  }
  if (change.archivedEntries !== Math.max(upTo, audited.archivedEntries))
    throw new Error(`the entries of account ${accountId} up to ${upTo} have a gap`)
  await sql.run(...auditedTable.update({ accountId }, change))
}
