/**
 * A country or a network. A verification names the prefixes whose caps it counts against, so a longer one
 * would show digits that the mask beside it hides.
 */
export const maxCapPrefixDigits = 4

/** A bound on spending. `scope` is `service:7`, `account:3`, `prefix:77`, or `owner:7` for what the owner of service 7 set. */
export interface SpendCapRecord {
  readonly scope: string
  /** In the clock hour; 0 is no bound. */
  readonly perHourUnits: number
  /** In the last 24 clock hours; 0 is no bound. */
  readonly perDayUnits: number
}

/** The bounds that change; the other stays. */
export type SpendCapChange = Pick<SpendCapRecord, 'scope'> & Partial<SpendCapRecord>
