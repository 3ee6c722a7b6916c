import { number, type RecordOf, tableOf } from '../record.ts'
import type { Sql } from '../sql.ts'
import type { AccountLedger } from './accounts.ts'
import { ledgerTable } from './accounts.ts'
import { addToTotal } from './money-totals.ts'

/** A reversed top-up: the numbers of both entries. */
const reversed = tableOf('reversals', { accountId: number, entry: number, reversedBy: number })
export type ReversalRecord = Pick<RecordOf<typeof reversed>, 'entry' | 'reversedBy'>

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
  return reversed.all(sql, `entry DESC LIMIT ${maxReversals}`, { accountId })
}

/** Takes the whole amount of a top-up back, once. Returns the balance, or why nothing was changed. */
export async function reverseTopUp(
  sql: Sql,
  { accountId, entry, note, allowsDebt, at }: TopUpReversal,
  ledger: AccountLedger,
): Promise<number | 'no-top-up' | 'reversed-already' | 'money-spent'> {
  const money = await ledger.moneyOf(accountId)
  const topUp = await ledgerTable.find(sql, { accountId, entry })
  if (money === undefined || topUp?.kind !== 'top-up') return 'no-top-up'
  if ((await reversed.find(sql, { accountId, entry })) !== undefined) return 'reversed-already'
  const { amountUnits } = topUp
  if (money.balanceUnits < amountUnits && !allowsDebt) return 'money-spent'
  const made = await ledger.post({ accountId, kind: 'reversal', amountUnits: -amountUnits, note, at })
  await sql.run(...reversed.insert({ accountId, entry, reversedBy: made.entry }))
  await addToTotal(sql, 'top_ups_reversed', amountUnits)
  return made.balanceUnits
}
