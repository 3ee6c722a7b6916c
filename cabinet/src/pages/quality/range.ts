import { daysIn, dayText, startOfDay } from '../../language/time-zone.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A plot with more hours cannot be read; the server refuses them too. */
const maxHourlyDays = 31
/** Up to this length hours are shown unless days were asked for. */
const hoursByDefaultMs = 3 * dayMs

export const rangeNames = ['24h', '7d', '30d', '90d', 'custom'] as const
export type RangeName = (typeof rangeNames)[number]

/** The range of the page, as in its address. */
export interface Range {
  readonly range: RangeName
  readonly from: number
  readonly to: number
  readonly step: 'hour' | 'day'
  readonly mayStepHours: boolean
  /** Days as `2026-01-31`, for the inputs. */
  readonly fromDay: string
  readonly toDay: string
}

const days = { '24h': 1, '7d': 7, '30d': 30, '90d': 90 }

/**
 * Whole days in the time zone, including today; only the last 24 hours are counted by hour. A part of a
 * plot that was zoomed into is a range of its own: `from` and `to` are then times, not days.
 */
export function rangeIn(query: URLSearchParams, now: number, zone: string): Range {
  const asked = rangeNames.find((name) => name === query.get('range')) ?? '7d'
  const [from, to] = asked === 'custom' ? customRange(query, now, zone) : lastDays(asked, now, zone)
  const mayStepHours = to - from <= maxHourlyDays * dayMs
  const wantsHours = (query.get('step') ?? (to - from <= hoursByDefaultMs ? 'hour' : 'day')) === 'hour'
  return {
    range: asked,
    from,
    to,
    step: wantsHours && mayStepHours ? 'hour' : 'day',
    mayStepHours,
    fromDay: dayText(from, zone),
    toDay: dayText(to - 1, zone),
  }
}

function lastDays(range: keyof typeof days, now: number, zone: string): [from: number, to: number] {
  // Whole hours: the query stays the same for an hour, so its answer can be cached.
  const to = Math.ceil((now + 1) / hourMs) * hourMs
  if (range === '24h') return [to - dayMs, to]
  const { shown, whenShown, startOfDay } = daysIn(zone)
  return [startOfDay(whenShown(shown(now) - (days[range] - 1) * dayMs)), to]
}

function customRange(query: URLSearchParams, now: number, zone: string): [from: number, to: number] {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  if (/^\d{12,14}$/.test(from) && /^\d{12,14}$/.test(to) && Number(from) < Number(to)) {
    return [Number(from), Number(to)]
  }
  const [first, end] = [startOfDay(from, zone), startOfDay(to, zone, 1)]
  return first === null || end === null || end <= first ? lastDays('7d', now, zone) : [first, end]
}
