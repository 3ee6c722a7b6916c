import { type Static, Type } from 'typebox'
import { dayMs } from '../../platform/clock.ts'
import type { ApiRequest, RequestFilter, RequestPlace } from '../../storage/queries/api-requests.ts'
import type { Store } from '../../storage/store.ts'
import type { CabinetDeps } from '../deps.ts'
import { ownServiceIds } from '../ids.ts'
import { hoursPerStep, summaryOf } from '../requests/summary.ts'
import { get, type Member } from '../route.ts'
import type { RequestPageView, RequestSummary, RequestView } from '../views/request.ts'

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

const list = get('/requests', {
  audience: 'read',
  query: Type.Object({
    ...filterQuery,
    requestId: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    /** The id of a call, or of a verification of `/v2`. */
    verification: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^vf_[0-9a-f]{32}$' })]),
    ),
    before: Type.Optional(Type.String({ pattern: '^\\d{1,15}-\\d{1,15}$' })),
  }),
  handle: async ({ deps, who, query }): Promise<RequestPageView> => {
    const { items, next } = await deps.store.apiRequestPage({
      ...(await filterOf(deps, who, query)),
      requestId: query.requestId ?? null,
      subjects: query.verification === undefined ? null : await subjectsOf(deps.store, query.verification),
      before: query.before === undefined ? null : placeOf(query.before),
      limit: requestsPerPage,
    })
    return {
      items: items.map(requestView),
      next: next && `${next.at}-${next.id}`,
      baseUrl: deps.publicUrl(),
    }
  },
})

const summary = get('/requests/summary', {
  audience: 'read',
  query: filterSchema,
  handle: async ({ deps, who, query }): Promise<RequestSummary> => {
    const filter = await filterOf(deps, who, query)
    const { serviceIds, from, to } = filter
    const sums = await deps.store.apiRequestSums({ serviceIds, from, to, hours: hoursPerStep(filter) })
    const kept = await deps.store.countApiRequests(filter)
    return summaryOf(sums, filter, { kept, keptDays: deps.settings.RINGKEY_RETENTION.requestDays })
  },
})

async function filterOf(
  { store, clock, settings }: CabinetDeps,
  who: Member,
  query: Static<typeof filterSchema>,
): Promise<RequestFilter> {
  const now = clock.now()
  const keptMs = Math.max(1, settings.RINGKEY_RETENTION.requestDays) * dayMs
  const to = Math.min(query.to ?? now + 1, now + 1)
  return {
    serviceIds: await ownServiceIds(store, who, query.service),
    from: Math.min(to, Math.max(query.from ?? now - dayMs, now - keptMs)),
    to,
    method: query.method ?? null,
    outcome: query.outcome ?? null,
    code: query.code ?? null,
    status: query.status ?? null,
    requestId: null,
    subjects: null,
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

function requestView({ parameters, phoneMask, elapsedUs, kind, ...shown }: ApiRequest): RequestView {
  const given = JSON.parse(parameters) as Record<string, unknown>
  return {
    ...shown,
    elapsedMs: elapsedUs / 1000,
    hasKey: kind !== 'unproven',
    parameters: given.phone === null ? { ...given, phone: phoneMask } : given,
  }
}

export const requestRoutes = [list, summary]
