import type { MaybePromise } from '../sql.ts'

export interface AccountMoney {
  readonly balanceUnits: number
  readonly heldUnits: number
}

/** A ledger entry to write. */
export interface NewEntry {
  readonly accountId: number
  readonly kind: 'top-up' | 'reversal' | 'charge'
  readonly amountUnits: number
  readonly note: string
  readonly at: number
}

/** Balances of accounts inside one transaction. Each store keeps balances in its own way. */
export interface AccountLedger {
  /** Locks the balance of this account until the transaction ends; undefined when there is no such account. */
  moneyOf(accountId: number): MaybePromise<AccountMoney | undefined>
  /** Adds the entry and changes the balance. Returns the number of the entry and the new balance. */
  post(entry: NewEntry): MaybePromise<{ readonly entry: number; readonly balanceUnits: number }>
}
