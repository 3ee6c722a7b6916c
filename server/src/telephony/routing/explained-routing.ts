/** Why a trunk would or would not carry a call now. */
export type Standing =
  | 'chosen'
  /** Tried when those before it fail. */
  | 'next'
  | 'off'
  /** The simulated carrier is for demo accounts, and they have no other trunk. */
  | 'other-world'
  | 'other-prefix'
  | 'cannot-write'
  | 'unreachable'
  | 'left-alone'
  | 'too-many-calls'
  | 'too-fast'
  | 'short-calls-used-up'
  | 'no-number'
  /** Good, but three others stand before it. */
  | 'not-needed'

export interface ExplainedTrunk {
  readonly trunk: string
  readonly standing: Standing
  /** 1 is tried first; null is not tried. */
  readonly place: number | null
  /** Digits of the destination that the trunk names; "" goes everywhere. */
  readonly prefix: string
  readonly costWeight: number
  readonly success: number
  readonly inFlight: number
  readonly callsAtOnce: number
  /** The number of ours that would be shown; "" when none would. */
  readonly caller: string
}

export interface ExplainedRouting {
  readonly kind: 'routed' | 'full' | 'no-way'
  readonly trunks: readonly ExplainedTrunk[]
}
