import { numberIn } from '../frame/number-in.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** When the day of a time began. */
type StartOfDay = (at: number) => number
type Ends = readonly [from: number, to: number | null]
const last =
  (ms: number) =>
  (now: number): Ends => [now - ms, null]
const endsOf = {
  hour: last(hourMs),
  today: (now: number, startOfDay: StartOfDay): Ends => [startOfDay(now), null],
  yesterday: (now: number, startOfDay: StartOfDay): Ends => [
    startOfDay(startOfDay(now) - 1),
    startOfDay(now),
  ],
  day: last(dayMs),
  week: last(7 * dayMs),
  month: last(30 * dayMs),
}

/** Periods that end now, or are as long as a day. */
export type Preset = keyof typeof endsOf
export const presets = Object.keys(endsOf) as readonly Preset[]

/** As in the address of a page: a preset stays one, so that a saved view shows the last day whenever it is opened. */
export interface Period {
  readonly period?: Preset | null
  readonly from?: number | null | undefined
  readonly to?: number | null | undefined
}

/** `usual`: what a page shows as long as nothing else is chosen. */
export function periodIn(query: URLSearchParams, usual: Preset | null = null) {
  const [from, to] = [numberIn(query, 'from'), numberIn(query, 'to')]
  const chosen = presets.find((name) => name === query.get('period')) ?? usual
  return { period: from === null && to === null ? chosen : null, from, to }
}

/** What the API is asked for, now: times in the place of the preset. What is not set is left out. */
export function timed<T extends Period>(asked: T, now: number, startOfDay: StartOfDay) {
  const { period: _, from: __, to: ___, ...others } = asked
  const given: Period = asked
  const [from, to] = given.period == null ? [given.from, given.to] : endsOf[given.period](now, startOfDay)
  return { ...others, ...(from == null ? {} : { from }), ...(to == null ? {} : { to }) }
}
