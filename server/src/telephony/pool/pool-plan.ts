/** What a pool can carry, and where it is thin. */

/** The busiest hour of a trunk. */
export interface BusyHour {
  readonly calls: number
  /** Of these, calls that nobody is meant to answer. */
  readonly shortCalls: number
}

export interface TrunkPlan {
  readonly trunk: string
  readonly numbers: number
  readonly resting: number
  readonly busyHour: BusyHour
  /** Calls of one number that does not rest, in the busiest hour; null without numbers. */
  readonly load: number | null
  /** Numbers to add for a comfortable load; 0 when there are enough. */
  readonly lacking: number
  /** Calls an hour that the carrier allows without an answer; 0 means no limit. */
  readonly shortCallsPerHour: number
  /** The share of that budget in the busiest hour; null without a limit. */
  readonly shortCallShare: number | null
  /** Nearly used up in the busiest hour: calls will be refused on a busier day. */
  readonly isBudgetShort: boolean
}

/** How well the codes of one destination are covered by numbers that do not rest. */
export interface CodePlan {
  readonly prefix: string
  readonly trunks: readonly string[]
  readonly covered: number
  /** Codes that no number shows. */
  readonly missing: number
  /** Codes of a single number: one rest away from being missing. */
  readonly single: number
  /** Codes that one trunk alone shows, although there are several: another trunk cannot take over. */
  readonly oneTrunk: number
  /** The thousands of codes (0 is 0000 to 0999) in which most codes are missing or single, the worst first. */
  readonly thin: readonly ThinThousand[]
}

export interface ThinThousand {
  readonly first: string
  readonly last: string
  readonly missing: number
  readonly single: number
}

export interface PoolPlan {
  readonly trunks: readonly TrunkPlan[]
  readonly codes: readonly CodePlan[]
}
