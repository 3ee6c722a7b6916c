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
 * Whole days in the time zone of the browser, including today; only the last 24 hours are counted by hour. A part of a
 * plot that was zoomed into is a range of its own: `from` and `to` are then times, not days.
 */
export function rangeIn(query: URLSearchParams, now: number): Range {
  const asked = rangeNames.find((name) => name === query.get('range')) ?? '7d'
  const [from, to] = asked === 'custom' ? customRange(query, now) : lastDays(asked, now)
  const mayStepHours = to - from <= maxHourlyDays * dayMs
  const wantsHours = (query.get('step') ?? (to - from <= hoursByDefaultMs ? 'hour' : 'day')) === 'hour'
  return {
    range: asked,
    from,
    to,
    step: wantsHours && mayStepHours ? 'hour' : 'day',
    mayStepHours,
    fromDay: dayText(from),
    toDay: dayText(to - 1),
  }
}

function lastDays(range: keyof typeof days, now: number): [from: number, to: number] {
  // Whole hours: the query stays the same for an hour, so its answer can be cached.
  const to = Math.ceil((now + 1) / hourMs) * hourMs
  if (range === '24h') return [to - dayMs, to]
  const first = new Date(now)
  first.setHours(0, 0, 0, 0)
  first.setDate(first.getDate() - days[range] + 1)
  return [first.getTime(), to]
}

function customRange(query: URLSearchParams, now: number): [from: number, to: number] {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  if (/^\d{12,14}$/.test(from) && /^\d{12,14}$/.test(to) && Number(from) < Number(to)) {
    return [Number(from), Number(to)]
  }
  const [first, last] = [dayOf(from), dayOf(to)]
  if (first === null || last === null || last < first) return lastDays('7d', now)
  last.setDate(last.getDate() + 1)
  return [first.getTime(), last.getTime()]
}

function dayOf(text: string): Date | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  return match === null ? null : new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]))
}

function dayText(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
