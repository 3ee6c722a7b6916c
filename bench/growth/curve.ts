export type CurvePoint = readonly [size: number, cost: number]

export interface CurveVerdict {
  readonly kind: 'level' | 'logarithmic or better' | 'worse than logarithmic'
  /** What the last decade added, in units of cost. */
  readonly lastDecade: number
  /** The cost at ten times the largest size, if the last decade goes on. */
  readonly tenTimes: number
}

/** Costs that differ by less than this are one: measurements on a shared machine are no better. */
const noise = 0.25

/**
 * On a logarithmic curve every decade adds the same. A curve is worse when its last decade adds clearly more than the
 * decades before it did on average.
 */
export function judgeCurve(points: readonly CurvePoint[]): CurveVerdict {
  const sorted = points.toSorted(([one], [other]) => one - other)
  const [first, last] = [sorted[0]!, sorted.at(-1)!]
  const before = sorted.at(-2) ?? first
  const perDecade = (from: CurvePoint, to: CurvePoint) => {
    const decades = Math.log10(to[0] / from[0])
    return decades === 0 ? 0 : (to[1] - from[1]) / decades
  }
  const lastDecade = perDecade(before, last)
  const earlier = sorted.length > 2 ? perDecade(first, before) : 0
  const costs = sorted.map(([, cost]) => cost)
  const least = Math.min(...costs)
  const tenTimes = last[1] + Math.max(0, lastDecade)
  if (last[1] <= least * (1 + noise)) return { kind: 'level', lastDecade, tenTimes }
  // Two points cannot tell a logarithm from a straight line: what is added has to be small against the whole.
  const allowed = Math.max(0, earlier) * 1.5 + least * noise
  const kind = lastDecade <= allowed ? 'logarithmic or better' : 'worse than logarithmic'
  return { kind, lastDecade, tenTimes }
}
