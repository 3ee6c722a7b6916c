/** Why a trunk would or would not carry a call now. */
export type Standing =
  | 'chosen'
  /** Tried when the trunks before it fail. */
  | 'next'
  | 'off'
  /** The simulated carrier is only for demo accounts, and demo accounts use no other trunk. */
  | 'other-world'
  | 'other-prefix'
  | 'cannot-write'
  | 'unreachable'
  | 'left-alone'
  | 'too-many-calls'
  | 'too-fast'
  | 'short-calls-used-up'
  | 'no-number'
  /** Usable, but three others come before it. */
  | 'not-needed'

export interface ExplainedTrunk {
  readonly trunk: string
  readonly standing: Standing
  /** 1 is tried first; null is not tried. */
  readonly place: number | null
  /** The prefix of the destination that the trunk names; "" means every destination. */
  readonly prefix: string
  readonly costWeight: number
  readonly success: number
  readonly inFlight: number
  readonly callsAtOnce: number
  /** Our number that would be shown; "" when there is none. */
  readonly caller: string
}

export interface ExplainedRouting {
  readonly kind: 'routed' | 'full' | 'no-way'
  readonly trunks: readonly ExplainedTrunk[]
}
