import { type Static, Type } from 'typebox'
import type { ClaimedDelivery } from '../storage/delivery-records.ts'

/** The body of contract section 6, its fields and types to the letter. */
export const bodySchema = Type.Object({
  callId: Type.String({ description: 'The `vendor_id` that `inboundCallWaiting` returned.' }),
  callbackLink: Type.String({ description: 'Your `callback_url`.' }),
  clientNumber: Type.String({ description: 'The number that was verified, in E.164 digits.' }),
  confirmationNumber: Type.String({ description: 'The number that was called, in E.164 digits.' }),
  isMnp: Type.Boolean({ description: 'The number was ported to another operator.' }),
  operatorName: Type.String({ description: 'Operator by the numbering registry; "" unless `isMnp`.' }),
  operatorNameMnp: Type.String({ description: 'Operator that it was ported to; "" unless `isMnp`.' }),
  regionName: Type.String({ description: 'Region by the numbering registry; "" when unknown.' }),
})

type Reported = Pick<
  ClaimedDelivery,
  'vendorId' | 'confirmationNumber' | 'operator' | 'region' | 'portedTo'
> & { readonly url: string }

export function webhookBody(reported: Reported, clientNumber: string): string {
  const isMnp = reported.portedTo !== ''
  const body: Static<typeof bodySchema> = {
    callId: String(reported.vendorId),
    callbackLink: reported.url,
    clientNumber,
    confirmationNumber: reported.confirmationNumber,
    isMnp,
    operatorName: isMnp ? reported.operator : '',
    operatorNameMnp: reported.portedTo,
    regionName: reported.region,
  }
  return JSON.stringify(body)
}
