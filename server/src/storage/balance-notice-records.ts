/** Notices about money that runs low, as the domain sees them. */

export interface BalanceNotice {
  readonly accountId: number
  readonly thresholdUnits: number
  readonly byEmail: boolean
  readonly byMessenger: boolean
  /** When the present crossing was told; 0 while the balance is above the threshold. */
  readonly toldAt: number
}

/** An account that has just gone below its threshold. */
export interface BalanceCrossing extends BalanceNotice {
  readonly balanceUnits: number
}
