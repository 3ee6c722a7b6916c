import { Type } from 'typebox'
import { hashKey, newSecretKey } from '../../accounts/secret-key.ts'
import { defaultSettings, wrongSetting } from '../../accounts/service-settings.ts'
import { roubles } from '../../books/money.ts'
import type { SpendCapRecord } from '../../books/spend-cap.ts'
import { ownersScope } from '../../books/spend-caps.ts'
import { countryCodes } from '../../numbering/calling-codes.ts'
import type { ServiceRecord, ServiceSettings } from '../../storage/records.ts'
import { noteAction } from '../action-log.ts'
import { idOf, ownService } from '../ids.ts'
import type { CabinetParts } from '../parts.ts'
import { Problem, wrongField } from '../problem.ts'
import { get, post } from '../route.ts'
import { serviceView } from '../service-view.ts'
import type { NewKey, ServiceDetail, SpendBounds } from '../views/service.ts'

const maxNameLength = 100
const maxUseLength = 300
/** One account's list stays one page; whoever needs more asks the operator, whose command knows no bound. */
const maxServices = 200

const name = Type.String({ minLength: 1, maxLength: maxNameLength, pattern: '\\S' })
const useDirection = Type.String({ maxLength: maxUseLength })

const list = get('/services', {
  audience: 'read',
  handle: async ({ parts, who }) => (await parts.store.services(who.account.id)).map(serviceView),
})

/** Before the routes with an id: countries that a service may be bound to. */
const choices = get('/services/countries', { audience: 'read', handle: async () => countryCodes() })

const show = get('/services/:id', {
  audience: 'read',
  handle: async ({ parts, who, params }) =>
    detailOf(parts, await ownService(parts.store, who, idOf(params.id))),
})

const create = post('/services', {
  audience: 'change-services',
  body: Type.Object({ name, useDirection }),
  handle: async ({ parts, who, body, visitor }): Promise<NewKey> => {
    const { store, clock, random, webhookSecrets } = parts
    if ((await store.services(who.account.id)).length >= maxServices) {
      throw new Problem(409, 'too-many-services', `an account has at most ${maxServices} services`)
    }
    const secretKey = newSecretKey(random)
    const service = await store.createService({
      accountId: who.account.id,
      name: body.name.trim(),
      useDirection: body.useDirection.trim(),
      keyHash: hashKey(secretKey),
      settings: defaultSettings,
      sealedWebhookSecret: webhookSecrets.newSealed(),
      at: clock.now(),
    })
    await noteAction(parts, who.account.id, visitor, `service ${service!.id} created`)
    await parts.reload()
    return { service: serviceView(service!), secretKey }
  },
})

/** Free repeats are the operator's to give; what belongs to the owner is all the rest. */
const ownSettings = Type.Partial(
  Type.Object({
    errorStatus: Type.Union([Type.Enum(['mirror', '200']), Type.Null()]),
    httpsOnly: Type.Boolean(),
    allowedAddresses: Type.Array(Type.String({ maxLength: 50 }), { maxItems: 1000 }),
    allowedCountries: Type.Array(Type.String({ maxLength: 2 }), { maxItems: 250 }),
    inboundLifetimeSeconds: Type.Integer(),
    voiceLanguage: Type.Union([Type.Enum(['ru', 'en', 'kk']), Type.Null()]),
  }),
)

const change = post('/services/:id', {
  audience: 'change-services',
  body: Type.Object({
    name: Type.Optional(name),
    useDirection: Type.Optional(useDirection),
    /** Archiving is apart and asks for the name; what is archived comes back by this. */
    status: Type.Optional(Type.Enum(['active', 'off'])),
    settings: Type.Optional(ownSettings),
  }),
  handle: async ({ parts, who, params, body, visitor }) => {
    const service = await ownService(parts.store, who, idOf(params.id))
    const settings = (body.settings ?? {}) as Partial<ServiceSettings>
    const fault = wrongSetting({ ...defaultSettings, ...settings })
    if (fault !== undefined) {
      const entry = fault.entry === undefined ? '' : ` ("${fault.entry}" is none)`
      throw wrongField(fault.field, fault.expected + entry)
    }
    const after = await parts.store.changeService({
      id: service.id,
      ...(body.name === undefined ? {} : { name: body.name.trim() }),
      ...(body.useDirection === undefined ? {} : { useDirection: body.useDirection.trim() }),
      ...(body.status === undefined ? {} : { status: body.status }),
      settings,
      at: parts.clock.now(),
    })
    const { settings: _, ...others } = body
    const changed = [...Object.keys(others), ...Object.keys(settings)].join(', ')
    await noteAction(parts, who.account.id, visitor, `service ${service.id} changed: ${changed}`)
    await parts.reload()
    return detailOf(parts, after!)
  },
})

export async function detailOf(parts: CabinetParts, service: ServiceRecord): Promise<ServiceDetail> {
  const caps = await parts.store.spendCaps()
  const boundsOf = (scope: string) => bounds(caps.find((cap) => cap.scope === scope))
  return {
    ...serviceView(service),
    limits: { own: boundsOf(ownersScope(service.id)), operator: boundsOf(`service:${service.id}`) },
    defaultErrorStatus: parts.settings.RINGKEY_ERROR_STATUS,
    apiUrl: parts.publicUrl(),
  }
}

function bounds(cap: SpendCapRecord | undefined): SpendBounds {
  const bound = (units: number | undefined) => (units === undefined || units === 0 ? null : roubles(units))
  return { perHour: bound(cap?.perHourUnits), perDay: bound(cap?.perDayUnits) }
}

export const serviceRoutes = [list, choices, show, create, change]
