import { hourMs } from '../platform/clock.ts'
import type { FactGroup } from './call-facts.ts'
import { placeOf } from './measures.ts'

/** What is counted for routing: a trunk and a mode towards one network of one country. */
export type RouteKey = Omit<FactGroup, 'block'>

/**
 * `trials`: attempts whose INVITE was sent and that we did not end ourselves. `checked`: calls of which it is known whether
 * the person typed the right code.
 */
export const countNames = ['trials', 'delivered', 'answered', 'checked', 'approved'] as const
type CountName = (typeof countNames)[number]
/** Recent calls, of which older ones count less: fractions of calls are normal. */
export type RouteCounts = Readonly<Record<CountName, number>>

export const countsBy = (count: (name: CountName, place: number) => number) =>
  Object.fromEntries(countNames.map((name, place) => [name, count(name, place)])) as RouteCounts & {}

export interface CountedRoute extends RouteKey {
  readonly counts: RouteCounts
  /** Unix ms of the last call that was added. */
  readonly at: number
}

export const noCounts = countsBy(() => 0)

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

/** Recent calls of a route by the account that made them. */
export type AccountCounts = ReadonlyMap<number, RouteCounts>

/** One account makes at most this share of the calls that count, so that no tenant steers the calls of the others. */
const maxShare = 1 / 4
/** A share of so few calls says nothing: an account that is nearly alone counts with as many. */
const tellingCalls = 20
/** Less of an account's calls is forgotten. */
const leastCalls = 0.05

/**
 * The counts of the accounts after more calls. The window holds for all accounts together, and for each in its share of
 * it: however many calls one account makes, those of the others stay.
 */
export function withCalls(
  { accounts, at }: { readonly accounts: AccountCounts; readonly at: number },
  more: AccountCounts,
  now: number,
): AccountCounts {
  const ids = [...new Set([...accounts.keys(), ...more.keys()])]
  const sums = ids.map((id) => sumOf(faded(accounts.get(id) ?? noCounts, now - at), more.get(id) ?? noCounts))
  const own = windowCalls * Math.max(maxShare, 1 / ids.length)
  const held = sums.map((counts) => scaled(counts, least(own, counts.trials), least(own, counts.checked)))
  const all = held.reduce(sumOf, noCounts)
  const [kept, keptChecks] = [least(windowCalls, all.trials), least(windowCalls, all.checked)]
  const after = held.map((counts, place) => [ids[place]!, scaled(counts, kept, keptChecks)] as const)
  return new Map(after.filter(([, { trials, checked }]) => Math.max(trials, checked) >= leastCalls))
}

/** What counts of all accounts together: of each at most its share, from four accounts on. */
export function bounded(accounts: AccountCounts): RouteCounts {
  const all = [...accounts.values()]
  const most = mostOfOne(all.map(({ trials }) => trials))
  const mostChecks = mostOfOne(all.map(({ checked }) => checked))
  return all
    .map((counts) => scaled(counts, least(most, counts.trials), least(mostChecks, counts.checked)))
    .reduce(sumOf, noCounts)
}

/** The most calls that one account may count with, so that none has more than its share of what then counts. */
function mostOfOne(calls: readonly number[]): number {
  const sorted = calls.filter((count) => count > 0).sort((one, other) => other - one)
  const places = 1 / maxShare
  if (sorted.length < places) return Number.POSITIVE_INFINITY
  let rest = sorted.reduce((sum, count) => sum + count, 0)
  // The larger ones count with the same number, which is their share of the sum with all smaller ones.
  let most = rest * maxShare
  for (let larger = 1; larger < places && sorted[larger - 1]! > most; larger++) {
    rest -= sorted[larger - 1]!
    most = rest / (places - larger)
  }
  return Math.max(most, tellingCalls)
}

/** The factor that leaves at most so many. */
const least = (most: number, count: number) => (count > most ? most / count : 1)

export const sumOf = (one: RouteCounts, other: RouteCounts) => countsBy((name) => one[name] + other[name])

/** The counts of these amounts, which are in the order of `measures`. A call that we ended says nothing of the trunk. */
export function routeCountsOf(amounts: readonly number[]): RouteCounts {
  const of = (measure: Parameters<typeof placeOf>[0]) => amounts[placeOf(measure)]!
  const trials = Math.max(0, of('invited') - of('why_canceled') - of('why_stopped'))
  return countsBy((name) => (name === 'trials' ? trials : of(name)))
}

function scaled(counts: RouteCounts, by: number, checksBy = by): RouteCounts {
  // Field by field: every call that is planned comes here.
  return {
    trials: counts.trials * by,
    delivered: counts.delivered * by,
    answered: counts.answered * by,
    checked: counts.checked * checksBy,
    // Later feedback takes an approval back, of which a part may have faded.
    approved: Math.max(0, counts.approved) * checksBy,
  }
}
