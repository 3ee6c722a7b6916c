import { Type } from 'typebox'
import {
  addEndpoint,
  changeEndpoint,
  knownEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
  sendTestEvent,
  showEndpointSecret,
} from '../../operations/event-endpoints.ts'
import { hourMs } from '../../platform/clock.ts'
import { type EndpointRecord, eventTypes, maxEndpointsPerService } from '../../storage/event-records.ts'
import { secretOverlap } from '../../webhooks/inspector.ts'
import { secretView } from '../answers/webhook.ts'
import type { CabinetDeps } from '../deps.ts'
import { idOf, ownService, ownServiceIds } from '../ids.ts'
import { asMember } from '../operating.ts'
import { get, type Member, post } from '../route.ts'
import type { EndpointList, EndpointView, TestEventSent } from '../views/endpoint.ts'

const fields = {
  url: Type.String({ maxLength: 4_096 }),
  types: Type.Union([Type.Array(Type.Enum([...eventTypes]), { maxItems: eventTypes.length }), Type.Null()]),
  description: Type.String({ maxLength: 400 }),
  enabled: Type.Boolean(),
}

/** Of one service, or of all services of the account. */
const list = get('/endpoints', {
  audience: 'read',
  query: Type.Object({ serviceId: Type.Optional(Type.Integer({ minimum: 1 })) }),
  handle: async ({ deps, who, query }): Promise<EndpointList> => {
    const ids = await ownServiceIds(deps.store, who, query.serviceId)
    const found = await Promise.all(ids.map((id) => deps.store.endpointsOf(id)))
    return { items: found.flat().map(endpointView), types: eventTypes, max: maxEndpointsPerService }
  },
})

const add = post('/services/:id/endpoints', {
  audience: 'change-services',
  body: Type.Object(fields),
  handle: async (ask): Promise<EndpointView> => {
    const { deps, who, params, body } = ask
    const service = await ownService(deps.store, who, idOf(params.id))
    const made = await addEndpoint(asMember(ask), await addressing(deps, service.id), service, body)
    await deps.reload()
    return endpointView(made)
  },
})

const change = post('/endpoints/:id', {
  audience: 'change-services',
  body: Type.Partial(Type.Object(fields), { minProperties: 1 }),
  handle: async (ask): Promise<EndpointView> => {
    const { deps, body } = ask
    const { endpoint, service } = await ownEndpoint(ask)
    const where = await addressing(deps, service.id)
    const after = await changeEndpoint(asMember(ask), where, service, endpoint.id, body)
    await deps.reload()
    return endpointView(after)
  },
})

const remove = post('/endpoints/:id/remove', {
  audience: 'change-services',
  handle: async (ask) => {
    const { endpoint, service } = await ownEndpoint(ask)
    await removeEndpoint(asMember(ask), service, endpoint.id)
    await ask.deps.reload()
    return {}
  },
})

/** A POST, because showing the secret is recorded in the history. */
const showSecret = post('/endpoints/:id/secret', {
  audience: 'change-services',
  handle: async (ask) => {
    const { endpoint, service } = await ownEndpoint(ask)
    return secretView(await showEndpointSecret(asMember(ask), ask.deps.webhookSecrets, service, endpoint.id))
  },
})

const rotateSecret = post('/endpoints/:id/secret/rotate', {
  audience: 'change-services',
  body: Type.Object({ overlapHours: Type.Integer({ minimum: 0, maximum: secretOverlap.maxHours }) }),
  handle: async (ask) => {
    const { endpoint, service } = await ownEndpoint(ask)
    const rotation = { id: endpoint.id, overlapMs: ask.body.overlapHours * hourMs }
    return secretView(await rotateEndpointSecret(asMember(ask), ask.deps.webhookSecrets, service, rotation))
  },
})

const test = post('/endpoints/:id/test', {
  audience: 'change-services',
  handle: async (ask): Promise<TestEventSent> => {
    const { deps } = ask
    const { endpoint, service } = await ownEndpoint(ask)
    const webhookId = await sendTestEvent({ ...asMember(ask), random: deps.random }, service, endpoint.id)
    deps.sendWebhooks()
    const delivery = await deps.store.deliveryByWebhookId(webhookId)
    return { deliveryId: delivery!.id }
  },
})

async function addressing({ callbackGuard, webhookSecrets, directory }: CabinetDeps, serviceId: number) {
  const mayUseLoopback = (await directory.find(serviceId))?.mayUseLoopback ?? false
  return { guard: callbackGuard, secrets: webhookSecrets, sender: { mayUseLoopback } }
}

async function ownEndpoint({
  deps,
  who,
  params,
}: {
  readonly deps: CabinetDeps
  readonly who: Member
  readonly params: Readonly<Record<string, string>>
}) {
  const endpoint = await knownEndpoint(deps.store, idOf(params.id))
  return { endpoint, service: await ownService(deps.store, who, endpoint.serviceId) }
}

function endpointView(endpoint: EndpointRecord): EndpointView {
  const { id, serviceId, url, types, description, enabled, createdAt } = endpoint
  return { id, serviceId, url, types, description, enabled, createdAt }
}

export const endpointRoutes = [list, add, change, showSecret, rotateSecret, test, remove]
