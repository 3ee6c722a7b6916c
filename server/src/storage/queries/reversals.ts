import type { Sql } from '../sql.ts'
import type { AccountLedger } from './account-ledger.ts'
import { addToTotal } from './money-totals.ts'

/** A reversed top-up: the numbers of both entries. */
export interface ReversalRecord {
  readonly entry: number
  readonly reversedBy: number
}

interface TopUpReversal {
  readonly accountId: number
  /** The number of the top-up. */
  readonly entry: number
  readonly note: string
  /** Whether the balance may fall below zero. */
  readonly allowsDebt: boolean
  readonly at: number
}

/** An account has a handful of them; older ones than these are not marked in lists. */
const maxReversals = 1_000

export async function reversals(sql: Sql, accountId: number): Promise<ReversalRecord[]> {
  const rows = await sql.all(
    `SELECT entry, reversed_by FROM reversals WHERE account_id = $1 ORDER BY entry DESC LIMIT ${maxReversals}`,
    accountId,
  )
  return rows.map((row) => ({ entry: Number(row.entry), reversedBy: Number(row.reversed_by) }))
}

/** Takes the whole amount of a top-up back, once. Returns the balance, or why nothing was changed. */
export async function reverseTopUp(
  sql: Sql,
  { accountId, entry, note, allowsDebt, at }: TopUpReversal,
  ledger: AccountLedger,
): Promise<number | 'no-top-up' | 'reversed-already' | 'money-spent'> {
  const money = await ledger.moneyOf(accountId)
  const row = await sql.get(
    'SELECT kind, amount_units FROM ledger WHERE account_id = $1 AND entry = $2',
    accountId,
    entry,
  )
  if (money === undefined || row?.kind !== 'top-up') return 'no-top-up'
  const known = await sql.get(
    'SELECT entry FROM reversals WHERE account_id = $1 AND entry = $2',
    accountId,
    entry,
  )
  if (known !== undefined) return 'reversed-already'
  const amountUnits = Number(row.amount_units)
  if (money.balanceUnits < amountUnits && !allowsDebt) return 'money-spent'
  const made = await ledger.post({ accountId, kind: 'reversal', amountUnits: -amountUnits, note, at })
  await sql.run('INSERT INTO reversals VALUES ($1, $2, $3)', accountId, entry, made.entry)
  await addToTotal(sql, 'top_ups_reversed', amountUnits)
  return made.balanceUnits
}
