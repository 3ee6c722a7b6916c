const roundFactors = [1, 2, 5, 10]
/** Every how many steps a label may stand: hours stay at familiar distances, and long ranges at halves of days. */
const labelDistances = [1, 2, 3, 4, 6, 8]
const longLabelDistance = 12

/** From nothing to at least the highest value, at most `wishedCount` steps of 1, 2 or 5 times a power of ten. */
export function roundTicks(highest: number, wishedCount: number, smallestStep = 0): number[] {
  const least = Math.max((highest > 0 ? highest : 1) / wishedCount, smallestStep)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * roundFactors.find((factor) => factor * power >= least * (1 - 1e-9))!
  const count = Math.max(1, Math.ceil((highest / step) * (1 - 1e-9)))
  // Twelve digits: 3 × 0.1 is 0.3 on an axis.
  return Array.from({ length: count + 1 }, (_, place) => Number((place * step).toPrecision(12)))
}

/** Every how many steps a label of this width has room. */
export function labelDistance(stepWidth: number, labelWidth: number): number {
  const least = Math.ceil(labelWidth / stepWidth)
  const short = labelDistances.find((distance) => distance >= least)
  return short ?? Math.ceil(least / longLabelDistance) * longLabelDistance
}

/** The step under the pointer; those beside the plot belong to its first and last step. */
export function stepUnder(x: number, stepWidth: number, stepCount: number): number {
  return Math.min(stepCount - 1, Math.max(0, Math.floor(x / stepWidth)))
}

/** Where a key leads from a step; null for keys that do not move. */
export function stepAfterKey(key: string, from: number | null, stepCount: number): number | null {
  const last = stepCount - 1
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'ArrowLeft') return from === null ? last : Math.max(0, from - 1)
  if (key === 'ArrowRight') return from === null ? 0 : Math.min(last, from + 1)
  return null
}
