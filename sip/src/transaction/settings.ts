/** The base times of RFC 3261 17.1.1.1. Tests and interop suites shorten them. */
export interface TransactionTimes {
  /** Estimate of the round trip; every other time is a multiple of it. */
  readonly t1Ms: number
  /** Longest pause between retransmissions of anything but an INVITE. */
  readonly t2Ms: number
  /** How long a message may stay in the network. */
  readonly t4Ms: number
  /** Timer D over UDP: how long retransmitted final responses are acknowledged (at least 32 s). */
  readonly absorbMs: number
  /** A 100 is sent when the user of an INVITE has said nothing for so long (RFC 3261 17.2.1). */
  readonly tryingMs: number
  /** An INVITE in Proceeding ends after so long without news (timer C of RFC 3261 16.6: over 3 minutes). */
  readonly proceedingMs: number
}

export const standardTimes: TransactionTimes = {
  t1Ms: 500,
  t2Ms: 4000,
  t4Ms: 5000,
  absorbMs: 32_000,
  tryingMs: 200,
  proceedingMs: 181_000,
}

/** Timers B, F, H, J, L and M. */
export const timeoutOf = (times: TransactionTimes): number => 64 * times.t1Ms

/**
 * Transactions of either side at once. 4,000 flash calls a second leave 148,000 behind them: the INVITE stays
 * 32 s in Completed (timer D), its CANCEL 5 s (timer K).
 */
export const maxTransactions = 400_000
