import { type Static, Type } from 'typebox'
import { dayMs, hourMs } from '../../platform/clock.ts'
import { pick } from '../../platform/pick.ts'
import type {
  ApiRequest,
  RequestFilter,
  RequestPlace,
  RequestSum,
} from '../../storage/queries/api-requests.ts'
import type { Store } from '../../storage/store.ts'
import type { CabinetDeps } from '../deps.ts'
import { ownServiceIds } from '../ids.ts'
import { get, type Member } from '../route.ts'

const requestsPerPage = 50
const time = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })
const filterQuery = {
  service: Type.Optional(Type.Integer({ minimum: 1 })),
  from: Type.Optional(time),
  to: Type.Optional(time),
  method: Type.Optional(Type.String({ maxLength: 40 })),
  outcome: Type.Optional(Type.Enum(['served', 'refused'])),
  code: Type.Optional(Type.String({ maxLength: 40 })),
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
}
const filterSchema = Type.Object(filterQuery)

const listQuery = Type.Object({
  ...filterQuery,
  requestId: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  /** The id of a call, or of a verification of `/v2`. */
  verification: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^vf_[0-9a-f]{32}$' })]),
  ),
  before: Type.Optional(Type.String({ pattern: '^\\d{1,15}-\\d{1,15}$' })),
})

const list = get('/requests', 'read', listQuery, async ({ deps, user, query }) => {
  const { items, next } = await deps.store.apiRequestPage({
    ...(await filterOf(deps, user, query)),
    requestId: query.requestId,
    subjects: query.verification === undefined ? null : await subjectsOf(deps.store, query.verification),
    before: query.before === undefined ? null : placeOf(query.before),
    limit: requestsPerPage,
  })
  return {
    items: items.map(requestView),
    next: next && `${next.at}-${next.id}`,
    /** Where requests are sent to, for curl. */
    baseUrl: deps.publicUrl(),
  }
})

const summary = get('/requests/summary', 'read', filterSchema, async (context) => {
  const { deps, user, query } = context
  const filter = await filterOf(deps, user, query)
  const { serviceIds, from, to } = filter
  const sums = await deps.store.apiRequestSums({ serviceIds, from, to, hours: hoursPerStep(filter) })
  const kept = await deps.store.countApiRequests(filter)
  return summaryOf(sums, filter, { kept, keptDays: deps.installation.settings.keepRequestsDays })
})

async function filterOf(
  { store, clock, installation }: CabinetDeps,
  user: Member,
  query: Static<typeof filterSchema>,
): Promise<RequestFilter> {
  const now = clock.now()
  const keptMs = Math.max(1, installation.settings.keepRequestsDays) * dayMs
  const to = Math.min(query.to ?? now + 1, now + 1)
  return {
    serviceIds: await ownServiceIds(store, user, query.service),
    from: Math.min(to, Math.max(query.from ?? to - dayMs, now - keptMs)),
    to,
    ...pick(query, 'method', 'outcome', 'code', 'status'),
  }
}

/** A call that is a step of a verification of `/v2` was made by a request about that verification. */
async function subjectsOf(store: Store, verification: number | string): Promise<string[]> {
  if (typeof verification === 'string') return [verification]
  const whole = await store.verificationOfStep(verification)
  return [String(verification), ...(whole === undefined ? [] : [whole])]
}

function placeOf(text: string): RequestPlace {
  const [at = 0, id = 0] = text.split('-').map(Number)
  return { at, id }
}

/** `parameters` are masked, and the key was never stored. */
function requestView({ parameters, phoneMask, elapsedUs, kind, ...shown }: ApiRequest) {
  const given = JSON.parse(parameters) as Record<string, unknown>
  return {
    ...shown,
    elapsedMs: elapsedUs / 1000,
    hasKey: kind !== 'unproven',
    parameters: given.phone === null ? { ...given, phone: phoneMask } : given,
  }
}

export const requestRoutes = [list, summary]

const maxSteps = 48
const hoursOfSteps = [1, 2, 6, 12, 24, 96]

/** How many hours a step of the plot has, so that a period has at most 48 steps. */
function hoursPerStep({ from, to }: Pick<RequestFilter, 'from' | 'to'>): number {
  return hoursOfSteps.find((hours) => (to - from) / (hours * hourMs) <= maxSteps) ?? hoursOfSteps.at(-1)!
}

/** What the page shows above the list: the filters narrow the numbers, not what the filters offer. */
function summaryOf(
  sums: readonly RequestSum[],
  filter: Pick<RequestFilter, 'from' | 'to' | 'method' | 'outcome' | 'code' | 'status'>,
  { keptDays, kept }: { readonly keptDays: number; readonly kept: number },
) {
  const { from, to, method, outcome, code, status } = filter
  const fitting = sums.filter(
    (sum) =>
      (method == null || sum.method === method) &&
      (outcome == null || (sum.code === '') === (outcome === 'served')) &&
      (code == null || sum.code === code) &&
      (status == null || sum.status === status),
  )
  const refused = fitting.filter((sum) => sum.code !== '')
  const stepMs = hoursPerStep(filter) * hourMs
  const first = Math.floor(from / stepMs)
  const steps = Array.from({ length: Math.ceil(to / stepMs) - first }, (_, step) => (first + step) * stepMs)
  return {
    /** 0: the operator has switched the log off. */
    keptDays,
    requests: total(fitting),
    refused: total(refused),
    /** How many of them can be seen one by one. */
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

function byCodeAndTime(sums: readonly RequestSum[]) {
  const groups = Map.groupBy(sums, ({ at, code }) => `${at} ${code}`)
  return [...groups.values()].map((some) => ({ ...pick(some[0]!, 'at', 'code'), requests: total(some) }))
}

function mostFrequent<T>(sums: readonly RequestSum[], read: (sum: RequestSum) => T): T[] {
  return [...Map.groupBy(sums, read)]
    .toSorted(([, one], [, other]) => total(other) - total(one))
    .map(([value]) => value)
}
