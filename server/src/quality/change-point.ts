import type { Share } from './rates.ts'

interface Change {
  /** The index of the first share after the change. */
  readonly index: number
  readonly before: Share
  readonly after: Share
}

/**
 * Twice the gain in log-likelihood that a change must bring. For one known point 3.84 is the 95 % bound; the point is
 * sought among hundreds of hours, so chance reaches 16 about once in a hundred series of 720 hours without a change.
 */
const leastGain = 16
/** On each side; fewer say nothing about a rate. */
const fewestCalls = 20
/** A smaller difference may be real but needs nobody's attention. */
const leastDifference = 0.05

/**
 * The point at which the rate most likely changed, if it did: the split of the series whose two rates explain the
 * counts best (maximum likelihood for binomial counts). Undefined when one rate explains them nearly as well.
 */
export function changePoint(series: readonly Share[]): Change | undefined {
  const all = sumOf(series)
  const plain = logLikelihood(all)
  let best: Change | undefined
  let bestGain = leastGain
  let before: Share = { hits: 0, of: 0 }
  for (const [index, share] of series.entries()) {
    const after = { hits: all.hits - before.hits, of: all.of - before.of }
    // A share without calls moves nothing: the change is reported for the first one that shows it.
    if (share.of > 0 && before.of >= fewestCalls && after.of >= fewestCalls) {
      const gain = 2 * (logLikelihood(before) + logLikelihood(after) - plain)
      if (gain > bestGain) {
        bestGain = gain
        best = { index, before, after }
      }
    }
    before = { hits: before.hits + share.hits, of: before.of + share.of }
  }
  if (best === undefined) return undefined
  const difference = Math.abs(best.before.hits / best.before.of - best.after.hits / best.after.of)
  return difference >= leastDifference ? best : undefined
}

function sumOf(series: readonly Share[]): Share {
  return series.reduce((sum, { hits, of }) => ({ hits: sum.hits + hits, of: sum.of + of }), {
    hits: 0,
    of: 0,
  })
}

function logLikelihood({ hits, of }: Share): number {
  const misses = of - hits
  return (hits > 0 ? hits * Math.log(hits / of) : 0) + (misses > 0 ? misses * Math.log(misses / of) : 0)
}
