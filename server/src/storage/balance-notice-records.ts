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

/** The part of the store that remembers who is to be told about money. */
export interface BalanceNoticeStore {
  balanceNotice(accountId: number): Promise<BalanceNotice | undefined>
  /** A new threshold is a new crossing: it is told even when the one before was. */
  saveBalanceNotice(notice: Omit<BalanceNotice, 'toldAt'>): Promise<void>
  removeBalanceNotice(accountId: number): Promise<boolean>
  /**
   * Marks crossings as told and returns them, each to one caller only; those that are above again may cross once
   * more. Money that is held counts as still there: a hold that comes and goes is no crossing.
   */
  takeBalanceCrossings(request: { now: number; limit: number }): Promise<BalanceCrossing[]>
}
