import { Type } from 'typebox'
import { errorStatusOf } from '../../accounts/profile.ts'
import { roubles } from '../../books/money.ts'
import type { SpendCapRecord } from '../../books/spend-cap.ts'
import { ownersScope } from '../../books/spend-caps.ts'
import { countryCodes } from '../../numbering/calling-codes.ts'
import { changeService, createService } from '../../operations/services.ts'
import type { ServiceRecord, ServiceSettings } from '../../storage/records.ts'
import { pausedViews } from '../answers/paused.ts'
import { serviceView } from '../answers/service.ts'
import type { CabinetDeps } from '../deps.ts'
import { idOf, ownService } from '../ids.ts'
import { asMember } from '../operating.ts'
import { get, post } from '../route.ts'
import type { NewKey, ServiceDetail, SpendBounds } from '../views/service.ts'

const name = Type.String({ maxLength: 200 })
const useDirection = Type.String({ maxLength: 1_000 })

const list = get('/services', {
  audience: 'read',
  handle: async ({ deps, who }) => (await deps.store.services(who.account.id)).map(serviceView),
})

/** Before the routes with an id: countries that a service may be bound to. */
const choices = get('/services/countries', { audience: 'read', handle: async () => countryCodes() })

const show = get('/services/:id', {
  audience: 'read',
  handle: async ({ deps, who, params }) => detailOf(deps, await ownService(deps.store, who, idOf(params.id))),
})

const create = post('/services', {
  audience: 'change-services',
  body: Type.Object({ name, useDirection }),
  handle: async (ask): Promise<NewKey> => {
    const { deps, who, body } = ask
    const made = await createService(
      {
        ...asMember(ask),
        random: deps.random,
        defaultCountries: deps.settings.RINGKEY_DEFAULT_COUNTRIES,
      },
      {
        accountId: who.account.id,
        ...body,
        settings: {},
        sealedWebhookSecret: deps.webhookSecrets.newSealed(),
      },
    )
    await deps.reload()
    return { service: serviceView(made.service), name: '', secretKey: made.secretKey }
  },
})

const change = post('/services/:id', {
  audience: 'change-services',
  body: Type.Object({
    name: Type.Optional(name),
    useDirection: Type.Optional(useDirection),
    /** Either value also restores an archived service. Archiving is another route, which asks for the name. */
    status: Type.Optional(Type.Enum(['active', 'off'])),
    /** The operation checks them. */
    settings: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
  handle: async (ask) => {
    const { deps, who, params, body } = ask
    const { id } = await ownService(deps.store, who, idOf(params.id))
    const settings = (body.settings ?? {}) as Partial<ServiceSettings>
    const { settings: _, ...others } = body
    const fields = [...Object.keys(others), ...Object.keys(settings)]
    const after = await changeService(asMember(ask), { id, ...others, settings }, fields)
    await deps.reload()
    return detailOf(deps, after)
  },
})

export async function detailOf(deps: CabinetDeps, service: ServiceRecord): Promise<ServiceDetail> {
  const { RINGKEY_PROFILE, RINGKEY_ERROR_STATUS } = deps.settings
  const caps = await deps.store.spendCaps()
  const paused = await deps.store.pausedPrefixes()
  const boundsOf = (scope: string) => bounds(caps.find((cap) => cap.scope === scope))
  return {
    ...serviceView(service),
    limits: { own: boundsOf(ownersScope(service.id)), operator: boundsOf(`service:${service.id}`) },
    paused: pausedViews(paused.filter(({ serviceId }) => serviceId === service.id)),
    defaultProfile: RINGKEY_PROFILE,
    defaultErrorStatus: errorStatusOf(
      { profile: service.settings.profile, errorStatus: null },
      { profile: RINGKEY_PROFILE, errorStatus: RINGKEY_ERROR_STATUS },
    ),
    apiUrl: deps.publicUrl(),
  }
}

function bounds(cap: SpendCapRecord | undefined): SpendBounds {
  const bound = (units: number | undefined) => (units === undefined || units === 0 ? null : roubles(units))
  return { perHour: bound(cap?.perHourUnits), perDay: bound(cap?.perDayUnits) }
}

export const serviceRoutes = [list, choices, show, create, change]
