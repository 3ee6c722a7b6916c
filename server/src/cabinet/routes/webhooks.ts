import { Type } from 'typebox'
import { eventTypes, stepDeliver, testEvent } from '../../books/event-types.ts'
import * as endpoints from '../../operations/event-endpoints.ts'
import { dayMs } from '../../platform/clock.ts'
import type { DeliveryRecord } from '../../storage/queries/deliveries.ts'
import { maxEndpointsPerService } from '../../storage/queries/event-endpoints.ts'
import type { Store } from '../../storage/store.ts'
import { explainSignature, readHeaders } from '../../webhooks/explain-signature.ts'
import {
  sendAgain,
  sendAllAgain,
  shownStates,
  stateFilter,
  webhookDetail,
  webhookView,
} from '../answers/webhook.ts'
import { change } from '../change.ts'
import type { CabinetDeps } from '../deps.ts'
import { idOf, ownService, ownServiceIds } from '../ids.ts'
import { asMember } from '../operation-context.ts'
import { notFound } from '../problem.ts'
import { get, type Member, post } from '../route.ts'

const pageLength = 50
const weekMs = 7 * dayMs
const maxTroubled = 20
const maxPastedLength = 32 * 1024

const serviceId = Type.Optional(Type.Integer({ minimum: 1 }))

const filter = {
  state: Type.Optional(Type.Enum(shownStates)),
  endpointId: Type.Optional(Type.Integer({ minimum: 1 })),
  type: Type.Optional(Type.Enum([...eventTypes, testEvent, stepDeliver, 'webhook'])),
  to: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Where the page before it ended. */
  before: Type.Optional(Type.Integer({ minimum: 1 })),
}
const since = Type.Integer({ minimum: 0 })
const listQuery = Type.Object({ ...filter, serviceId, from: Type.Optional(since) })

const list = get('/webhooks', 'read', listQuery, async (context) => {
  const { deps, user, query } = context
  const { serviceId, state, ...others } = query
  const serviceIds = await ownServiceIds(deps.store, user, serviceId)
  const { items, next } = await deps.store.deliveryPage({
    ...others,
    ...stateFilter(state),
    serviceIds,
    limit: pageLength,
  })
  return { items: items.map(webhookView), next }
})

const troubledQuery = Type.Object({ serviceId })

const troubled = get('/webhooks/receivers', 'read', troubledQuery, async ({ deps, user, query }) =>
  deps.store.troubledReceivers({
    serviceIds: await ownServiceIds(deps.store, user, query.serviceId),
    since: deps.clock.now() - weekMs,
    limit: maxTroubled,
  }),
)

const show = get('/webhooks/:id', 'read', async ({ deps, user, params }) =>
  webhookDetail(deps, await ownDelivery(deps.store, user, idOf(params.id))),
)

const resend = post('/webhooks/:id/resend', 'change-services', async (context) => {
  const { deps, user, params } = context
  return sendAgain(asMember(context), await ownDelivery(deps.store, user, idOf(params.id)))
})

const resendBody = Type.Object({ ...filter, from: since })

/** Each that was enqueued since a time and fits the filter. */
const resendSince = post(
  '/services/:service/webhooks/resend',
  'change-services',
  resendBody,
  async (context) => {
    const { deps, user, params, body } = context
    const { id: serviceId } = await ownService(deps.store, user, idOf(params.service))
    const { state, ...others } = body
    const sent = await sendAllAgain(asMember(context), { serviceId, ...stateFilter(state), ...others })
    deps.sendWebhooks()
    return sent
  },
)

const checkBody = Type.Object({
  /** Whose secret to use; left out when a secret is given. */
  serviceId,
  secret: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  headers: Type.String({ maxLength: maxPastedLength }),
  payload: Type.String({ maxLength: maxPastedLength }),
})

/** Nothing that is pasted is stored, because the body holds a phone number. */
const check = post('/webhooks/check', 'read', checkBody, async (context) => {
  const { deps, user, body } = context
  const known =
    body.secret === undefined
      ? await secretsOf(deps, (await ownService(deps.store, user, body.serviceId ?? 0)).id)
      : [{ name: 'given' as const, secret: body.secret.trim() }]
  const now = Math.floor(deps.clock.now() / 1000)
  const secrets = known.map(({ secret }) => secret)
  const verdict = explainSignature(secrets, readHeaders(body.headers), body.payload, now)
  return { ...verdict, secret: verdict.secret === null ? null : known[verdict.secret]!.name }
})

const endpointListQuery = Type.Object({ serviceId })

/** Of one service, or of all services of the account, with what became of its deliveries of the last seven days. */
const endpointList = get('/endpoints', 'read', endpointListQuery, async (context) => {
  const { deps, user, query } = context
  const serviceIds = await ownServiceIds(deps.store, user, query.serviceId)
  const found = await Promise.all(serviceIds.map((id) => deps.store.endpointsOf(id)))
  const sums = await deps.store.endpointSums({ serviceIds, since: deps.clock.now() - weekMs })
  const items = found.flat().map(async (endpoint) => {
    const { delivered = 0, of = 0, lastId } = sums.find((each) => each.endpointId === endpoint.id) ?? {}
    const last = lastId === undefined ? undefined : await deps.store.delivery(lastId)
    return {
      ...endpoints.endpointView(endpoint),
      week: { delivered, of },
      last: last ? webhookView(last) : null,
    }
  })
  return { items: await Promise.all(items), types: eventTypes, max: maxEndpointsPerService }
})

/** Everything that may have signed a webhook or an event of the service. */
async function secretsOf({ store, webhookSecrets }: CabinetDeps, serviceId: number) {
  const { current, previous } = (await webhookSecrets.of(serviceId))!
  const endpoints = (await store.endpointsOf(serviceId)).map((endpoint) => webhookSecrets.open(endpoint))
  return [
    { name: 'current' as const, secret: current },
    ...(previous === null ? [] : [{ name: 'previous' as const, secret: previous }]),
    ...endpoints
      .flatMap((each) => [each.current, each.previous ?? []].flat())
      .map((secret) => ({ name: 'endpoint' as const, secret })),
  ]
}

async function ownDelivery(store: Store, user: Member, id: number): Promise<DeliveryRecord> {
  const delivery = await store.delivery(id)
  if (delivery === undefined) throw notFound()
  await ownService(store, user, delivery.serviceId)
  return delivery
}

export const webhookRoutes = [
  list,
  troubled,
  show,
  resend,
  resendSince,
  check,
  endpointList,
  // The secret is shown by its own route, which records it.
  change(endpoints.addEndpoint, { answer: async (_, { secret: _secret, ...made }) => made }),
  change(endpoints.sendTestEvent, {
    answer: async ({ deps }, { webhookId }) => {
      deps.sendWebhooks()
      return { deliveryId: (await deps.store.deliveryByWebhookId(webhookId))!.id }
    },
  }),
]
