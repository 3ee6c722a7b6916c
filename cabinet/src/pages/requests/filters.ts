import { type Period, periodIn } from '../../parts/period.ts'

const names = ['outcome', 'method', 'code', 'status', 'requestId', 'verification'] as const
type Name = (typeof names)[number]

/** As the address of the page has them; null is not set. */
export type RequestFilters = Period & {
  readonly [Each in Name]: string | null
} & { readonly service: number | null }

/** Shown as long as nothing else is chosen. */
export const usualPeriod = 'day'

export function filtersIn(query: URLSearchParams, service: number | null): RequestFilters {
  const given = Object.fromEntries(names.map((name) => [name, query.get(name)]))
  return { service, ...periodIn(query, usualPeriod), ...(given as Record<Name, string | null>) }
}

export const isNarrowed = (filters: RequestFilters) =>
  filters.from != null || filters.to != null || names.some((name) => filters[name] !== null)

/** One request, or those of one verification: the time and its numbers are of no interest. */
export const isLookup = ({ requestId, verification }: RequestFilters) =>
  requestId !== null || verification !== null
