/** The result of an audit. Every list is empty when the books are in order. */
export interface AuditReport {
  readonly accounts: number
  /** How many ledger entries are verified, by this audit or an earlier one. */
  readonly entries: number
  /**
   * How many rows this audit has read. A full audit reads all of them. A carry-forward entry is one row for many
   * entries.
   */
  readonly readEntries: number
  /** Calls whose holds were compared: all in a full audit, else only the open ones. */
  readonly calls: number
  /** Accounts whose balance, held sum or number of entries differs from their ledger entries. */
  readonly unbalancedAccounts: readonly number[]
  /** Calls that hold money after their end, or whose hold differs from the ledger. */
  readonly wrongHolds: readonly number[]
}

/** The sums of the entries of an account, and the calls for which they hold money. */
export interface ProvedAccount {
  readonly accountId: number
  readonly lastEntry: number
  readonly amountUnits: number
  readonly heldUnits: number
  readonly holds: readonly { readonly vendorId: number; readonly heldUnits: number }[]
}

/** An audit as it is stored for all nodes. */
export interface AuditResult {
  readonly at: number
  readonly tookMs: number
  readonly report: AuditReport
}
