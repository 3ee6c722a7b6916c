import { callcheckEnded, stepDeliver } from '../../books/event-types.ts'
import type { OperationContext } from '../../operations/operation.ts'
import { perform } from '../../operations/perform.ts'
import { recordReplayed, recordResent, resentOf } from '../../operations/webhooks.ts'
import { pick } from '../../platform/pick.ts'
import type { DeliveryRecord } from '../../storage/queries/deliveries.ts'
import type { Store } from '../../storage/store.ts'
import { eventBody, webhookBody } from '../../webhooks/body.ts'
import { callcheckEntry } from '../../webhooks/callcheck.ts'
import { vonageBody } from '../../webhooks/vonage-callback.ts'
import type { CabinetDeps } from '../deps.ts'
import { notFound, Problem } from '../problem.ts'

/** Of a list's filter. What has failed and is tried again is among the failed, and not among those that wait. */
export const shownStates = ['pending', 'delivered', 'failed'] as const
export const stateFilter = (state: (typeof shownStates)[number] | undefined) => {
  if (state === undefined) return {}
  return state === 'failed' ? { isTroubled: true } : { state, isTroubled: false }
}

export function webhookView({ dueAt, lease, ...shown }: DeliveryRecord) {
  const { state, createdAt, tries } = shown
  const isUnderWay = state === 'pending' && lease !== null
  return {
    ...shown,
    /** `under-way`: it is being sent at this moment; `retrying`: so many `tries` of this series have failed. */
    state: isUnderWay
      ? ('under-way' as const)
      : state === 'pending' && tries > 0
        ? ('retrying' as const)
        : state,
    /** null when it is not tried again. */
    nextTryAt: state === 'pending' && !isUnderWay ? Math.max(dueAt, createdAt) : null,
  }
}

export async function webhookDetail(deps: CabinetDeps, delivery: DeliveryRecord) {
  const attempts = await deps.store.attempts(delivery.id)
  return { ...webhookView(delivery), attempts, payload: await payloadOf(deps, delivery) }
}

/** Puts it into the outbox again. */
export async function sendAgain(context: OperationContext, delivery: DeliveryRecord) {
  const { store, now } = context
  const { id } = delivery
  const result = await store.resendDelivery({ id, at: now() })
  if (result === 'unknown') throw notFound()
  if (result === 'once') throw new Problem(409, 'sent-once', 'the code of a step is sent once')
  if (result === 'under-way') throw new Problem(409, 'under-way', 'it is being sent at this moment')
  await perform(context, recordResent, resentOf(delivery))
  return webhookView((await store.delivery(id))!)
}

/** A page of the list; the one who asks goes on with the next. */
const resentPerRequest = 200

/** Puts the deliveries of a list into the outbox again, from the newest on. What ends early is gone on with from there. */
export async function sendAllAgain(
  context: OperationContext,
  filter: { readonly serviceId: number } & Omit<Parameters<Store['deliveryPage']>[0], 'serviceIds' | 'limit'>,
) {
  const { store, now } = context
  const { serviceId: service, ...others } = filter
  const { items, next } = await store.deliveryPage({
    ...others,
    serviceIds: [service],
    limit: resentPerRequest,
  })
  let count = 0
  let last: number | undefined
  let failure: unknown
  try {
    for (const { id } of items) {
      if ((await store.resendDelivery({ id, at: now() })) === 'queued') count += 1
      last = id
    }
  } catch (error) {
    failure = error
  }
  if (count > 0) await perform(context, recordReplayed, { service, count })
  if (failure === undefined) return { count, next }
  if (last === undefined) throw failure
  return { count, next: last }
}

/** The body that receivers get. In the webhook of an inbound request the number is masked. */
async function payloadOf({ store, callData, noticePayload }: CabinetDeps, delivery: DeliveryRecord) {
  const { endpointId, vendorId, id, serviceId } = delivery
  if (serviceId === 0) return noticePayload(delivery)
  if (delivery.type === callcheckEnded) return callcheckPayload(store, delivery)
  if (endpointId === null && delivery.type !== stepDeliver) return webhookPayload(store, delivery)
  const data = (await store.eventData(id)) ?? (vendorId === null ? undefined : await callData(vendorId))
  if (data === undefined) return null
  const form = endpointId === null ? '' : (await store.endpoint(endpointId))?.form
  return form === 'vonage-verify' ? vonageBody(delivery, data) : eventBody(delivery, data)
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
