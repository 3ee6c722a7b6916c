import type { InboundAdmission, InboundAdmitted } from './admission.ts'
import { refused } from './admit-call.ts'
import type { Books } from './books.ts'
import { capRefusal, holdPrice } from './spending.ts'

/**
 * Live requests of one service for one phone. Numbers are shared by all tenants: without a bound one of them
 * could take every number of the pool for a phone and lock the others out.
 */
export const maxWaitingPerService = 3

/** The transaction of inboundCallWaiting: a number nobody else waits on with this phone, funds, hold, record. */
export function admitInbound(books: Books, request: InboundAdmission): InboundAdmitted {
  if (!request.test) {
    if (request.refusal !== null) return refused(request.refusal)
    if (books.isDoNotCall(request.phoneHash)) return refused('do-not-call')
    const unpaid = capRefusal(books, request)
    if (unpaid !== undefined) return unpaid
    if (books.waitingCount(request.serviceId, request.phoneHash) >= maxWaitingPerService) {
      return refused('no-way')
    }
  }
  const confirmationNumber = request.candidates.find(
    (candidate) => request.test || !books.isWaiting(request.phoneHash, candidate),
  )
  if (confirmationNumber === undefined) return refused('no-way')

  const vendorId = books.nextVendorId()
  const balanceBeforeUnits = books.balanceOf(request.accountId)
  const { caps, refusal, candidates, ...facts } = request
  // Everybody tests with the same phone: those requests take no number from each other.
  if (!request.test) books.startWaiting(request.phoneHash, confirmationNumber, vendorId)
  books.addVerification({
    ...facts,
    vendorId,
    mode: 'inbound',
    code: '',
    client: '',
    unique: null,
    balanceBeforeUnits,
    firstVendorId: null,
    confirmationNumber,
    spendScopes: holdPrice(books, request, vendorId),
  })
  return { kind: 'admitted', vendorId, confirmationNumber }
}
