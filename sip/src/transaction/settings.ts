/** The base timer values of RFC 3261 17.1.1.1. Tests and interop suites shorten them. */
export interface TransactionTimes {
  /** Estimated round-trip time; every other time is a multiple of it. */
  readonly t1Ms: number
  /** The longest pause between retransmissions, except of an INVITE request. */
  readonly t2Ms: number
  /** The longest time that a message stays in the network. */
  readonly t4Ms: number
  /** Timer D over UDP: how long retransmitted final responses are acknowledged (at least 32 s). */
  readonly absorbMs: number
  /** A 100 is sent when the user has not answered an INVITE for this long (RFC 3261 17.2.1). */
  readonly tryingMs: number
  /**
   * An INVITE in Proceeding ends after this time without a further response (timer C of RFC 3261 16.6: over 3 minutes).
   */
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
 * Concurrent transactions, client and server. 4,000 flash calls per second keep 148,000: the INVITE stays 32 s in
 * Completed (timer D), its CANCEL 5 s (timer K).
 */
export const maxTransactions = 400_000
