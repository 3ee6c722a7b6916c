import type { ChoiceReason, WeighedTrunk } from '../../books/call-details.ts'

/** Why a trunk would or would not carry a call now. */
export type TrunkVerdict =
  | 'chosen'
  /** Tried when the trunks before it fail. */
  | 'next'
  | 'off'
  /** It is for demo accounts, and this call is of another one. */
  | 'demo-only'
  /** Calls of demo accounts stay with the simulated carrier. */
  | 'not-for-demo'
  | 'other-prefix'
  /** A rule of the trunk excludes the destination. */
  | 'excluded'
  | 'cannot-write'
  | 'unreachable'
  | 'left-alone'
  | 'too-many-calls'
  | 'too-fast'
  | 'short-calls-used-up'
  | 'no-number'
  /** Usable, but three others come before it. */
  | 'not-needed'

/** `rate`, `of` and `by` are of recent calls to this destination. */
export interface ExplainedTrunk extends Omit<WeighedTrunk, 'costUnits'> {
  readonly verdict: TrunkVerdict
  /** 1 is tried first; null is not tried. */
  readonly place: number | null
  /** The prefix of the destination that the trunk names; "" means every destination. */
  readonly prefix: string
  /** What one attempt is expected to cost. */
  readonly cost: number
  /** What the operator decided for this destination: `pin`, `exclude` or a weight; "" when nothing. */
  readonly rule: string
  readonly inFlight: number
  readonly callsAtOnce: number
  /** Our number that would be shown; "" when there is none. */
  readonly caller: string
}

export interface ExplainedRouting {
  readonly kind: 'routed' | 'full' | 'no-way'
  /** Why the first trunk is the first; null without a route. */
  readonly why: ChoiceReason | null
  readonly trunks: readonly ExplainedTrunk[]
}
