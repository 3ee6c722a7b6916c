export const entryKinds = ['top-up', 'reversal', 'capture', 'release', 'charge'] as const
export type EntryKind = (typeof entryKinds)[number]

/**
 * An entry of the ledger. Immutable. A call or look-up that held money has one, when its price is decided: `capture`, or
 * `release` of 0 when it costs nothing. A hold is no entry: it only moves money of the account aside.
 */
export interface LedgerEntry {
  readonly accountId: number
  /** Counts up from 1 within the account, without gaps. */
  readonly entry: number
  readonly kind: EntryKind
  readonly amountUnits: number
  /** The balance together with what is held: the sum of all entries so far. */
  readonly balanceAfterUnits: number
  readonly vendorId: number | null
  /** In words; of a call or look-up: what was paid for, the mode of the call or `checkPhone`. */
  readonly note: string
  readonly createdAt: number
}
export type Posting = Omit<LedgerEntry, 'entry' | 'balanceAfterUnits'>

/** The money of an account: its balance is what can be spent, holds are taken off. */
export interface AccountMoney {
  balanceUnits: number
  heldUnits: number
  /** The number of its newest entry. */
  lastEntry: number
}

export function hold(account: AccountMoney, units: number): void {
  account.balanceUnits -= units
  account.heldUnits += units
}

/**
 * The only way to change what an account owns: together with the ledger entry, which is returned. `freedUnits` were held
 * for what the entry is about.
 */
export function post(account: AccountMoney, posting: Posting, freedUnits: number): LedgerEntry {
  hold(account, -freedUnits)
  account.balanceUnits += posting.amountUnits
  account.lastEntry += 1
  const balanceAfterUnits = account.balanceUnits + account.heldUnits
  return { ...posting, entry: account.lastEntry, balanceAfterUnits }
}
