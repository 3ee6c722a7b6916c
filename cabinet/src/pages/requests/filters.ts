import { numberIn } from '../../frame/number-in.ts'

/** As the address of the page has them; null is not set. */
export interface RequestFilters {
  readonly service: number | null
  readonly period: Period
  readonly from: number | null
  readonly to: number | null
  readonly outcome: string | null
  readonly method: string | null
  readonly code: string | null
  readonly status: string | null
  readonly requestId: string | null
  readonly verification: string | null
}

const hourMs = 3_600_000
export const periods = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs } as const
export type Period = keyof typeof periods

/** Those that the button "Clear filters" removes. */
export const filterNames = [
  'from',
  'to',
  'outcome',
  'method',
  'code',
  'status',
  'requestId',
  'verification',
] as const

export function filtersIn(query: URLSearchParams, service: number | null): RequestFilters {
  const period = query.get('period')
  return {
    service,
    period: period === 'hour' || period === 'week' ? period : 'day',
    from: numberIn(query, 'from'),
    to: numberIn(query, 'to'),
    outcome: query.get('outcome'),
    method: query.get('method'),
    code: query.get('code'),
    status: query.get('status'),
    requestId: query.get('requestId'),
    verification: query.get('verification'),
  }
}

/** What the API is asked for, now. */
export function askedFor({ period, from, to, ...others }: RequestFilters) {
  return { ...others, from: from ?? (to ?? Date.now()) - periods[period], to }
}

/** One request, or those of one verification: the time and its numbers are of no interest. */
export const isLookup = ({ requestId, verification }: RequestFilters) =>
  requestId !== null || verification !== null
