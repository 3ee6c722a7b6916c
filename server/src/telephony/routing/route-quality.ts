import { wilson } from '../../quality/binomial.ts'
import type { RouteCounts } from '../../quality/route-counts.ts'
import type { DestinationCounts } from './route-memory.ts'

/** One side of nine in ten. */
const z = 1.2816
/** A trunk begins in a country as if it had made so many calls with the rates of the best trunk there. */
const assumedCalls = 10
/** Towards a network it begins as if it had made so many calls with its rates in the whole country. */
const assumedFromCountry = 50
/** The rates of a destination before any trunk has made this many calls there. */
const firstDelivery = 0.8
const firstConversion = 0.8
const tellingCalls = 20

/** What is expected of a trunk at a destination before it has been used. */
export interface Expected {
  readonly delivery: number
  /** undefined: nobody reports whether the code was typed. */
  readonly conversion: number | undefined
}

/** What the best of all trunks that go there reach: a new one may be as good. */
export function expectedOf(all: readonly DestinationCounts[]): Expected {
  let [delivery, conversion, checks] = [0, 0, 0]
  for (const { country } of all) {
    const { trials, delivered, checked, approved } = country
    if (trials >= tellingCalls) delivery = Math.max(delivery, delivered / trials)
    if (checked >= tellingCalls) conversion = Math.max(conversion, approved / checked)
    checks += checked
  }
  return {
    delivery: delivery || firstDelivery,
    conversion: checks === 0 ? undefined : conversion || firstConversion,
  }
}

/**
 * How likely a call over a trunk leads to an approval, or to ringing where approvals are not known. Nine times in ten the
 * true rate is above `low`, and nine times in ten below `high`.
 *
 * Conversion is the share of approvals among delivered calls, so the share of calls that end with an approval is
 * delivery times conversion. Each is known from its own number of calls. The bounds are those of as many plain trials as
 * make the same relative variance.
 */
export function qualityOf({ operator, country }: DestinationCounts, expected: Expected) {
  const delivery = estimate(
    operator.delivered,
    operator.trials,
    country.delivered,
    country.trials,
    expected.delivery,
  )
  let { rate, variance } = delivery
  if (expected.conversion !== undefined) {
    const conversion = estimate(
      operator.approved,
      operator.checked,
      country.approved,
      country.checked,
      expected.conversion,
    )
    rate *= conversion.rate
    variance += conversion.variance
  }
  const of = (1 - rate) / (rate * variance)
  return wilson({ hits: rate * of, of }, z)!
}

/** A share from the calls towards the network, its country and what is expected, with its relative variance. */
function estimate(hits: number, of: number, countryHits: number, countryOf: number, expected: number) {
  const known = countryOf + assumedCalls
  const inCountry = (countryHits + assumedCalls * expected) / known
  const assumed = Math.min(assumedFromCountry, known)
  const rate = within((hits + assumed * inCountry) / (of + assumed))
  return { rate, variance: (1 - rate) / (rate * (of + assumed)) }
}

/** A share of 0 or 1 would have no variance. */
const within = (share: number) => Math.min(0.999, Math.max(0.001, share))

/** The measured rate, for people. */
export interface MeasuredRate {
  /** null while there was no call. */
  readonly rate: number | null
  /** The calls that it is measured by. */
  readonly of: number
  /** Of all calls: those that led to an approval, or those that were delivered. */
  readonly by: 'approved' | 'delivered'
}

/** Of the calls towards the network; of those to its whole country while it had few. */
export function measuredAt({ operator, country }: DestinationCounts): MeasuredRate {
  return measuredRate(operator.trials >= tellingCalls ? operator : country)
}

export function measuredRate({ trials, delivered, checked, approved }: RouteCounts): MeasuredRate {
  const of = Math.round(trials)
  if (of === 0) return { rate: null, of: 0, by: 'delivered' }
  // Approvals are reported later than calls, and by some services alone.
  return Math.round(checked) === 0
    ? { rate: round(delivered / trials), of, by: 'delivered' }
    : { rate: round((delivered / trials) * (approved / checked)), of, by: 'approved' }
}

const round = (rate: number) => Math.round(Math.min(1, rate) * 1000) / 1000
