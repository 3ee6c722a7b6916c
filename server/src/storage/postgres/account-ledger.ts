import { post } from '../../books/ledger.ts'
import { type AccountLedger, ledgerTable } from '../queries/accounts.ts'
import type { Sql } from '../sql.ts'
import { type DeadlineClock, timeOf } from './database-time.ts'

/**
 * Changes of account balances outside the batches, each in its own transaction. Batches and these transactions lock the
 * same account row, so they cannot overlap.
 */
export function accountLedgerOf(sql: Sql, deadlinesBy: DeadlineClock): AccountLedger {
  const locked = async (accountId: number) => {
    const row = await sql.get`SELECT balance_units, held_units, last_entry FROM accounts
      WHERE id = ${accountId} FOR UPDATE`
    return (
      row && {
        balanceUnits: Number(row.balance_units),
        heldUnits: Number(row.held_units),
        lastEntry: Number(row.last_entry),
      }
    )
  }
  return {
    moneyOf: locked,
    async post({ at, ...given }) {
      const { accountId } = given
      const money = await locked(accountId)
      if (money === undefined) throw new Error(`there is no account ${accountId}`)
      const createdAt = deadlinesBy === 'database' ? await timeOf(sql) : at
      const entry = post(money, { ...given, vendorId: null, createdAt }, 0)
      await sql.run`UPDATE accounts SET balance_units = ${money.balanceUnits}, last_entry = ${money.lastEntry}
        WHERE id = ${accountId}`
      await sql.run(...ledgerTable.insert(entry))
      return { entry: entry.entry, balanceUnits: money.balanceUnits }
    },
  }
}
