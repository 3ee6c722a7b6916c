import type { Mode } from '../books/call.ts'
import { hourMs } from '../platform/clock.ts'
import { placeOf } from './measures.ts'

/** What is counted for routing: a trunk and a mode towards one network of one country. */
export interface RouteKey {
  readonly trunk: string
  readonly mode: Mode
  readonly country: string
  /** One name for each network; "" when it is not known. */
  readonly operator: string
}

/** Recent calls, of which older ones count less: fractions of calls are normal. */
export interface RouteCounts {
  /** Attempts whose INVITE was sent and that we did not end ourselves. */
  readonly trials: number
  readonly delivered: number
  readonly answered: number
  /** Calls of which it is known whether the person typed the right code. */
  readonly checked: number
  readonly approved: number
}
export const countNames = ['trials', 'delivered', 'answered', 'checked', 'approved'] as const

export interface CountedRoute extends RouteKey {
  readonly counts: RouteCounts
  /** Unix ms of the last call that was added. */
  readonly at: number
}

export const noCounts: RouteCounts = { trials: 0, delivered: 0, answered: 0, checked: 0, approved: 0 }

/** On a busy route the last 400 calls count, so that a fault is seen after some dozens of calls. */
const windowCalls = 400
/** On a quiet route the calls of the last days count. */
const halfLifeMs = 24 * hourMs
/** Counts of routes that were not used for so long are below a thousandth of a call, and are deleted. */
export const routeCountsMs = 20 * halfLifeMs

/** What is left of counts after this time. */
export function faded(counts: RouteCounts, ageMs: number): RouteCounts {
  return ageMs <= 0 ? counts : scaled(counts, 2 ** (-ageMs / halfLifeMs))
}

/** The counts after more calls. */
export function withCalls(
  { counts, at }: Pick<CountedRoute, 'counts' | 'at'>,
  more: RouteCounts,
  now: number,
): RouteCounts {
  const old = faded(counts, now - at)
  const trials = old.trials + more.trials
  const checked = old.checked + more.checked
  const kept = Math.min(1, windowCalls / trials)
  const keptChecks = Math.min(1, windowCalls / checked)
  return {
    trials: trials * kept,
    delivered: (old.delivered + more.delivered) * kept,
    answered: (old.answered + more.answered) * kept,
    checked: checked * keptChecks,
    // Later feedback takes an approval back, of which a part may have faded.
    approved: Math.max(0, old.approved + more.approved) * keptChecks,
  }
}

export function sumOf(one: RouteCounts, other: RouteCounts): RouteCounts {
  return {
    trials: one.trials + other.trials,
    delivered: one.delivered + other.delivered,
    answered: one.answered + other.answered,
    checked: one.checked + other.checked,
    approved: one.approved + other.approved,
  }
}

/** The counts of these amounts, which are in the order of `measures`. A call that we ended says nothing of the trunk. */
export function routeCountsOf(amounts: readonly number[]): RouteCounts {
  const of = (measure: Parameters<typeof placeOf>[0]) => amounts[placeOf(measure)]!
  return {
    trials: Math.max(0, of('invited') - of('why_canceled') - of('why_stopped')),
    delivered: of('delivered'),
    answered: of('answered'),
    checked: of('checked'),
    approved: of('approved'),
  }
}

function scaled(counts: RouteCounts, by: number): RouteCounts {
  return {
    trials: counts.trials * by,
    delivered: counts.delivered * by,
    answered: counts.answered * by,
    checked: counts.checked * by,
    approved: counts.approved * by,
  }
}
