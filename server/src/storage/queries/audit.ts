import type { Sql } from '../sql.ts'
import { type DaySum, entryCount } from './ledger-days.ts'

/** The result of an audit. Every list is empty when the books are in order. */
export interface AuditReport {
  readonly accounts: number
  /** How many ledger entries are verified, by this audit or an earlier one. */
  readonly entries: number
  /**
   * How many rows this audit has read. A full audit reads all of them. A carry-forward entry is one row for many
   * entries.
   */
  readonly readEntries: number
  /** Calls whose holds were compared: all in a full audit, else only the open ones. */
  readonly calls: number
  /** Accounts whose balance, held sum or number of entries differs from their ledger entries. */
  readonly unbalancedAccounts: readonly number[]
  /** Calls that hold money after their end, or whose hold differs from the ledger. */
  readonly wrongHolds: readonly number[]
}

/** The sums of the entries of an account, and the calls for which they hold money. */
export interface ProvedAccount {
  readonly accountId: number
  readonly lastEntry: number
  readonly amountUnits: number
  readonly heldUnits: number
  readonly holds: readonly { readonly vendorId: number; readonly heldUnits: number }[]
  /** The entries after `since`, by day. */
  readonly days: readonly DaySum[]
  readonly since: number
}

/** An audit as it is stored for all nodes. */
export interface AuditResult {
  readonly at: number
  readonly tookMs: number
  readonly report: AuditReport
}

/** The most findings that a report lists; one is enough for an alarm. */
export const maxFindings = 1_000

/**
 * Reads every entry: verifies that every balance is the sum of its entries and that no hold outlives its call.
 */
export async function audit(sql: Sql): Promise<AuditReport> {
  const counts = await sql.get`SELECT (SELECT count(*) FROM accounts) AS accounts,
    (SELECT count(*) FROM ledger) AS rows_read,
    (SELECT coalesce(sum(${entryCount}), 0) FROM ledger) AS entries,
    (SELECT count(*) FROM calls) AS calls`
  const unbalanced = await sql.all`SELECT id FROM accounts LEFT JOIN (
      SELECT account_id, sum(amount_units) AS amount, sum(held_units) AS held, sum(${entryCount}) AS n, max(entry) AS last
      FROM ledger GROUP BY account_id
    ) AS sums ON account_id = id
    WHERE balance_units <> coalesce(amount, 0) OR held_units <> coalesce(held, 0)
      OR last_entry <> coalesce(n, 0) OR last_entry <> coalesce(last, 0)
    ORDER BY id LIMIT ${maxFindings}`
  // Compares the holds in the ledger with the record of each call.
  const wrongHolds = await sql.all`SELECT vendor_id FROM (
      SELECT vendor_id, sum(held_units) AS held FROM ledger WHERE vendor_id IS NOT NULL GROUP BY vendor_id
      HAVING sum(held_units) <> 0
      UNION ALL
      SELECT vendor_id, -price_units AS held FROM calls WHERE state = -1 AND price_units > 0
    ) AS held GROUP BY vendor_id HAVING sum(held) <> 0
    ORDER BY vendor_id LIMIT ${maxFindings}`
  return {
    accounts: Number(counts?.accounts),
    entries: Number(counts?.entries),
    readEntries: Number(counts?.rows_read),
    calls: Number(counts?.calls),
    unbalancedAccounts: unbalanced.map((row) => Number(row.id)),
    wrongHolds: wrongHolds.map((row) => Number(row.vendor_id)),
  }
}
