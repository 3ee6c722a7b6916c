import type { InboundAdmission, InboundAdmitted } from './admission.ts'
import { refused } from './admit-call.ts'
import type { Books } from './books.ts'
import { capRefusal, holdPrice } from './spending.ts'
import { takeTest } from './test-quota.ts'

/**
 * Live requests of one account for one phone. All accounts share the numbers: without a bound one of them could take
 * every number for a phone and keep the others from it.
 */
export const maxWaitingPerAccount = 3

/** The transaction of inboundCallWaiting: a number nobody else waits on with this phone, funds, hold, record. */
export function admitInbound(books: Books, request: InboundAdmission): InboundAdmitted {
  if (!request.test) {
    if (request.refusal !== null) return refused(request.refusal)
    if (books.isDoNotCall(request.phoneHash)) return refused('do-not-call')
    // In a small pool one number is left for the others.
    const most = Math.max(1, Math.min(maxWaitingPerAccount, request.candidates.length - 1))
    if (books.waitingCount(request.accountId, request.phoneHash) >= most) {
      // None of them waits longer than this.
      return refused('waiting-limit', request.deadlineAt - request.startedAt)
    }
    const unpaid = capRefusal(books, request)
    if (unpaid !== undefined) return unpaid
  }
  const untested = request.test ? takeTest(books, request.serviceId, request.startedAt) : undefined
  if (untested !== undefined) return untested
  const confirmationNumber = request.candidates.find(
    (candidate) => request.test || !books.isWaiting(request.phoneHash, candidate),
  )
  if (confirmationNumber === undefined) return refused('no-way')

  const vendorId = books.nextVendorId()
  const balanceBeforeUnits = books.balanceOf(request.accountId)
  const { caps, refusal, candidates, ...facts } = request
  // Everybody tests with the same phone: those requests take no number from each other.
  if (request.test) books.addTest(vendorId, request.startedAt)
  else books.startWaiting(request.phoneHash, confirmationNumber, vendorId)
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
