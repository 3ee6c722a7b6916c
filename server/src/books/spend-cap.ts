/**
 * Enough for a country or a network. A call stores the prefixes whose caps it counts against, so a longer
 * prefix would show digits that the mask hides.
 */
export const maxCapPrefixDigits = 4

/**
 * A limit on spending. `scope` is `service:7`, `account:3`, `prefix:77`, or `owner:7` for what the owner of service 7
 * set.
 */
export interface SpendCapRecord {
  readonly scope: string
  /** In the clock hour; 0 means no limit. */
  readonly perHourUnits: number
  /** In the last 24 clock hours; 0 means no limit. */
  readonly perDayUnits: number
}

/** The limits to change; a limit that is left out stays. */
export type SpendCapChange = Pick<SpendCapRecord, 'scope'> & Partial<SpendCapRecord>
