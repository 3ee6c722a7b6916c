export interface CoverageView {
  /** "" is everywhere that no longer prefix names. */
  readonly prefix: string
  readonly trunks: readonly string[]
  readonly codes: number
  readonly verdict: 'enough' | 'alarm' | 'refuse'
  /** 10,000 bits in base64, the first of a byte is the highest: code n is bit n. */
  readonly map: string
}

export interface PoolsView {
  readonly trunks: readonly {
    readonly name: string
    readonly demo: boolean
    readonly enabled: boolean
    readonly incomingCalls: boolean
  }[]
  readonly ranges: readonly {
    readonly first: string
    readonly last: string
    readonly trunk: string
    readonly numbers: number
    readonly demo: boolean
    /** What phones show beside these numbers, as agreed with the network. */
    readonly label: string
    readonly category: string
  }[]
  readonly coverage: readonly CoverageView[]
  /** Rows of `coverage` that are not shown. */
  readonly coverageLeftOut: number
  readonly confirmation: readonly {
    readonly number: string
    readonly demo: boolean
    /** None is any trunk that takes incoming calls. */
    readonly trunks: readonly string[]
  }[]
  /** Calls of this node, and those that showed a number before it had rested a minute. */
  readonly use: { readonly calls: number; readonly tooSoon: number } | null
}
