/** What the auditor found. Every list is empty when the books are in order. */
export interface AuditReport {
  readonly accounts: number
  /** Entries of the ledger whose sums are proved, by this audit or an earlier one. */
  readonly entries: number
  /** What this audit has read of them. A full one reads all. A carry-forward entry is read once for many. */
  readonly readEntries: number
  /** Verifications whose holds were compared: all in a full audit, else those that are under way. */
  readonly verifications: number
  /** Accounts whose balance, held sum or entry count is not what their entries add up to. */
  readonly unbalancedAccounts: readonly number[]
  /** Verifications that ended and still hold money, or hold what their ledger does not say. */
  readonly wrongHolds: readonly number[]
}

/** What the entries of an account add up to, and for which verifications they hold money. */
export interface ProvedAccount {
  readonly accountId: number
  readonly lastEntry: number
  readonly amountUnits: number
  readonly heldUnits: number
  readonly holds: readonly { readonly vendorId: number; readonly heldUnits: number }[]
}

/** An audit as it is kept for all nodes. */
export interface AuditResult {
  readonly at: number
  readonly tookMs: number
  readonly report: AuditReport
}
