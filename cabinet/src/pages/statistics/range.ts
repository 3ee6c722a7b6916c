const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A plot with more hours cannot be read; the server refuses them too. */
const maxHourlyDays = 31

export const rangeNames = ['24h', '7d', '30d', '90d', 'custom'] as const
export type RangeName = (typeof rangeNames)[number]

export type By = 'outcome' | 'mode' | 'service' | 'country' | 'operator'
const bys: readonly string[] = ['outcome', 'mode', 'service', 'country', 'operator'] satisfies By[]

/** The choices of the page, as in its address. */
export interface Asked {
  readonly range: RangeName
  readonly from: number
  readonly to: number
  readonly step: 'hour' | 'day'
  readonly mayStepHours: boolean
  readonly by: By
  readonly test: 'yes' | 'no'
  /** Days as `2026-01-31`, for the inputs. */
  readonly fromDay: string
  readonly toDay: string
}

const days = { '24h': 1, '7d': 7, '30d': 30, '90d': 90 }

/** Whole days in the time zone of the browser, including today; only the last 24 hours are counted by hour. */
export function askedIn(query: URLSearchParams, now: number): Asked {
  const range = rangeNames.find((name) => name === query.get('range')) ?? '7d'
  const [from, to] = range === 'custom' ? customRange(query, now) : lastDays(range, now)
  const mayStepHours = to - from <= maxHourlyDays * dayMs
  const wantsHours = (query.get('step') ?? (range === '24h' ? 'hour' : 'day')) === 'hour'
  const by = query.get('by') ?? ''
  return {
    range,
    from,
    to,
    step: wantsHours && mayStepHours ? 'hour' : 'day',
    mayStepHours,
    by: bys.includes(by) ? (by as By) : 'outcome',
    test: query.get('test') === 'yes' ? 'yes' : 'no',
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
  const [from, to] = [dayOf(query.get('from')), dayOf(query.get('to'))]
  if (from === null || to === null || to < from) return lastDays('7d', now)
  to.setDate(to.getDate() + 1)
  return [from.getTime(), to.getTime()]
}

function dayOf(text: string | null): Date | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text ?? '')
  return match === null ? null : new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]))
}

function dayText(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
