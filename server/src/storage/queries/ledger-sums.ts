import type { EntryKind } from '../../books/ledger.ts'
import { minuteMs } from '../../platform/clock.ts'
import { number, oneOf, type RecordOf, tableOf, text } from '../record.ts'
import { part, raw, type Sql } from '../sql.ts'
import { inPieces } from './pieces.ts'

/** The borders of days in every time zone are borders of quarter hours. */
const quarterMs = 15 * minuteMs

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
  /** Where periods begin, and the last one ends: borders of quarter hours, such as those of days in any time zone. */
  readonly borders: readonly number[]
  readonly by: 'period' | 'account'
}

/** Sums of the period or the account that is the key: the time when the period begins, or the id. */
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
export async function entrySums(sql: Sql, { accountId, demo, borders, by }: EntrySumsQuery) {
  const [from, ...ends] = borders.map((border) => Math.floor(border / quarterMs))
  const key =
    by === 'account'
      ? part`account_id`
      : part`CASE ${ends.map((end, place) => part`WHEN quarter < ${end} THEN ${raw(String(place))} `).reduce((all, each) => part`${all}${each}`)}END`
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
    ) AS sums WHERE quarter >= ${from!} AND quarter < ${ends.at(-1)!}
    GROUP BY 1, kind, what ORDER BY 1`
  const keyOf = (key: number) => (by === 'account' ? key : borders[key]!)
  return rows.map((row) => ({ ...sums.of(row), key: keyOf(Number(row.key)) }))
}
