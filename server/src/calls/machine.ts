import type { State } from '../books/call.ts'
import { abandonedReason, type MoneyEffect, moneyOfFailed, overdueReason } from '../books/settlement.ts'
import { type CallerRecord, isFromRefused } from '../storage/caller-identity.ts'

/** Events of a call after its admission. */
export type CallEvent =
  /** `unheard`: it was spoken without a sign that somebody heard it, and what the tariff says of such calls. */
  | {
      readonly kind: 'outcome'
      readonly completed: boolean
      readonly reason: string
      readonly unheard?: 'free' | 'charged' | undefined
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
 * checking -> completed | failed. Every event ends a call in `checking`, and an end is final: the
 * store settles nothing else. A tariff may charge a failed attempt, but never one whose outcome is unknown.
 */
export function endOf(event: CallEvent): readonly [Exclude<State, 'checking'>, Effects] {
  switch (event.kind) {
    case 'outcome': {
      const { completed, reason, unheard } = event
      const isSpoken = completed || unheard !== undefined
      const money = unheard === 'free' ? 'release' : isSpoken ? 'capture' : moneyOfFailed(reason)
      return [completed ? 'completed' : 'failed', { money, reason }]
    }
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
