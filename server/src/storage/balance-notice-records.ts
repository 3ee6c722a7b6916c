/** Notices about a low balance, as the domain sees them. */

export interface BalanceNotice {
  readonly accountId: number
  readonly thresholdUnits: number
  readonly byEmail: boolean
  readonly byMessenger: boolean
  /** When the notice about the current crossing was sent; 0 while the balance is above the threshold. */
  readonly notifiedAt: number
}

/** An account whose balance has just fallen below its threshold. */
export interface BalanceCrossing extends BalanceNotice {
  readonly balanceUnits: number
}
