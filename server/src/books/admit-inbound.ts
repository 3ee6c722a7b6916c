import type { InboundAdmission, InboundAdmitted } from './admission.ts'
import { ownerOfKey, refused } from './admit-call.ts'
import type { Books } from './books.ts'
import type { NewCall } from './call.ts'
import { capRefusal, holdPrice } from './spending.ts'
import { testRestsMs } from './test-numbers.ts'
import { takeTest } from './test-quota.ts'

/**
 * The most open inbound requests of one owner for one phone, over all accounts and services. Owners share the numbers:
 * without this limit one owner could take every number for a phone and block the others.
 */
export const maxWaitingPerOwner = 3

/**
 * The transaction of inboundCallWaiting: a number on which no other request waits for this phone, funds, hold, record.
 */
export function admitInbound(books: Books, request: InboundAdmission): InboundAdmitted {
  const replayed = replay(books, request)
  if (replayed !== undefined) return replayed
  // The do-not-call list is not checked: here the person calls.
  if (request.refusal !== null) return refused(request.refusal, testRestsMs[request.refusal])
  if (!request.test) {
    if (hasEnough(books, request)) {
      // No open request waits longer than this.
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
  const call: NewCall = {
    ...facts,
    vendorId,
    mode: 'inbound',
    code: '',
    balanceBeforeUnits,
    firstVendorId: null,
    confirmationNumber,
    spendScopes: holdPrice(books, request),
  }
  books.addCall(call)
  // All services test with the same phone, so requests with test numbers do not reserve a confirmation number.
  if (request.test) books.addTest(vendorId, request.startedAt)
  else books.startWaiting(call)
  if (request.unique !== null) books.addKey(call)
  return { kind: 'admitted', vendorId, confirmationNumber }
}

/**
 * Whether this owner already has its part of the numbers. In a small pool one number is left for the other owners. When
 * other owners hold half of the numbers for this phone, each further owner gets one: owners who act together then need
 * an account for nearly every number of the other half.
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
