import { callcheckEnded, stepDeliver } from '../../books/event-types.ts'
import { pick } from '../../platform/pick.ts'
import type { DeliveryRecord } from '../../storage/queries/deliveries.ts'
import type { Store } from '../../storage/store.ts'
import { eventBody, webhookBody } from '../../webhooks/body.ts'
import { callcheckEntry } from '../../webhooks/callcheck.ts'
import type { CabinetDeps } from '../deps.ts'

export function webhookView({ dueAt, lease, tries, ...shown }: DeliveryRecord) {
  const { state, createdAt } = shown
  const isUnderWay = state === 'pending' && lease !== null
  return {
    ...shown,
    /** `under-way`: it is being sent at this moment. */
    state: isUnderWay ? ('under-way' as const) : state,
    /** null when it is not tried again. */
    nextTryAt: state === 'pending' && !isUnderWay ? Math.max(dueAt, createdAt) : null,
  }
}

/** The body that receivers get. In the webhook of an inbound request the number is masked. */
export async function payloadOf({ store, callData }: CabinetDeps, delivery: DeliveryRecord) {
  const { endpointId, vendorId, id } = delivery
  if (delivery.type === callcheckEnded) return callcheckPayload(store, delivery)
  if (endpointId === null && delivery.type !== stepDeliver) return webhookPayload(store, delivery)
  const data = (await store.eventData(id)) ?? (vendorId === null ? undefined : await callData(vendorId))
  return data === undefined ? null : eventBody(delivery, data)
}

/** Its entries; the hash beside them would need the credential. */
async function callcheckPayload(store: Store, { vendorId, createdAt }: DeliveryRecord) {
  const call = vendorId === null ? undefined : await store.call(vendorId)
  if (call === undefined) return null
  const { startedAt, state } = call
  const ended = { vendorId: call.vendorId, startedAt, isConfirmed: state === 'completed', at: createdAt }
  return JSON.stringify({ data: [callcheckEntry(ended)] })
}

async function webhookPayload(store: Store, { vendorId, serviceId, url }: DeliveryRecord) {
  if (vendorId === null || url === null) return null
  const [call, service] = await Promise.all([store.call(vendorId), store.service(serviceId)])
  if (call === undefined || call.phoneMask === '') return null
  const reported = pick(call, 'phoneForm', 'operator', 'region', 'portedTo', 'callerIdentity')
  return webhookBody(
    { ...reported, vendorId, url, confirmationNumber: call.confirmationNumber ?? '' },
    call.phoneMask,
    service?.settings.webhookCaller ?? false,
  )
}
