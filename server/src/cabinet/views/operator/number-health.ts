import type { CodePlan, NumbersPlan, TrunkPlan } from '../../../operations/numbers-plan.ts'

export type { BlockHealth } from '../../../operations/numbers-plan.ts'
export type { HealthCounts } from '../../../quality/number-counts.ts'
export type { NumberRest } from '../../../storage/queries/number-rests.ts'
export type { CodePlan }

/** How calling numbers fare, and what the pool lacks. */
export interface NumberHealthView extends NumbersPlan {
  /** Refused numbers rest by themselves. */
  readonly isOn: boolean
  /** Single numbers that rest or are on trial beyond those that are listed. */
  readonly restsLeftOut: number
}

/** What a further range would give. */
export interface FurtherRangeView {
  readonly codes: readonly { readonly now: CodePlan; readonly after: CodePlan }[]
  readonly trunk: { readonly now: TrunkPlan; readonly after: TrunkPlan }
}
