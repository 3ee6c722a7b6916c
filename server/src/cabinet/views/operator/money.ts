/** Roubles. */
interface Margin {
  readonly revenue: number
  /** What the carriers charge, by the prices of their trunks. */
  readonly cost: number
  readonly margin: number
}

export interface OperatorMoneyView {
  /** There are only demo accounts: the money is play money. */
  readonly demo: boolean
  /** How the installation is named on statements. */
  readonly seller: string
  /** The month (UTC) of the customers and trunks. */
  readonly at: number
  /** Newest first. */
  readonly months: readonly (Margin & { readonly at: number; readonly toppedUp: number })[]
  readonly customers: readonly (Margin & { readonly id: number; readonly email: string })[]
  readonly trunks: readonly { readonly trunk: string; readonly attempts: number; readonly cost: number }[]
}
