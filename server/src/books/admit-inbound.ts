import type { InboundAdmission, InboundAdmitted } from './admission.ts'
import { ownerOfKey, refused } from './admit-call.ts'
import type { Books } from './books.ts'
import { capRefusal, holdPrice } from './spending.ts'
import { takeTest } from './test-quota.ts'

/**
 * Live requests of one owner for one phone, over all accounts and services. All share the numbers: without a bound one
 * owner could take every number for a phone and keep the others from it.
 */
export const maxWaitingPerOwner = 3

/** The transaction of inboundCallWaiting: a number nobody else waits on with this phone, funds, hold, record. */
export function admitInbound(books: Books, request: InboundAdmission): InboundAdmitted {
  const replayed = replay(books, request)
  if (replayed !== undefined) return replayed
  if (!request.test) {
    // The do-not-call list is not asked: here the person calls.
    if (request.refusal !== null) return refused(request.refusal)
    if (hasEnough(books, request)) {
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
  const { caps, refusal, candidates, ownersAccounts, ...facts } = request
  // Everybody tests with the same phone: those requests take no number from each other.
  if (request.test) books.addTest(vendorId, request.startedAt)
  else books.startWaiting(request.phoneHash, confirmationNumber, vendorId)
  books.addVerification({
    ...facts,
    vendorId,
    mode: 'inbound',
    code: '',
    balanceBeforeUnits,
    firstVendorId: null,
    confirmationNumber,
    spendScopes: holdPrice(books, request, vendorId),
  })
  if (request.unique !== null) books.addKey(request.serviceId, request.unique, vendorId, request.startedAt)
  return { kind: 'admitted', vendorId, confirmationNumber }
}

/**
 * In a small pool one number is left for the others. Where others hold half of the numbers for this phone already, each
 * further owner has one: owners who act together need an account for nearly every number of the other half.
 */
function hasEnough(books: Books, { ownersAccounts, phoneHash, candidates }: InboundAdmission): boolean {
  const waiting = ownersAccounts.reduce((sum, account) => sum + books.waitingCount(account, phoneHash), 0)
  if (waiting === 0) return false
  const taken = candidates.filter((candidate) => books.isWaiting(phoneHash, candidate)).length
  const isCrowded = (taken - waiting) * 2 >= candidates.length
  const most = Math.max(1, Math.min(maxWaitingPerOwner, candidates.length - 1))
  return waiting >= (isCrowded ? 1 : most)
}

function replay(books: Books, request: InboundAdmission): InboundAdmitted | undefined {
  const owner = ownerOfKey(books, request)
  if (owner === undefined || 'kind' in owner) return owner
  const { vendorId, client, confirmationNumber } = owner
  if (owner.mode !== 'inbound') return { kind: 'key-of-another-method' }
  return { kind: 'replayed', vendorId, client, confirmationNumber: confirmationNumber ?? '' }
}
