/** What the auditor found. Every list is empty when the books are in order. */
export interface AuditReport {
  readonly accounts: number
  readonly entries: number
  readonly verifications: number
  /** Accounts whose balance, held sum or entry count is not what their entries add up to. */
  readonly unbalancedAccounts: readonly number[]
  /** Verifications that ended and still hold money, or hold what their ledger does not say. */
  readonly wrongHolds: readonly number[]
}
