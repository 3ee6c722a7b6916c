import { Type } from 'typebox'
import * as endpoints from '../../operations/event-endpoints.ts'
import { eventTypes } from '../../storage/event-types.ts'
import { maxEndpointsPerService } from '../../storage/queries/event-endpoints.ts'
import { secretView } from '../answers/webhook.ts'
import { change } from '../change.ts'
import { ownServiceIds } from '../ids.ts'
import { get } from '../route.ts'
import type { EndpointList, TestEventSent } from '../views/endpoint.ts'

/** Of one service, or of all services of the account. */
const list = get('/endpoints', {
  audience: 'read',
  query: Type.Object({ serviceId: Type.Optional(Type.Integer({ minimum: 1 })) }),
  handle: async ({ deps, who, query }): Promise<EndpointList> => {
    const ids = await ownServiceIds(deps.store, who, query.serviceId)
    const found = await Promise.all(ids.map((id) => deps.store.endpointsOf(id)))
    return { items: found.flat().map(endpoints.endpointView), types: eventTypes, max: maxEndpointsPerService }
  },
})

export const endpointRoutes = [
  list,
  // The secret is shown by its own route, which records it.
  change(endpoints.addEndpoint, { answer: async (_, { secret: _secret, ...made }) => made }),
  change(endpoints.showEndpointSecret, { answer: async (_, secrets) => secretView(secrets) }),
  change(endpoints.rotateEndpointSecret, { answer: async (_, secrets) => secretView(secrets) }),
  change(endpoints.sendTestEvent, {
    answer: async ({ deps }, { webhookId }): Promise<TestEventSent> => {
      deps.sendWebhooks()
      return { deliveryId: (await deps.store.deliveryByWebhookId(webhookId))!.id }
    },
  }),
]
