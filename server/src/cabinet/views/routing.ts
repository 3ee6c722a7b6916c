import type { RouteChoice, WeighedTrunk } from '../../books/call-details.ts'

/** Which trunk was taken and what it cost us. */
export interface CallRouting {
  /** What carriers charge us, in roubles. */
  readonly carrierCost: number
  /** What the customer paid, less that. */
  readonly margin: number
  /** null when there was one trunk alone. */
  readonly choice: {
    readonly why: RouteChoice['why']
    /** In the order of their places; costs in roubles. */
    readonly trunks: readonly (Omit<WeighedTrunk, 'costUnits'> & { readonly cost: number })[]
  } | null
}
