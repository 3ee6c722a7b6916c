import type { Measure } from './measures.ts'

/** What is counted of a number for its health; columns of `number_facts` and measures of the facts of ranges. */
export const healthMeasures = [
  'attempts',
  'rang',
  'declined',
  'checked',
  'approved',
] as const satisfies readonly Measure[]
export type HealthCounts = Readonly<Record<(typeof healthMeasures)[number], number>>

export const noCounts: HealthCounts = { attempts: 0, rang: 0, declined: 0, checked: 0, approved: 0 }

/** The signs of a refused number. */
export const refusals = [
  /** The phone does not ring: a network blocks the number. */
  'not-ringing',
  /** People decline the call while it rings, which for a flash call is within 4 s. */
  'declined',
  /** It rings, and nobody types the code: phones or networks mark the number as spam. */
  'not-confirmed',
] as const
export type Refusal = (typeof refusals)[number]

/** Why a number or range was found bad. */
export interface Finding {
  readonly refusal: Refusal
  readonly hits: number
  readonly of: number
  /** The share among its siblings. */
  readonly usual: number
}
