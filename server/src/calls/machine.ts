import type { State } from '../books/call.ts'
import { abandonedReason, type MoneyEffect, overdueReason, stoppedReason } from '../books/settlement.ts'
import { type CallerRecord, isFromRefused } from '../storage/caller-identity.ts'

/** Events of a call after its admission. */
export type CallEvent =
  /** `free`: a suspect call on a tariff that does not charge suspects. */
  | {
      readonly kind: 'outcome'
      readonly completed: boolean
      readonly reason: string
      readonly free?: boolean
    }
  /** The deadline has passed without a result. `rejected`: a call that came and was not trusted enough. */
  | { readonly kind: 'deadline'; readonly rejected: CallerRecord | null }
  /** The process that placed the call has died. */
  | { readonly kind: 'abandoned' }
  /** The person's call is no longer wanted. */
  | { readonly kind: 'canceled' }

export interface Effects {
  readonly money: MoneyEffect
  readonly reason: string
}

/**
 * checking -> completed | failed (decisions 6). Every event ends a call in `checking`, and an end is final: the
 * store settles nothing else. A tariff may charge a failed attempt, but never one whose outcome is unknown.
 */
export function endOf(event: CallEvent): readonly [Exclude<State, 'checking'>, Effects] {
  switch (event.kind) {
    case 'outcome':
      return event.completed
        ? ['completed', { money: event.free === true ? 'release' : 'capture', reason: event.reason }]
        : ['failed', { money: moneyOfFailed(event.reason), reason: event.reason }]
    case 'deadline':
      if (event.rejected === null) return ['failed', { money: 'release', reason: overdueReason }]
      return ['failed', effectsOfRejected(event.rejected)]
    case 'abandoned':
      return ['failed', { money: 'release', reason: abandonedReason }]
    case 'canceled':
      return ['failed', { money: 'release', reason: 'canceled' }]
  }
}

/** By who can repair it: the person, the operator of the trunk, or the service. */
function effectsOfRejected(caller: CallerRecord): Effects {
  if (caller.why === 'withheld') return { money: 'release', reason: 'number withheld' }
  return isFromRefused(caller)
    ? { money: 'release', reason: 'from not trusted' }
    : { money: 'release', reason: 'caller not believed' }
}

/** Of a call that reached nobody. One that we stopped is not a failed attempt. */
export function moneyOfFailed(reason: string): MoneyEffect {
  return reason === stoppedReason ? 'release' : 'by-tariff'
}
