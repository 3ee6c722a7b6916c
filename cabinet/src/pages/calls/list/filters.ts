import type { CallLine } from '@ringkey/server/cabinet-api'
import { timeIn } from '../../../frame/address-query.ts'

/** As the API takes them; empty ones are left out. */
export interface Filters {
  readonly service: number | null
  readonly mode: string | null
  readonly state: string | null
  readonly reason: string | null
  readonly test: string | null
  /** One name for each operator, as on the page about quality; `-` when it is not known. */
  readonly operator: string | null
  readonly country: string | null
  readonly from: number | null
  readonly to: number | null
}

export const filterNames = ['mode', 'state', 'reason', 'test', 'operator', 'country', 'from', 'to'] as const

export function filtersIn(query: URLSearchParams, service: number | null): Filters {
  return {
    service,
    mode: query.get('mode'),
    state: query.get('state'),
    reason: query.get('reason'),
    test: query.get('test'),
    operator: query.get('operator'),
    country: query.get('country'),
    from: timeIn(query, 'from'),
    to: timeIn(query, 'to'),
  }
}

export const noFilters: Omit<Filters, 'service'> = {
  mode: null,
  state: null,
  reason: null,
  test: null,
  operator: null,
  country: null,
  from: null,
  to: null,
}

/** Whether a new line matches the filters. The server alone knows under which name its operator is counted. */
export function shows(filters: Filters, line: CallLine): boolean {
  const { service, mode, state, reason, test, operator, country, from, to } = filters
  return (
    operator === null &&
    (country === null || line.country === country) &&
    (service === null || line.serviceId === service) &&
    (mode === null || line.mode === mode) &&
    (state === null || line.state === state) &&
    (reason === null || line.reason === reason) &&
    (test === null || line.test === (test === 'yes')) &&
    (from === null || line.startedAt >= from) &&
    (to === null || line.startedAt < to)
  )
}
