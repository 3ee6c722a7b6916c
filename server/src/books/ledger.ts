export const entryKinds = ['top-up', 'reversal', 'hold', 'capture', 'release', 'charge'] as const
export type EntryKind = (typeof entryKinds)[number]

/** An entry of the ledger. Immutable; the balance is the sum of `amountUnits`, the held sum of `heldUnits`. */
export interface LedgerEntry {
  readonly accountId: number
  /** Counts up from 1 within the account, without gaps. */
  readonly entry: number
  readonly kind: EntryKind
  readonly amountUnits: number
  readonly heldUnits: number
  readonly balanceAfterUnits: number
  readonly vendorId: number | null
  /** In words; of what ends a hold: what was paid for, the mode of the call or `checkPhone`. */
  readonly note: string
  readonly createdAt: number
  /** Of a carry-forward entry: how many entries of a closed month it sums. 0 for a single entry. */
  readonly summed: number
}

/** A new entry. Carry-forward entries are only made when a month is closed. */
export type NewLedgerEntry = Omit<LedgerEntry, 'summed'>

/** The money of an account: its balance is what can be spent, holds are taken off. */
export interface AccountMoney {
  balanceUnits: number
  heldUnits: number
  /** The number of its newest entry. */
  lastEntry: number
}

/** The only way to move money: the balance changes together with its ledger entry, which is returned. */
export function post(
  account: AccountMoney,
  entry: Omit<NewLedgerEntry, 'entry' | 'balanceAfterUnits'>,
): NewLedgerEntry {
  account.balanceUnits += entry.amountUnits
  account.heldUnits += entry.heldUnits
  account.lastEntry += 1
  return { ...entry, entry: account.lastEntry, balanceAfterUnits: account.balanceUnits }
}
