import { abandonedReason, type MoneyEffect, overdueReason } from '../books/settlement.ts'
import type { State } from '../books/verification.ts'

/** What can happen to a verification after it was admitted. */
export type VerificationEvent =
  /** `free`: a suspect call on a tariff that does not charge suspects. */
  | {
      readonly kind: 'outcome'
      readonly completed: boolean
      readonly reason: string
      readonly free?: boolean
    }
  /** Its time is over and nothing is known. `callRejected`: a call came that was not believed enough. */
  | { readonly kind: 'deadline'; readonly callRejected: boolean }
  /** The process that placed the call has died. */
  | { readonly kind: 'abandoned' }
  /** Nobody waits for the person's call any more. */
  | { readonly kind: 'canceled' }

export interface Effects {
  readonly money: MoneyEffect
  readonly reason: string
}

/**
 * checking -> completed | failed (decisions 6). Every event ends a verification that is checking, and there is no
 * way back: the store settles nothing else. A tariff may charge an attempt that failed, never one whose outcome
 * nobody knows.
 */
export function endOf(event: VerificationEvent): readonly [Exclude<State, 'checking'>, Effects] {
  switch (event.kind) {
    case 'outcome':
      return event.completed
        ? ['completed', { money: event.free === true ? 'release' : 'capture', reason: event.reason }]
        : ['failed', { money: 'by-tariff', reason: event.reason }]
    case 'deadline':
      return event.callRejected
        ? ['failed', { money: 'release', reason: 'caller not believed' }]
        : ['failed', { money: 'release', reason: overdueReason }]
    case 'abandoned':
      return ['failed', { money: 'release', reason: abandonedReason }]
    case 'canceled':
      return ['failed', { money: 'release', reason: 'canceled' }]
  }
}
