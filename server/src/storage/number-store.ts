import type { NumberTrace } from './number-limit.ts'
import type { VerificationRecord } from './records.ts'

/** The part of the store that knows people's numbers, as keyed hashes. */
export interface NumberStore {
  addDoNotCall(request: { phoneHash: Uint8Array; phoneMask: string; at: number }): Promise<boolean>
  removeDoNotCall(phoneHash: Uint8Array): Promise<boolean>
  isDoNotCall(phoneHash: Uint8Array): Promise<boolean>
  /** Since when the number asks not to be called; undefined when it does not. */
  doNotCallSince(phoneHash: Uint8Array): Promise<number | undefined>
  numberTraces(phoneHash: Uint8Array): Promise<NumberTrace[]>
  verificationsOfPhone(phoneHash: Uint8Array): Promise<VerificationRecord[]>
  /** Forgets the number everywhere but in the ledger; returns how many records were changed. */
  erasePhone(phoneHash: Uint8Array): Promise<number>
}
