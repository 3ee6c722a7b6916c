import { expect, it } from 'vitest'
import type { ClaimedDelivery } from '../storage/queries/deliveries.ts'
import type { EndpointRecord } from '../storage/queries/event-endpoints.ts'
import { type MessageDeps, messageOf } from './message.ts'

const delivery = { serviceId: 8, endpointId: 3, vendorId: null, data: '{}' } as ClaimedDelivery
const messageWith = (endpoint: Partial<EndpointRecord> | undefined) =>
  messageOf(
    { store: { endpoint: async () => endpoint }, vonageOf: () => undefined } as never as MessageDeps,
    {
      ...delivery,
      alarmReceiverId: null,
      personId: null,
    },
  )

it('callback of vonage-verify: waits while this node does not know the dialect, and ends with its endpoint', async () => {
  expect(await messageWith({ enabled: true, form: 'vonage-verify' })).toMatchObject({ kind: 'held' })
  expect(await messageWith(undefined)).toMatchObject({ kind: 'gone' })
})
