import { Type } from 'typebox'
import { AddressList } from '../../platform/address-list.ts'
import type { ServiceRecord } from '../../storage/records.ts'
import { noteAction } from '../action-log.ts'
import { handsetFor } from '../demo-phone.ts'
import type { CabinetParts } from '../parts.ts'
import { notFound, Problem, wrongField } from '../problem.ts'
import { type Member, post } from '../route.ts'
import type { RungView } from '../views/phone.ts'

/**
 * Makes the demo phone ring with a verification like any other: admitted with the same limits, paid from the same
 * demo balance, called over the same SIP.
 */
const ring = post('/phone/ring', {
  audience: 'change-services',
  body: Type.Object({
    mode: Type.Enum(['flash', 'voice', 'mix']),
    phone: Type.String({ pattern: '^\\+?[0-9]{5,15}$' }),
  }),
  handle: async ({ parts, who, body, visitor }): Promise<RungView> => {
    await handsetFor(parts, who)
    // Other accounts call over real trunks, where the phone does not ring.
    if (!who.account.demo) throw notFound()
    const service = await callingService(parts, who)
    const phone = parts.numbering.readE164(body.phone.replace('+', ''))
    if (phone === undefined) throw wrongField('phone', 'a phone number with its country code')
    const { allowedAddresses } = service.settings
    const { admitted, code } = await parts.verifications.startCall(
      { service, account: who.account, allowedAddresses: new AddressList(allowedAddresses) },
      { phone, mode: body.mode, code: undefined, client: '', unique: null },
    )
    if (admitted.kind !== 'admitted') {
      const why = admitted.kind === 'refused' ? admitted.why : admitted.kind
      throw new Problem(409, `refused-${why}`, `the call was refused: ${why}`)
    }
    await noteAction(parts, who.account.id, visitor, `verification ${admitted.vendorId} from the demo phone`)
    return { vendorId: admitted.vendorId, code: code }
  },
})

async function callingService({ store }: CabinetParts, { account }: Member): Promise<ServiceRecord> {
  const service = (await store.services(account.id)).find(({ status }) => status === 'active')
  if (service === undefined || account.status !== 'active' || !account.phoneConfirmed) {
    throw new Problem(409, 'no-service-to-call', 'the account has no service that may call')
  }
  return service
}

export const phoneRingRoutes = [ring]
