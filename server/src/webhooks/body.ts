import type { ClaimedDelivery } from '../storage/delivery-records.ts'

/** The body of contract section 6, its fields and types to the letter. */
export function webhookBody(delivery: ClaimedDelivery, clientNumber: string): string {
  const isMnp = delivery.portedTo !== ''
  return JSON.stringify({
    callId: String(delivery.vendorId),
    callbackLink: delivery.url,
    clientNumber,
    confirmationNumber: delivery.confirmationNumber,
    isMnp,
    operatorName: isMnp ? delivery.operator : '',
    operatorNameMnp: delivery.portedTo,
    regionName: delivery.region,
  })
}
