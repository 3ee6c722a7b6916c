/** Counts by hour, `hits` of `of`; the first of them is that of `firstHour` (hours since 1970). */
export interface HourCounts {
  readonly firstHour: number
  readonly hits: Int32Array
  readonly of: Int32Array
}

/** What is usual for a group, and how far it strays by itself. */
export interface UsualRate {
  /** The rate for each hour of the day (UTC). */
  readonly byHour: Float64Array
  /** How alike two calls of the same hour end: counts scatter more than tosses of a coin do. */
  readonly correlation: number
  /** The fall in log-odds that is no reason to alarm: the past is known so well, and whole days differ so much. */
  readonly allowance: number
}

const dayHours = 24
/** With less of a past, a group is not judged. */
const fewestCalls = 60
const fewestDays = 3
/** A day that lies further below the others was a fault, and no part of what is usual. */
const outlierDeviations = 4
const outlierCorrelation = 0.01
/** Calls at the rate of the whole day that are added to every hour of the day: a rhythm must show in more calls. */
const priorCalls = 30
/** Before anything is known: hours scatter about so much, and this is believed as if seen in so many pairs of calls. */
const priorCorrelation = 0.01
const priorPairs = 300
const [leastCorrelation, mostCorrelation] = [0.003, 0.2]
/** Squared deviations beyond these are faults of an hour or a day, not the usual scatter. */
const [mostHourDeviation, mostDayDeviation] = [12, 9]
/** Slow changes stay within it: at 88 %, a fall to 86 %. */
const driftAllowance = 0.2
const dayDeviations = 2.5

/** Hours of a day that count: their calls and hits, and those of the whole day. */
interface Day {
  readonly start: number
  calls: number
  hits: number
}

/**
 * The usual rate of a group from its own past, from one hour to before another. Undefined when it has too little of it.
 * Days with a fault are left out; each hour of the day has its own rate, as far as there are calls that show it.
 */
export function usualRate(counts: HourCounts, fromHour: number, toHour: number): UsualRate | undefined {
  const all = daysOf(counts, fromHour, toHour)
  const days = withoutFaults(all)
  const calls = sum(days, (day) => day.calls)
  if (days.length < fewestDays || calls < fewestCalls) return undefined
  const rate = inside(sum(days, (day) => day.hits) / calls)
  const byHour = rhythmOf(counts, days, toHour, rate)
  const correlation = correlationOf(counts, days, toHour, byHour)
  return { byHour, correlation, allowance: allowanceOf(counts, days, toHour, byHour, correlation) }
}

/** How many calls `of` calls of one hour are worth, for each of them. */
export function independentShare(of: number, correlation: number): number {
  return of <= 1 ? 1 : 1 / (1 + (of - 1) * correlation)
}

export const logit = (rate: number) => Math.log(rate / (1 - rate))
export const rateAt = (logOdds: number) => 1 / (1 + Math.exp(-logOdds))

function daysOf({ firstHour, hits, of }: HourCounts, fromHour: number, toHour: number): Day[] {
  const days: Day[] = []
  // Days are counted back from the end, so that each of them is whole.
  for (let end = toHour; end > Math.max(fromHour, firstHour); end -= dayHours) {
    const day: Day = { start: end - dayHours, calls: 0, hits: 0 }
    for (let index = Math.max(0, day.start - firstHour); index < end - firstHour; index++) {
      day.calls += of[index]!
      day.hits += hits[index]!
    }
    if (day.calls > 0) days.push(day)
  }
  return days
}

function withoutFaults(days: readonly Day[]): Day[] {
  const middle = inside(middleRate(days))
  return days.filter(({ calls, hits }) => {
    const variance = calls * middle * (1 - middle) * (1 + (calls - 1) * outlierCorrelation)
    return hits - calls * middle > -outlierDeviations * Math.sqrt(variance)
  })
}

/** The rate that half of the calls were made on days below. */
function middleRate(days: readonly Day[]): number {
  const sorted = days.toSorted((one, other) => one.hits / one.calls - other.hits / other.calls)
  const half = sum(days, ({ calls }) => calls) / 2
  let before = 0
  for (const { calls, hits } of sorted) {
    before += calls
    if (before >= half) return hits / calls
  }
  return 0.5
}

function rhythmOf(counts: HourCounts, days: readonly Day[], toHour: number, rate: number): Float64Array {
  const calls = new Float64Array(dayHours)
  const hits = new Float64Array(dayHours)
  eachHour(counts, days, toHour, (hour, its, made) => {
    calls[hour % dayHours]! += made
    hits[hour % dayHours]! += its
  })
  const smooth = (counted: Float64Array, hour: number) =>
    counted[hour]! / 2 + (counted[(hour + 1) % dayHours]! + counted[(hour + dayHours - 1) % dayHours]!) / 4
  return Float64Array.from(calls, (_, hour) =>
    inside((smooth(hits, hour) + priorCalls * rate) / (smooth(calls, hour) + priorCalls)),
  )
}

/** By the method of moments: the variance beyond that of independent calls. */
function correlationOf(
  counts: HourCounts,
  days: readonly Day[],
  toHour: number,
  byHour: Float64Array,
): number {
  let excess = priorCorrelation * priorPairs
  let pairs = priorPairs
  eachHour(counts, days, toHour, (hour, hits, of) => {
    if (of < 2) return
    const rate = byHour[hour % dayHours]!
    const variance = of * rate * (1 - rate)
    excess += Math.min((hits - of * rate) ** 2, mostHourDeviation * variance) - variance
    pairs += (of - 1) * variance
  })
  return Math.min(mostCorrelation, Math.max(leastCorrelation, excess / pairs))
}

/** In log-odds: slow drift, what is not known of the rate, and how much whole days differ. */
function allowanceOf(
  counts: HourCounts,
  days: readonly Day[],
  toHour: number,
  byHour: Float64Array,
  correlation: number,
): number {
  let excess = 0
  let information = 0
  for (const day of days) {
    let [known, score] = [0, 0]
    eachHour(counts, [day], toHour, (hour, hits, of) => {
      const rate = byHour[hour % dayHours]!
      const each = independentShare(of, correlation)
      known += each * of * rate * (1 - rate)
      score += each * (hits - of * rate)
    })
    if (known === 0) continue
    excess += Math.min(score ** 2 / known, mostDayDeviation) - 1
    information += known
  }
  if (information === 0) return Number.POSITIVE_INFINITY
  const betweenDays = Math.max(0, excess / information)
  const unknown = 1 / information + betweenDays / days.length
  return driftAllowance + Math.sqrt(unknown) + dayDeviations * Math.sqrt(betweenDays)
}

function eachHour(
  { firstHour, hits, of }: HourCounts,
  days: readonly Day[],
  toHour: number,
  take: (hour: number, hits: number, of: number) => void,
): void {
  for (const { start } of days) {
    const end = Math.min(start + dayHours, toHour) - firstHour
    for (let index = Math.max(0, start - firstHour); index < end; index++)
      if (of[index]! > 0) take(firstHour + index, hits[index]!, of[index]!)
  }
}

/** Away from 0 and 1, where a single call would have infinite weight. */
const inside = (rate: number) => Math.min(0.98, Math.max(0.02, rate))
const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((all, item) => all + of(item), 0)
