import { type HourCounts, independentShare, logit, rateAt, type UsualRate, usualRate } from './usual-rate.ts'

/**
 * A sequential test of a drop: the CUSUM of the log-likelihood ratio (E. S. Page, Biometrika 41, 1954; G. Lorden, Annals
 * of Mathematical Statistics 42, 1971). Every call adds what it says for "the rate has fallen" against "it is as usual";
 * the sum never goes below zero, and an alarm is due when it reaches a threshold. So a few calls that all fail are
 * enough, and a few that fail among many are not. How often it is wrong: docs/engineering/decisions/drop-alarm.md.
 */

/** What is judged: the last three days. Groups with a handful of calls a day need them. */
export const watchedHours = 72
/** The past that they are compared with. */
export const pastHours = 14 * 24

/** Chosen by simulation: less than one false alarm in a month at 100 groups. */
const alarmThreshold = 12
const thresholdSeries = 100
/** The evidence that the rate is back. Less is needed: an alarm that ended too early comes again. */
const returnThreshold = 6
/** Falls in log-odds that are looked for, beyond what is allowed for: a small one of many calls, a large one of few. */
const falls = [0.6, 1.8] as const
/** A smaller fall may be real but needs nobody's attention. */
const leastFall = 0.05
/** A rate that is lower already cannot fall much further. */
const leastUsual = 0.1
/** A group without a call for so long has no drop any more: the traffic goes elsewhere. */
const idleHours = 24

export interface Drop {
  /** The hour at which the drop most likely began. */
  readonly sinceHour: number
  /** Since then. */
  readonly hits: number
  readonly of: number
  /** The share that is usual at these hours of the day. */
  readonly usual: number
}

type Evidence = ReturnType<typeof evidenceOf>
/** A group, ready to be judged again and again within an hour. */
export type WatchedGroup = NonNullable<ReturnType<typeof watchGroup>>

/**
 * Learns what is usual for a group. Its parts (modes) have rates of their own, so that a change of their mix is no drop.
 * The hours since an alarm that is open are no part of the past. Undefined without enough of a past.
 */
export function watchGroup(parts: readonly HourCounts[], thisHour: number, openSince: number | undefined) {
  const fromHour = Math.min(thisHour - watchedHours, openSince ?? Number.POSITIVE_INFINITY)
  const evidence = parts.flatMap((counts) => {
    const usual = usualRate(counts, thisHour - watchedHours - pastHours, fromHour)
    return usual === undefined ? [] : [evidenceOf(counts, usual)]
  })
  return evidence.length === 0 ? undefined : { evidence, fromHour, openSince }
}

/** The drop that lasts at this hour, which may have just begun. `series` is how many groups are judged at once. */
export function dropOf(group: WatchedGroup, thisHour: number, series = thresholdSeries): Drop | undefined {
  const threshold = alarmThreshold + Math.log(Math.max(1, series / thresholdSeries))
  const { evidence } = group
  // The hours before an open drop were well, and say nothing about its end.
  const fromHour = group.openSince ?? group.fromHour
  const said = new Float64Array(falls.length)
  const sums = new Float64Array(falls.length)
  const starts = new Float64Array(falls.length).fill(fromHour)
  let since = group.openSince
  let back = 0
  let calledHour = fromHour
  for (let hour = fromHour; hour <= thisHour; hour++) {
    if (!readSaid(evidence, hour, said)) {
      if (hour - calledHour >= idleHours) since = undefined
      continue
    }
    calledHour = hour
    if (since !== undefined) {
      back = Math.max(0, back - said[0]!)
      if (back < returnThreshold) continue
      since = undefined
      sums.fill(0)
    }
    for (let fall = 0; fall < falls.length; fall++) {
      if (sums[fall] === 0) starts[fall] = hour
      sums[fall] = Math.max(0, sums[fall]! + said[fall]!)
      if (sums[fall]! < threshold || since !== undefined) continue
      since = starts[fall]!
      back = 0
    }
  }
  if (since === undefined) return undefined
  return dropSince(group, since === group.openSince ? since : earlierStart(group, since), thisHour)
}

/** A drop may have begun before the watched hours: the hour from which the calls speak for it most. */
function earlierStart({ evidence, fromHour }: WatchedGroup, since: number): number {
  const said = new Float64Array(falls.length)
  let [start, sum, most] = [since, 0, 0]
  for (let hour = since - 1; hour >= fromHour - pastHours && sum > most - returnThreshold; hour--) {
    if (!readSaid(evidence, hour, said)) continue
    sum += said[0]!
    if (sum <= most) continue
    most = sum
    start = hour
  }
  return start
}

/** What the calls of an hour say for each fall; false without a call. */
function readSaid(evidence: readonly Evidence[], hour: number, said: Float64Array): boolean {
  let hasCalls = false
  said.fill(0)
  for (const { counts, usual, ofHit, ofMiss } of evidence) {
    const place = hour - counts.firstHour
    const of = counts.of[place] ?? 0
    if (of <= 0) continue
    hasCalls = true
    const hits = counts.hits[place]!
    const each = independentShare(of, usual.correlation)
    for (let fall = 0; fall < falls.length; fall++)
      said[fall]! += each * (hits * ofHit[fall]![hour % 24]! + (of - hits) * ofMiss[fall]![hour % 24]!)
  }
  return hasCalls
}

/** What one call says for each fall that is looked for, by hour of the day. */
function evidenceOf(counts: HourCounts, usual: UsualRate) {
  const ofHit = falls.map(() => new Float64Array(24))
  const ofMiss = falls.map(() => new Float64Array(24))
  for (let hour = 0; hour < 24; hour++) {
    const asUsual = rateAt(logit(usual.byHour[hour]!) - usual.allowance)
    if (asUsual < leastUsual) continue
    for (const [place, fall] of falls.entries()) {
      const fallen = Math.max(0.01, Math.min(rateAt(logit(asUsual) - fall), asUsual - leastFall))
      ofHit[place]![hour] = Math.log(fallen / asUsual)
      ofMiss[place]![hour] = Math.log((1 - fallen) / (1 - asUsual))
    }
  }
  return { counts, usual, ofHit, ofMiss }
}

/** The figures of a drop that has begun and that nothing can have ended yet. */
export function dropSince({ evidence }: WatchedGroup, sinceHour: number, thisHour: number): Drop {
  let [hits, of, expected] = [0, 0, 0]
  for (const { counts, usual } of evidence) {
    for (let hour = Math.max(sinceHour, counts.firstHour); hour <= thisHour; hour++) {
      const made = counts.of[hour - counts.firstHour] ?? 0
      hits += counts.hits[hour - counts.firstHour] ?? 0
      of += made
      expected += made * usual.byHour[hour % 24]!
    }
  }
  return { sinceHour, hits, of, usual: of === 0 ? 0 : expected / of }
}
