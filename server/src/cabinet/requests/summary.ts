import { hourMs } from '../../platform/clock.ts'
import type { RequestFilter, RequestSum } from '../../storage/queries/api-requests.ts'
import type { RequestSummary } from '../views/request.ts'

const maxSteps = 48
const hoursOfSteps = [1, 2, 6, 12, 24, 96]

/** How many hours a step of the plot has, so that a period has at most 48 steps. */
export function hoursPerStep({ from, to }: Pick<RequestFilter, 'from' | 'to'>): number {
  return hoursOfSteps.find((hours) => (to - from) / (hours * hourMs) <= maxSteps) ?? hoursOfSteps.at(-1)!
}

/** What the page shows above the list: the filters narrow the numbers, not what the filters offer. */
export function summaryOf(
  sums: readonly RequestSum[],
  filter: Pick<RequestFilter, 'from' | 'to' | 'method' | 'outcome' | 'code' | 'status'>,
  { keptDays, kept }: Pick<RequestSummary, 'keptDays' | 'kept'>,
): RequestSummary {
  const { from, to, method, outcome, code, status } = filter
  const fitting = sums.filter(
    (sum) =>
      (method === null || sum.method === method) &&
      (outcome === null || (sum.code === '') === (outcome === 'served')) &&
      (code === null || sum.code === code) &&
      (status === null || sum.status === status),
  )
  const refused = fitting.filter((sum) => sum.code !== '')
  const stepMs = hoursPerStep(filter) * hourMs
  const first = Math.floor(from / stepMs)
  const steps = Array.from({ length: Math.ceil(to / stepMs) - first }, (_, step) => (first + step) * stepMs)
  return {
    keptDays,
    requests: total(fitting),
    refused: total(refused),
    kept,
    steps,
    refusals: byCodeAndTime(refused),
    methods: mostFrequent(sums, (sum) => sum.method),
    codes: mostFrequent(
      sums.filter((sum) => sum.code !== ''),
      (sum) => sum.code,
    ),
    statuses: mostFrequent(sums, (sum) => sum.status),
  }
}

const total = (sums: readonly RequestSum[]) => sums.reduce((sum, { requests }) => sum + requests, 0)

function byCodeAndTime(sums: readonly RequestSum[]): RequestSummary['refusals'] {
  const counts = new Map<string, { at: number; code: string; requests: number }>()
  for (const { at, code, requests } of sums) {
    const key = `${at} ${code}`
    const count = counts.get(key)
    if (count === undefined) counts.set(key, { at, code, requests })
    else count.requests += requests
  }
  return [...counts.values()]
}

function mostFrequent<T>(sums: readonly RequestSum[], read: (sum: RequestSum) => T): T[] {
  const counts = new Map<T, number>()
  for (const sum of sums) counts.set(read(sum), (counts.get(read(sum)) ?? 0) + sum.requests)
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([value]) => value)
}
