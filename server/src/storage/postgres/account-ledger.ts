import { type AccountLedger, ledgerTable } from '../queries/accounts.ts'
import type { Sql } from '../sql.ts'
import { type DeadlineClock, timeOf } from './database-time.ts'

/**
 * Changes of account balances outside the batches, each in its own transaction. Batches and these transactions lock the
 * same account row, so they cannot overlap.
 */
export function accountLedgerOf(sql: Sql, deadlinesBy: DeadlineClock): AccountLedger {
  return {
    async moneyOf(accountId) {
      const row = await sql.get`SELECT balance_units, held_units FROM accounts
        WHERE id = ${accountId} FOR UPDATE`
      return row && { balanceUnits: Number(row.balance_units), heldUnits: Number(row.held_units) }
    },
    async post({ accountId, kind, amountUnits, note, at }) {
      const row = await sql.get`UPDATE accounts SET balance_units = balance_units + ${amountUnits},
          last_entry = last_entry + 1
        WHERE id = ${accountId} RETURNING last_entry, balance_units`
      if (row === undefined) throw new Error(`there is no account ${accountId}`)
      const [entry, balanceUnits] = [Number(row.last_entry), Number(row.balance_units)]
      const booked = {
        accountId,
        entry,
        kind,
        amountUnits,
        heldUnits: 0,
        balanceAfterUnits: balanceUnits,
        note,
      }
      const createdAt = deadlinesBy === 'database' ? await timeOf(sql) : at
      await sql.run(...ledgerTable.insert({ ...booked, createdAt }))
      return { entry, balanceUnits }
    },
  }
}
