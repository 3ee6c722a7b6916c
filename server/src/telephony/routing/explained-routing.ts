/** Why a trunk would or would not carry a call now. */
export type Standing =
  | 'chosen'
  /** Tried when the trunks before it fail. */
  | 'next'
  | 'off'
  /** It is for demo accounts, and this call is of another one. */
  | 'demo-only'
  /** Calls of demo accounts stay with the simulated carrier. */
  | 'not-for-demo'
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
  /** Of the last calls; null while there was none. */
  readonly success: number | null
  readonly inFlight: number
  readonly callsAtOnce: number
  /** Our number that would be shown; "" when there is none. */
  readonly caller: string
}

export interface ExplainedRouting {
  readonly kind: 'routed' | 'full' | 'no-way'
  readonly trunks: readonly ExplainedTrunk[]
}
