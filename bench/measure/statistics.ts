/** The value below which this share of the sorted values lies; 0 when there are none. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** The percentiles that every latency is shown by. */
export function latencyOf(timesMs: readonly number[]): { p50Ms: number; p99Ms: number; p999Ms: number } {
  // Typed arrays sort by number and need no comparison function.
  const sorted = Array.from(Float64Array.from(timesMs).sort())
  return {
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    p999Ms: percentile(sorted, 0.999),
  }
}

/** Asks one after the other, and takes the time of each answer. */
export async function timesOf(rounds: number, ask: () => Promise<unknown>): Promise<number[]> {
  const timesMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    await ask()
    timesMs.push(performance.now() - begun)
  }
  return timesMs
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Half of the range, as a share of the median: 0.05 says that every round lay within about 5 %. */
export function spread(values: readonly number[]): number {
  const middle = median(values)
  return middle === 0 ? 0 : (Math.max(...values) - Math.min(...values)) / 2 / Math.abs(middle)
}

/** Beyond this many ways to divide the rounds, chance is drawn instead of counted. */
const mostDivisions = 50_000
const draws = 10_000

/**
 * The rank-sum test of two sets of rounds (Mann and Whitney, two-sided, exact): how often a random division of all rounds
 * into two sets of the same sizes has rank sums at least as far apart as the measured ones. It assumes nothing of the
 * distribution. Three rounds each cannot give less than 0.1, four 0.03, five 0.008.
 */
export function chanceOfDifference(before: readonly number[], after: readonly number[]): number {
  const ranks = ranksOf([...before, ...after])
  const expected = (before.length * (ranks.length + 1)) / 2
  const distance = (taken: readonly number[]) =>
    Math.abs(taken.reduce((sum, rank) => sum + rank, 0) - expected)
  const measured = distance(ranks.slice(0, before.length))
  let divisions = 0
  let asFar = 0
  const count = (taken: readonly number[]) => {
    divisions += 1
    if (distance(taken) >= measured) asFar += 1
  }
  if (combinations(ranks.length, before.length) <= mostDivisions) divide(ranks, before.length, count)
  else drawDivisions(ranks, before.length, count)
  return asFar / divisions
}

/** From 1; equal values share the mean of their ranks. */
function ranksOf(values: readonly number[]): number[] {
  const sorted = values.toSorted((left, right) => left - right)
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1)
}

function combinations(of: number, take: number): number {
  let ways = 1
  for (let nth = 1; nth <= take; nth++) ways = (ways * (of - take + nth)) / nth
  return ways
}

function divide(
  all: readonly number[],
  take: number,
  each: (taken: readonly number[]) => void,
  taken: readonly number[] = [],
  from = 0,
): void {
  if (taken.length === take) {
    each(taken)
    return
  }
  for (let index = from; index <= all.length - (take - taken.length); index++)
    divide(all, take, each, [...taken, all[index]!], index + 1)
}

function drawDivisions(all: readonly number[], take: number, each: (taken: readonly number[]) => void): void {
  // A fixed seed: the same files always give the same verdict.
  let state = 1
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  // The measured division is one of those that are counted, so that the chance is never zero.
  each(all.slice(0, take))
  for (let draw = 1; draw < draws; draw++) {
    const shuffled = [...all]
    for (let index = shuffled.length - 1; index > 0; index--) {
      const other = below(index + 1)
      ;[shuffled[index], shuffled[other]] = [shuffled[other]!, shuffled[index]!]
    }
    each(shuffled.slice(0, take))
  }
}
