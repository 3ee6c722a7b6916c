import { post } from '../../books/ledger.ts'
import { type AccountLedger, accountMoney, ledgerTable } from '../queries/accounts.ts'
import type { Sql } from '../sql.ts'
import { type DeadlineClock, timeOf } from './database-time.ts'

/**
 * Changes of account balances outside the batches, each in its own transaction. Batches and these transactions lock the
 * same account row, so they cannot overlap.
 */
export function accountLedgerOf(sql: Sql, deadlinesBy: DeadlineClock): AccountLedger {
  const locked = async (accountId: number) =>
    accountMoney.ofFound(
      await sql.get`SELECT ${accountMoney.columns} FROM accounts WHERE id = ${accountId} FOR UPDATE`,
    )
  return {
    moneyOf: locked,
    async post({ at, ...given }) {
      const { accountId } = given
      const money = await locked(accountId)
      if (money === undefined) throw new Error(`there is no account ${accountId}`)
      const createdAt = deadlinesBy === 'database' ? await timeOf(sql) : at
      const entry = post(money, { ...given, vendorId: null, createdAt }, 0)
      const { balanceUnits, lastEntry } = money
      await sql.run(...accountMoney.update({ id: accountId }, { balanceUnits, lastEntry }))
      await sql.run(...ledgerTable.insert(entry))
      return { entry: entry.entry, balanceUnits }
    },
  }
}
