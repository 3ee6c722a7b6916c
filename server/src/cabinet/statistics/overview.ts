import { dayMs, hourMs } from '../../platform/clock.ts'
import { completedOutcome, type StatisticsQuery, suspectOutcome } from '../../storage/insight-records.ts'
import type { Store } from '../../storage/store.ts'
import type { Converted, Overview, Sums, TimesToRing } from '../views/statistics.ts'
import { timesOf } from './report.ts'
import { added, conversionSum, nothingCounted, sumsOf } from './sums.ts'

const hoursShown = 24
/** In units of money; a share of an hour is not told more exactly. */
const kopeck = 100
/** Reasons of failure that have a colour of their own. */
const reasonsInPlot = 5

interface Asked {
  readonly serviceIds: readonly number[]
  readonly now: number
  /** When the reader's day began. */
  readonly dayStart: number
  readonly isMoneyShown: boolean
}

/** Today against yesterday, and the last 24 hours by outcome. Test calls are not counted. */
export async function figuresOf(store: Store, asked: Asked): Promise<Omit<Overview, 'attention'>> {
  const { serviceIds, now } = asked
  const thisHour = Math.floor(now / hourMs) * hourMs
  const today = Math.floor(asked.dayStart / hourMs) * hourMs
  const last24 = {
    serviceIds,
    test: false,
    from: thisHour - (hoursShown - 1) * hourMs,
    to: thisHour + hourMs,
  }
  const [sumsToday, sumsYesterday, series] = await Promise.all([
    soFar(store, asked, today, now),
    soFar(store, asked, today - dayMs, now - dayMs),
    store.statisticsSeries({ ...last24, stepHours: 1, by: 'outcome' }),
  ])
  const common = mostCommon(series)
  const points = new Map<string, Overview['outcomes'][number]>()
  for (const { at, key, attempts } of series) {
    const shown = common.has(key) ? key : null
    const name = `${at} ${shown}`
    points.set(name, { at, key: shown, attempts: attempts + (points.get(name)?.attempts ?? 0) })
  }
  return {
    now,
    today: sumsToday,
    yesterday: sumsYesterday,
    hours: Array.from({ length: hoursShown }, (_, index) => last24.from + index * hourMs),
    outcomes: [...points.values()],
  }
}

/** Whole hours are counted; of the hour in which `until` lies, the share that had passed by then. */
async function soFar(
  store: Store,
  { serviceIds, isMoneyShown, now }: Asked,
  from: number,
  until: number,
): Promise<Sums & TimesToRing & Converted> {
  const lastHour = Math.floor(until / hourMs) * hourMs
  const isPast = until < now
  const share = isPast ? (until - lastHour) / hourMs : 1
  const query: StatisticsQuery = { serviceIds, test: false, from, to: lastHour }
  const last = { ...query, from: lastHour, to: lastHour + hourMs }
  const [whole, part, wholeConversion, partConversion, [times]] = await Promise.all([
    totalOf(store, query),
    totalOf(store, last),
    conversionOf(store, query),
    conversionOf(store, last),
    store.ringTimes({ ...query, to: lastHour + hourMs, stepHours: null }),
  ])
  const counted = {
    attempts: whole.attempts + Math.round(part.attempts * share),
    completed: whole.completed + Math.round(part.completed * share),
    costUnits: whole.costUnits + Math.round((part.costUnits * share) / kopeck) * kopeck,
  }
  const shared = {
    delivered: Math.round((partConversion?.delivered ?? 0) * share),
    approved: Math.round((partConversion?.approved ?? 0) * share),
  }
  const conversion = conversionSum([...(wholeConversion === null ? [] : [wholeConversion]), shared])
  return { ...sumsOf(counted, isMoneyShown), ...timesOf(times), conversion }
}

async function conversionOf(store: Store, query: StatisticsQuery) {
  if (query.to <= query.from) return null
  const totals = await store.conversionTotals({ ...query, by: 'service' })
  return conversionSum(totals.map(({ conversion }) => conversion))
}

async function totalOf(store: Store, query: StatisticsQuery) {
  if (query.to <= query.from) return nothingCounted
  const totals = await store.statisticsTotals({ ...query, by: 'mode', limit: Number.MAX_SAFE_INTEGER })
  return totals.reduce(added, nothingCounted)
}

function mostCommon(series: readonly { key: string; attempts: number }[]): Set<string> {
  const sums = new Map<string, number>()
  for (const { key, attempts } of series) sums.set(key, (sums.get(key) ?? 0) + attempts)
  const failed = [...sums]
    .filter(([key]) => key !== completedOutcome && key !== suspectOutcome)
    .sort(([, one], [, other]) => other - one)
    .map(([key]) => key)
  // One reason more than there are colours for is shown by itself: "others" of one thing hides its name.
  const isAllShown = failed.length <= reasonsInPlot + 1
  return new Set([
    completedOutcome,
    suspectOutcome,
    ...(isAllShown ? failed : failed.slice(0, reasonsInPlot)),
  ])
}
