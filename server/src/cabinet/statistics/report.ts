import type {
  RingTimes,
  SeriesPoint,
  StatisticsBreakdown,
  StatisticsQuery,
} from '../../storage/insight-records.ts'
import type { Store } from '../../storage/store.ts'
import type { ConversionView, StatisticsReport } from '../views/statistics.ts'
import { type Stretch, stepsOf } from './calendar.ts'
import { added, conversionSum, nothingCounted, sumsOf } from './sums.ts'

/** Rows of the table. */
const totalsLimit = 200
/** Colours that can be told apart. */
const keysInPlot = 7

export interface ReportRequest {
  readonly serviceIds: readonly number[]
  readonly test: boolean
  readonly step: 'hour' | 'day'
  readonly by: StatisticsBreakdown
  readonly stretches: readonly Stretch[]
  readonly isMoneyShown: boolean
}

/** From the roll-ups only: its cost does not depend on how many verifications there are. */
export async function reportOf(store: Store, request: ReportRequest): Promise<StatisticsReport> {
  const { serviceIds, test, step, by, stretches, isMoneyShown } = request
  const range: StatisticsQuery = {
    serviceIds,
    test,
    from: stretches[0]!.from,
    to: stretches.at(-1)!.to,
  }
  const [ringTotals, conversions, series, ringTimes] = await Promise.all([
    store.ringTimes({ ...range, stepHours: null }),
    // An outcome belongs to a call, so the sum is taken from another breakdown.
    store.conversionTotals({ ...range, by: by === 'outcome' ? 'service' : by }),
    inStretches(stretches, (part) => store.statisticsSeries({ ...range, ...part, by })),
    inStretches(stretches, (part) => store.ringTimes({ ...range, ...part })),
  ])
  const totals = totalsOf(series)
  const large = new Set(totals.slice(0, keysInPlot).map(({ key }) => key))
  const isOther = (key: string) => totals.length > keysInPlot + 1 && !large.has(key)
  const others = new Map<number, typeof nothingCounted>()
  for (const point of series.filter(({ key }) => isOther(key))) {
    others.set(point.at, added(others.get(point.at) ?? nothingCounted, point))
  }
  return {
    from: range.from,
    to: range.to,
    step,
    by,
    steps: stretches.flatMap(stepsOf),
    overall: {
      ...sumsOf(totals.reduce(added, nothingCounted), isMoneyShown),
      ...timesOf(ringTotals[0]),
      conversion: conversionSum(conversions.map(({ conversion }) => conversion)),
    },
    totals: totals.slice(0, totalsLimit).map((total) => ({
      key: total.key,
      ...sumsOf(total, isMoneyShown),
      conversion: by === 'outcome' ? null : conversionSum(conversionsOf(conversions, total.key)),
    })),
    totalsLimit,
    series: [
      ...series
        .filter(({ key }) => !isOther(key))
        .map((point) => ({ at: point.at, key: point.key, ...sumsOf(point, isMoneyShown) })),
      ...[...others].map(([at, sum]) => ({ at, key: null, ...sumsOf(sum, isMoneyShown) })),
    ],
    timesToRing: ringTimes.map((times) => ({ at: times.at, ...timesOf(times) })),
  }
}

/** Added up here and not asked for: the store would read the same rows a second time. Largest first. */
function totalsOf(series: readonly SeriesPoint[]) {
  const sums = new Map<string, typeof nothingCounted>()
  for (const point of series) sums.set(point.key, added(sums.get(point.key) ?? nothingCounted, point))
  return [...sums]
    .map(([key, sum]) => ({ key, ...sum }))
    .sort((one, other) => other.attempts - one.attempts || (one.key < other.key ? -1 : 1))
}

function conversionsOf(
  conversions: readonly { readonly key: string; readonly conversion: ConversionView }[],
  sought: string,
): ConversionView[] {
  return conversions.flatMap(({ key, conversion }) => (key === sought ? [conversion] : []))
}

export function timesOf(times: RingTimes | undefined) {
  return { count: times?.count ?? 0, medianMs: times?.medianMs ?? 0, p95Ms: times?.p95Ms ?? 0 }
}

async function inStretches<T>(
  stretches: readonly Stretch[],
  ask: (stretch: Stretch) => Promise<T[]>,
): Promise<T[]> {
  return (await Promise.all(stretches.map(ask))).flat()
}
