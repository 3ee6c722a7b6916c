import type { Mode, State } from '../../books/call.ts'
import type { DeliveryState } from '../../storage/queries/deliveries.ts'
import type { HandsetCall } from '../../telephony/handset/handset-call.ts'

/** A call that was started from the page, as far as it has come. */
export interface TrialView {
  readonly vendorId: number
  readonly serviceId: number
  readonly mode: Mode
  readonly state: State
  readonly test: boolean
  readonly phoneMask: string
  /** Roubles: the price while it is in progress, 0 when the money was released. */
  readonly cost: number
  readonly startedAt: number
  readonly deadlineAt: number
  readonly settledAt: number | null
  readonly reason: string | null
  /** From the start of the call to the first ring; null where it did not ring. */
  readonly ringAfterMs: number | null
  readonly ringMs: number | null
  /** What the person has to call, for inbound. */
  readonly confirmationNumber: string | null
  readonly webhook: DeliveryState | null
  /** For the page of the webhook. */
  readonly deliveryId: number | null
}

/** What the one who placed it is told once. */
export interface StartedTrial extends TrialView {
  /** "" for inbound. */
  readonly code: string
}

/** A call of the demo phone, as it is. */
export type VerificationView = HandsetCall

export interface DialledView {
  /** What became of the call, for people. */
  readonly result: string
}
