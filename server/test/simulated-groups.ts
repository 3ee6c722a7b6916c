import { dropOf, pastHours, watchedHours, watchGroup } from '../src/quality/drop-test.ts'
import { logit, rateAt } from '../src/quality/usual-rate.ts'

/** Traffic of groups with a known truth, for the calibration of the test of drops. The same seed draws the same calls. */

/** How far real traffic is from independent calls at one rate, in log-odds unless said otherwise. */
export interface Habits {
  /** The rate at four in the morning is so much lower than at four in the afternoon, at most. */
  readonly nightFall: number
  /** Standard deviation of an hour, and of a whole day. */
  readonly hours: number
  readonly days: number
  /** Standard deviation of what the level walks in a day, and stays at. */
  readonly drift: number
  /** Saturdays and Sundays. */
  readonly weekendFall: number
  /** Night traffic as a share of that by day. */
  readonly nightShare: number
}

export const plain: Habits = { nightFall: 0, hours: 0, days: 0, drift: 0, weekendFall: 0, nightShare: 1 }
export const rhythm: Habits = { ...plain, nightFall: 0.8, nightShare: 0.08 }
export const lifelike: Habits = {
  nightFall: 0.8,
  nightShare: 0.08,
  hours: 0.15,
  days: 0.08,
  drift: 0.03,
  weekendFall: 0.1,
}
export const rough: Habits = { ...lifelike, hours: 0.3, days: 0.15, drift: 0.04, weekendFall: 0.15 }

interface GroupTraffic {
  readonly rate: number
  /** By day. */
  readonly callsAnHour: number
  readonly habits: Habits
}

/** A fault: from this hour to before that one the rate is another. */
export interface Fault {
  readonly fromHour: number
  readonly toHour: number
  readonly rate: number
}

interface FoundDrop {
  readonly atHour: number
  /** Calls of the group since the fault began. */
  readonly calls: number
  readonly sinceHour: number
}

export const warmUpHours = pastHours + watchedHours

/** Runs the test over a group for some hours after its past, as the service does: several looks an hour. */
export function runGroup(
  random: () => number,
  { rate, callsAnHour, habits }: GroupTraffic,
  hours: number,
  {
    looksAnHour = 4,
    fault,
    stopAtFirst = false,
  }: { looksAnHour?: number; fault?: Fault; stopAtFirst?: boolean } = {},
): FoundDrop[] {
  const all = warmUpHours + hours
  const counts = { firstHour: 0, hits: new Int32Array(all), of: new Int32Array(all) }
  const found: FoundDrop[] = []
  const swing = habits.nightFall * random()
  let level = logit(rate)
  let dayShift = 0
  let openSince: number | undefined
  let sinceFault = 0
  for (let hour = 0; hour < all; hour++) {
    if (hour % 24 === 0) {
      dayShift = habits.days * normal(random)
      level += habits.drift * normal(random)
      // Drift has no end but bounds: a route gets better and worse.
      level += 0.02 * (logit(rate) - level)
    }
    const isWeekend = Math.floor(hour / 24) % 7 >= 5
    const daytime = (1 - Math.cos((2 * Math.PI * ((hour % 24) - 4)) / 24)) / 2
    const logOdds =
      level +
      dayShift +
      habits.hours * normal(random) -
      swing * (1 - daytime) -
      (isWeekend ? habits.weekendFall : 0)
    const isFaulty = fault !== undefined && hour >= fault.fromHour && hour < fault.toHour
    const truth = isFaulty ? fault.rate : rateAt(logOdds)
    const volume =
      callsAnHour * (habits.nightShare + (1 - habits.nightShare) * daytime) * (isWeekend ? 0.7 : 1)
    const isWarm = hour >= warmUpHours
    let group = isWarm ? watchGroup([counts], hour, openSince) : undefined
    const looks = isWarm ? looksAnHour : 1
    for (let look = 0; look < looks; look++) {
      const made = poisson(random, volume / looks)
      counts.of[hour]! += made
      counts.hits[hour]! += binomial(random, made, truth)
      if (isFaulty) sinceFault += made
      if (group === undefined) continue
      const drop = dropOf(group, hour)
      if ((drop === undefined) === (openSince === undefined)) continue
      openSince = drop?.sinceHour
      // What is usual is learned without the hours of an open alarm.
      group = watchGroup([counts], hour, openSince)
      if (drop === undefined) continue
      found.push({ atHour: hour + (look + 1) / looks, calls: sinceFault, sinceHour: drop.sinceHour })
      if (stopAtFirst) return found
    }
  }
  return found
}

/** Groups as an installation has them: rates from 60 to 97 %, from two calls an hour to a thousand. */
export function drawnGroup(random: () => number, habits: Habits): GroupTraffic {
  return { rate: 0.6 + 0.37 * random(), callsAnHour: 2 * 500 ** random(), habits }
}

/** Mulberry32: small, and good enough for drawing calls. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

function poisson(random: () => number, mean: number): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)))
  const limit = Math.exp(-mean)
  let [count, product] = [0, random()]
  while (product > limit) {
    count += 1
    product *= random()
  }
  return count
}

function binomial(random: () => number, of: number, rate: number): number {
  if (of * rate * (1 - rate) > 30) {
    const drawn = Math.round(of * rate + Math.sqrt(of * rate * (1 - rate)) * normal(random))
    return Math.min(of, Math.max(0, drawn))
  }
  let hits = 0
  for (let call = 0; call < of; call++) if (random() < rate) hits += 1
  return hits
}
