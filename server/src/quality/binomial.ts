import type { Share } from './rates.ts'

/**
 * The chance of at least `hits` in `of` independent tries that each succeed with probability `share`: the upper tail of
 * the binomial distribution, exact for any number of tries.
 */
export function chanceOfAtLeast(hits: number, of: number, share: number): number {
  if (hits <= 0) return 1
  if (hits > of || share <= 0) return 0
  if (share >= 1) return 1
  // Below the middle the first terms are too small for a double; the other tail is not.
  if (hits < of * share) return 1 - chanceOfAtLeast(of - hits + 1, of, 1 - share)
  const odds = share / (1 - share)
  let term = Math.exp(logChoose(of, hits) + hits * Math.log(share) + (of - hits) * Math.log1p(-share))
  let sum = term
  for (let next = hits + 1; next <= of; next++) {
    term *= ((of - next + 1) / next) * odds
    sum += term
    // From here on the terms only fall: the rest is smaller than what a double can tell.
    if (term < sum * Number.EPSILON) break
  }
  return Math.min(1, sum)
}

function logChoose(of: number, hits: number): number {
  return logFactorial(of) - logFactorial(hits) - logFactorial(of - hits)
}

const exact = 64
const logs = new Float64Array(exact)
for (let number = 1; number < exact; number++) logs[number] = logs[number - 1]! + Math.log(number)

/** Stirling's series; from 64 on its error is below 1e-12. */
function logFactorial(number: number): number {
  if (number < exact) return logs[number]!
  const next = number + 1
  return (
    (next - 0.5) * Math.log(next) -
    next +
    0.5 * Math.log(2 * Math.PI) +
    1 / (12 * next) -
    1 / (360 * next ** 3) +
    1 / (1260 * next ** 5)
  )
}

/** 95 % confidence on both sides. */
const z95 = 1.959_964

/**
 * The Wilson score interval of a share: where the true rate lies with 95 % confidence, or as `z` says. It stays within 0
 * and 1, and is wide for few calls. null without calls. (E. B. Wilson, Journal of the American Statistical Association 22,
 * 1927.)
 */
export function wilson({ hits, of }: Share, z = z95): { readonly low: number; readonly high: number } | null {
  if (of <= 0) return null
  const share = hits / of
  const z2 = z * z
  const middle = (share + z2 / (2 * of)) / (1 + z2 / of)
  const half = (z / (1 + z2 / of)) * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of))
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}
