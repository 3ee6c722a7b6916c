import { Type } from 'typebox'
import { errorStatusOf } from '../../accounts/profile.ts'
import { wrongSetting } from '../../accounts/service-settings.ts'
import { roubles } from '../../books/money.ts'
import { ownersScope, type SpendCapRecord } from '../../books/spend-caps.ts'
import { countryCodes } from '../../numbering/calling-codes.ts'
import { changeDialect } from '../../operations/dialects.ts'
import { resumePrefix } from '../../operations/paused-prefixes.ts'
import { changeService, createService } from '../../operations/services.ts'
import { setOwnersCap } from '../../operations/spend-caps.ts'
import type { ServiceRecord, WorkflowRule } from '../../storage/queries/services.ts'
import { previewForService } from '../../verifications/preview-workflow.ts'
import { verificationDefaults } from '../../verifications/workflow.ts'
import { pausedViews, serviceView } from '../answers/service.ts'
import { maySeeMoney } from '../calls/line.ts'
import { change } from '../change.ts'
import type { CabinetDeps } from '../deps.ts'
import { idOf, ownService } from '../ids.ts'
import { wrongField } from '../problem.ts'
import { get, post } from '../route.ts'

const list = get('/services', 'read', async ({ deps, user }) =>
  (await deps.store.services(user.account.id)).map(serviceView),
)

/** Before the routes with an id: countries that a service may be bound to. */
const choices = get('/services/countries', 'read', async () => countryCodes())

const show = get('/services/:id', 'read', async ({ deps, user, params }) =>
  detailOf(deps, await ownService(deps.store, user, idOf(params.id))),
)

const create = change(createService, {
  answer: async ({ deps }, { id, secretKey }) => ({
    service: serviceView((await deps.store.service(id))!),
    name: '',
    secretKey,
  }),
})

const set = change(changeService, {
  answer: async ({ deps }, { id }) => detailOf(deps, (await deps.store.service(id))!),
})

async function detailOf(deps: CabinetDeps, service: ServiceRecord) {
  const { RINGKEY_PROFILE, RINGKEY_ERROR_STATUS } = deps.settings
  const caps = await deps.store.spendCaps()
  const paused = await deps.store.pausedPrefixes()
  const boundsOf = (scope: string) => bounds(caps.find((cap) => cap.scope === scope))
  return {
    ...serviceView(service),
    /** The owner's own, and the operator's, which the owner's cannot exceed. */
    limits: { own: boundsOf(ownersScope(service.id)), operator: boundsOf(`service:${service.id}`) },
    paused: pausedViews(paused.filter(({ serviceId }) => serviceId === service.id)),
    /** Of a service that follows the installation. */
    defaultProfile: RINGKEY_PROFILE,
    /** If the operator has set no other limit for it; 0 means no limit. */
    defaultRequestsPerSecond: deps.settings.RINGKEY_SERVICE_LIMIT.requestsPerSecond,
    defaultErrorStatus: errorStatusOf(
      { profile: service.settings.profile, errorStatus: null },
      { profile: RINGKEY_PROFILE, errorStatus: RINGKEY_ERROR_STATUS },
    ),
    /** Where programs call: no slash at the end. */
    apiUrl: deps.publicUrl(),
  }
}

/** Roubles; null is no bound. */
function bounds(cap: SpendCapRecord | undefined) {
  const bound = (units: number | undefined) => (units === undefined || units === 0 ? null : roubles(units))
  return { perHour: bound(cap?.perHourUnits), perDay: bound(cap?.perDayUnits) }
}

const detail = async ({ deps }: { readonly deps: CabinetDeps }, _: unknown, input: { service: number }) =>
  detailOf(deps, (await deps.store.service(input.service))!)

const dialect = get('/services/:id/dialect', 'read', async ({ deps, user, params }) =>
  dialectView(deps, (await ownService(deps.store, user, idOf(params.id))).id),
)

async function dialectView({ store }: CabinetDeps, serviceId: number) {
  const known = await store.dialectOf(serviceId)
  return {
    dialect: known?.dialect ?? ('none' as const),
    types: known?.types ?? ('live' as const),
    callback: known?.callbackUrl ?? '',
  }
}

const chooseDialect = change(changeDialect, {
  answer: async ({ deps }, { credential }, { service }) => ({
    ...(await dialectView(deps, service)),
    credential,
  }),
})

const previewBody = Type.Object({
  phone: Type.String({ minLength: 1, maxLength: 40 }),
  codeLength: Type.Optional(Type.Integer({ minimum: 4, maximum: 10 })),
  /** Rules that are not saved yet; their rules are those of the setting. */
  workflow: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 100 })),
})

/** A number in an address would stay in logs and histories: the preview is a POST. It changes nothing. */
const preview = post('/services/:id/workflow/preview', 'read', previewBody, async (context) => {
  const { deps, user, params, body } = context
  const service = await ownService(deps.store, user, idOf(params.id))
  const phone = deps.numbering.readFreeText(body.phone)
  if (phone === undefined) throw wrongField('phone', 'a phone number with its country code')
  const rules = body.workflow as readonly WorkflowRule[] | undefined
  const fault = rules === undefined ? undefined : wrongSetting({ workflow: rules })
  if (fault !== undefined) throw wrongField('workflow', fault.expected)
  const shown = await previewForService(deps, service, {
    phone,
    codeLength: body.codeLength ?? verificationDefaults.codeLength,
    at: deps.clock.now(),
    ...(rules === undefined ? {} : { rules }),
  })
  const isMoneyShown = maySeeMoney(user)
  const { steps, maxCostUnits, ...others } = shown
  return {
    ...others,
    country: phone.countryIso,
    steps: steps.map(({ priceUnits, ...step }) => ({
      ...step,
      price: isMoneyShown ? roubles(priceUnits) : null,
    })),
    maxCost: isMoneyShown ? roubles(maxCostUnits) : null,
  }
})

export const serviceRoutes = [
  list,
  choices,
  show,
  create,
  set,
  change(setOwnersCap, { answer: detail }),
  change(resumePrefix, { answer: detail }),
  dialect,
  chooseDialect,
  preview,
]
