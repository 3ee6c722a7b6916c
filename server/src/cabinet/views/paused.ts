import type { VelocityReason } from '../../books/velocity.ts'

/** A destination that a service may not call after unusual traffic. */
export interface PausedView {
  readonly serviceId: number
  /** Digits, the two letters of a country, or `operator:` and the name of a network operator. */
  readonly prefix: string
  readonly reason: VelocityReason
  /** In the hour of the pause, and what the account's past allowed to expect. */
  readonly calls: number
  readonly expected: number
  readonly pausedAt: number
}
