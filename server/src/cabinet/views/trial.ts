import type { CallRecord } from '../../books/call.ts'
import type { DeliveryState } from '../../storage/queries/deliveries.ts'
import type { HandsetCall } from '../../telephony/handset/handset-call.ts'

type Known =
  | ('vendorId' | 'serviceId' | 'mode' | 'state' | 'test' | 'phoneMask' | 'startedAt')
  | ('deadlineAt' | 'settledAt' | 'reason' | 'confirmationNumber')

/** A call that was started from the page, as far as it has come. */
export interface TrialView extends Pick<CallRecord, Known> {
  /** Roubles: the price while it is in progress, 0 when the money was released. */
  readonly cost: number
  /** From the start of the call to the first ring; null where it did not ring. */
  readonly ringAfterMs: number | null
  readonly ringMs: number | null
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
