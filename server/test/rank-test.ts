/**
 * How often a value of the one sample is above a value of the other, from 0 to 1 (the statistic of Mann and Whitney,
 * divided by the number of pairs). 0.5 when both come from one distribution; with `n` values each its standard deviation
 * is about `1 / sqrt(6 n)`. It looks at ranks only, so a few slow values on a busy machine change nothing.
 */
export function shareAbove(one: readonly number[], other: readonly number[]): number {
  let above = 0
  for (const a of one) for (const b of other) above += a > b ? 1 : a === b ? 0.5 : 0
  return above / (one.length * other.length)
}
