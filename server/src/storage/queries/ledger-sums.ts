import type { EntryKind } from '../../books/ledger.ts'
import { dayMs, minuteMs } from '../../platform/clock.ts'
import { number, oneOf, type RecordOf, tableOf, text } from '../record.ts'
import { part, raw, type Sql } from '../sql.ts'
import { inPieces } from './pieces.ts'

/** The borders of days in every time zone are borders of quarter hours. */
const quarterMs = 15 * minuteMs
const quartersInDay = raw(String(dayMs / quarterMs))

const summed = {
  kind: oneOf<EntryKind>(),
  /** Of a capture or release: the mode of the call, or `checkPhone`; else "". */
  what: text,
  entries: number,
  units: number,
}
/** Some entries of the ledger together. */
const sums = tableOf('ledger_sums', summed)
export type EntrySum = RecordOf<typeof sums>
const quarterTable = tableOf('ledger_sums', {
  ...summed,
  accountId: number,
  /** Quarter hours since 1970 (UTC). */
  quarter: number,
})
export type QuarterSum = Omit<RecordOf<typeof quarterTable>, 'accountId'>

export interface EntrySumsQuery {
  /** null: of all accounts, demo accounts or the others. */
  readonly accountId: number | null
  readonly demo: boolean
  /** UTC days since 1970; the last one is not in it. */
  readonly from: number
  readonly to: number
  readonly by: 'day' | 'account'
}

/** Sums of the day or the account that is the key. */
export interface KeyedSum extends EntrySum {
  readonly key: number
}

const columns = part`ledger.created_at / ${raw(String(quarterMs))} AS quarter, kind,
  CASE WHEN kind IN ('capture', 'release') THEN note ELSE '' END AS what, 1 AS entries, ledger.amount_units AS units`

/** The entries of an account after this one, from this time on. */
export async function sumsAfter(
  sql: Sql,
  { accountId, entry, fromMs }: { accountId: number; entry: number; fromMs: number },
): Promise<QuarterSum[]> {
  const rows = await sql.all`SELECT quarter, kind, what, sum(entries) AS entries, sum(units) AS units FROM (
      SELECT ${columns} FROM ledger
      WHERE account_id = ${accountId} AND entry > ${entry} AND created_at >= ${fromMs}) AS newer
    GROUP BY quarter, kind, what`
  return rows.map((row) => ({ ...sums.of(row), quarter: Number(row.quarter) }))
}

/** Those from this time on are about to be added anew. */
export async function removeSums(sql: Sql, accountId: number, fromMs: number): Promise<void> {
  await sql.run`DELETE FROM ledger_sums WHERE account_id = ${accountId} AND quarter >= ${fromMs / quarterMs}`
}

export async function addSums(sql: Sql, accountId: number, some: readonly QuarterSum[]): Promise<void> {
  const end = `ON CONFLICT (account_id, quarter, kind, what) DO UPDATE
    SET entries = ledger_sums.entries + excluded.entries, units = ledger_sums.units + excluded.units`
  const rows = some.map((each) => ({ ...each, accountId }))
  for (const piece of inPieces(rows)) await sql.run(...quarterTable.insertAll(piece, end))
}

/** From the sums of the last audit and the entries since then, so its cost does not grow with the ledger. */
export async function entrySums(sql: Sql, { accountId, demo, from, to, by }: EntrySumsQuery) {
  const key = by === 'day' ? part`quarter / ${quartersInDay}` : part`account_id`
  const own = accountId === null ? part`accounts.demo = ${demo ? 1 : 0}` : part`accounts.id = ${accountId}`
  const rows =
    await sql.all`SELECT ${key} AS key, kind, what, sum(entries) AS entries, sum(units) AS units FROM (
      SELECT account_id, quarter, kind, what, entries, units
      FROM accounts JOIN ledger_sums ON ledger_sums.account_id = accounts.id WHERE ${own}
      UNION ALL
      SELECT ledger.account_id, ${columns}
      FROM accounts LEFT JOIN audited_accounts ON audited_accounts.account_id = accounts.id
        JOIN ledger ON ledger.account_id = accounts.id
          AND ledger.entry > coalesce(audited_accounts.last_entry, 0)
      WHERE ${own}
    ) AS sums WHERE quarter >= ${from} * ${quartersInDay} AND quarter < ${to} * ${quartersInDay}
    GROUP BY 1, kind, what ORDER BY 1`
  return rows.map((row) => ({ ...sums.of(row), key: Number(row.key) }))
}
