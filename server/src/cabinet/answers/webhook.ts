import type { VerificationRecord } from '../../books/verification.ts'
import type { DeliveryRecord } from '../../storage/delivery-records.ts'
import { webhookBody } from '../../webhooks/body.ts'
import type { WebhookView } from '../views/webhook.ts'

export function webhookView(delivery: DeliveryRecord): WebhookView {
  const { vendorId, serviceId, webhookId, receiver, url, state, attemptCount, createdAt, endedAt } = delivery
  const isUnderWay = state === 'pending' && delivery.lease !== null
  return {
    vendorId,
    serviceId,
    webhookId,
    receiver,
    url,
    state: isUnderWay ? 'under-way' : state,
    nextTryAt: state === 'pending' && !isUnderWay ? delivery.dueAt : null,
    attemptCount,
    createdAt,
    endedAt,
  }
}

/** The body that receivers get, with the mask in place of the phone number. */
export function maskedPayload(
  delivery: DeliveryRecord,
  verification: VerificationRecord | undefined,
  tellsCaller: boolean,
): string | null {
  if (verification === undefined || verification.phoneMask === '' || delivery.url === null) return null
  const { vendorId, url } = delivery
  const { phoneMask, phoneForm, confirmationNumber, operator, region, portedTo, callerIdentity } =
    verification
  return webhookBody(
    {
      vendorId,
      url,
      phoneForm,
      confirmationNumber: confirmationNumber ?? '',
      operator,
      region,
      portedTo,
      callerIdentity,
    },
    phoneMask,
    tellsCaller,
  )
}
