import type { HandsetCall } from '../../telephony/handset/handset-call.ts'

/** A call of the demo phone, as it is. */
export type VerificationView = HandsetCall

export interface DialledView {
  /** What became of the call, for people. */
  readonly result: string
}
