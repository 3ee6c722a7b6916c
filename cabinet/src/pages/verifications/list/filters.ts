import type { VerificationLine } from '@ringkey/server/cabinet-api'

/** As the API takes them; empty ones are left out. */
export interface Filters {
  readonly service: number | null
  readonly mode: string | null
  readonly state: string | null
  readonly reason: string | null
  readonly test: string | null
  readonly from: number | null
  readonly to: number | null
}

export const filterNames = ['mode', 'state', 'reason', 'test', 'from', 'to'] as const

export function filtersIn(query: URLSearchParams, service: number | null): Filters {
  const time = (name: string) => {
    const value = Number(query.get(name))
    return Number.isSafeInteger(value) && value > 0 ? value : null
  }
  return {
    service,
    mode: query.get('mode'),
    state: query.get('state'),
    reason: query.get('reason'),
    test: query.get('test'),
    from: time('from'),
    to: time('to'),
  }
}

/** Whether a new line matches the filters. */
export function shows(filters: Filters, line: VerificationLine): boolean {
  const { service, mode, state, reason, test, from, to } = filters
  return (
    (service === null || line.serviceId === service) &&
    (mode === null || line.mode === mode) &&
    (state === null || line.state === state) &&
    (reason === null || line.reason === reason) &&
    (test === null || line.test === (test === 'yes')) &&
    (from === null || line.startedAt >= from) &&
    (to === null || line.startedAt < to)
  )
}
