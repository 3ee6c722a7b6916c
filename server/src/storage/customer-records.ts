/** Customers in trouble, as an operator should know of them. */

export interface FailingWebhooksQuery {
  /** Only webhooks made since. */
  readonly since: number
  /** How many of the newest are looked at. */
  readonly newest: number
  /** Fewer failures are nobody's concern. */
  readonly fewest: number
  readonly limit: number
}

/** One receiver (host and port) of one service. */
export interface FailingWebhooks {
  readonly serviceId: number
  readonly receiver: string
  readonly sent: number
  /** Failed for good, or at least twice and still tried. */
  readonly failing: number
}

export interface LowBalanceQuery {
  /** Days since 1970. */
  readonly fromDay: number
  readonly days: number
  /** Accounts that spend less in these days are left out. */
  readonly leastSpentUnits: number
  readonly limit: number
}

export interface LowBalance {
  readonly accountId: number
  /** With what is held. */
  readonly leftUnits: number
  /** Spent on an average day. */
  readonly dayUnits: number
}
