import type { AccountLedger } from '../queries/account-ledger.ts'
import type { Transaction } from './transaction.ts'

/** Changes of account balances in the writer's transaction, which keeps balances in memory until it commits. */
export function accountLedgerOf(tx: Transaction): AccountLedger {
  return {
    moneyOf(accountId) {
      const isThere = tx.get('SELECT 1 AS found FROM accounts WHERE id = $1', accountId) !== undefined
      return isThere ? tx.moneyOf(accountId) : undefined
    },
    post({ accountId, kind, amountUnits, note, at }) {
      tx.post(accountId, kind, amountUnits, 0, null, note, at)
      const { lastEntry, balanceUnits } = tx.moneyOf(accountId)
      return { entry: lastEntry, balanceUnits }
    },
  }
}
