import type { EntryKind } from '../../books/ledger.ts'
import { dayMs } from '../../platform/clock.ts'
import { number, oneOf, type RecordOf, tableOf, text } from '../record.ts'
import { part, raw, type Sql } from '../sql.ts'
import { inPieces } from './pieces.ts'

const summed = {
  kind: oneOf<EntryKind>(),
  /** Of a capture or release: the mode of the call, or `checkPhone`; else "". */
  what: text,
  entries: number,
  /** By how much the balance and the held amount together changed. A hold changes neither sum: it is left out. */
  units: number,
}
/** Some entries of the ledger together. */
const sums = tableOf('ledger_days', summed)
export type EntrySum = RecordOf<typeof sums>
const dayTable = tableOf('ledger_days', {
  ...summed,
  accountId: number,
  /** UTC, since 1970. */
  day: number,
})
export type DaySum = Omit<RecordOf<typeof dayTable>, 'accountId'>

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

/** How many entries a row of the ledger stands for. */
export const entryCount = raw('CASE WHEN summed = 0 THEN 1 ELSE summed END')

const columns = part`ledger.created_at / ${raw(String(dayMs))} AS day, kind,
  CASE WHEN kind IN ('capture', 'release') THEN note ELSE '' END AS what,
  ${entryCount} AS entries, ledger.amount_units + ledger.held_units AS units`

/** The entries of an account after this one, summed by day. */
export async function newDays(sql: Sql, accountId: number, after: number): Promise<DaySum[]> {
  const rows = await sql.all`SELECT day, kind, what, sum(entries) AS entries, sum(units) AS units FROM (
      SELECT ${columns} FROM ledger WHERE account_id = ${accountId} AND entry > ${after} AND kind <> 'hold') AS newer
    GROUP BY day, kind, what`
  return rows.map((row) => ({ ...sums.of(row), day: Number(row.day) }))
}

/** Adds what an audit has read after `since`; 0 is an audit from the first entry. */
export async function addLedgerDays(
  sql: Sql,
  { accountId, days, since }: { accountId: number; days: readonly DaySum[]; since: number },
): Promise<void> {
  if (since === 0) await dayTable.remove(sql, { accountId })
  const end = `ON CONFLICT (account_id, day, kind, what) DO UPDATE
    SET entries = ledger_days.entries + excluded.entries, units = ledger_days.units + excluded.units`
  const rows = days.map((day) => ({ ...day, accountId }))
  for (const some of inPieces(rows)) await sql.run(...dayTable.insertAll(some, end))
}

/** From the sums of the last audit and the entries since then, so its cost does not grow with the ledger. */
export async function entrySums(sql: Sql, { accountId, demo, from, to, by }: EntrySumsQuery) {
  const key = raw(by === 'day' ? 'day' : 'account_id')
  const own = accountId === null ? part`accounts.demo = ${demo ? 1 : 0}` : part`accounts.id = ${accountId}`
  const rows =
    await sql.all`SELECT ${key} AS key, kind, what, sum(entries) AS entries, sum(units) AS units FROM (
      SELECT account_id, day, kind, what, entries, units
      FROM accounts JOIN ledger_days ON ledger_days.account_id = accounts.id WHERE ${own}
      UNION ALL
      SELECT ledger.account_id, ${columns}
      FROM accounts LEFT JOIN audited_accounts ON audited_accounts.account_id = accounts.id
        JOIN ledger ON ledger.account_id = accounts.id
          AND ledger.entry > coalesce(audited_accounts.last_entry, 0)
      WHERE ${own} AND kind <> 'hold'
    ) AS sums WHERE day >= ${from} AND day < ${to}
    GROUP BY ${key}, kind, what ORDER BY ${key}`
  return rows.map((row) => ({ ...sums.of(row), key: Number(row.key) }))
}
