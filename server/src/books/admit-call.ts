import type { CallAdmission, CallAdmitted, KeyTaken, Refused } from './admission.ts'
import type { Books, KeyOwner } from './books.ts'
import type { NewCall } from './call.ts'
import { decideNumber, type NumberVerdict } from './number-limit.ts'
import type { Refusal } from './refusals.ts'
import { capRefusal, holdPrice } from './spending.ts'
import { testRestsMs } from './test-numbers.ts'
import { takeTest } from './test-quota.ts'

/** The transaction of initCall: idempotency key, limits, funds, hold, call, ledger. */
export function admitCall(books: Books, request: CallAdmission): CallAdmitted {
  return replay(books, request) ?? refusalOf(books, request) ?? store(books, request)
}

function replay(books: Books, request: CallAdmission): CallAdmitted | undefined {
  const owner = ownerOfKey(books, request)
  if (owner === undefined || 'kind' in owner) return owner
  if (owner.mode === 'inbound') return { kind: 'key-of-another-method' }
  return { kind: 'replayed', vendorId: owner.vendorId, code: owner.code, client: owner.client }
}

/** The call that has the idempotency key of a request; undefined when the request has no key or a new one. */
export function ownerOfKey(
  books: Books,
  { serviceId, unique, phoneHash }: Pick<CallAdmission, 'serviceId' | 'unique' | 'phoneHash'>,
): KeyOwner | KeyTaken | undefined {
  if (unique === null) return undefined
  const owner = books.keyOwner(serviceId, unique)
  if (owner === undefined) return undefined
  if (owner.phoneHash === null) return { kind: 'key-of-erased-phone' }
  return Buffer.compare(owner.phoneHash, phoneHash) === 0 ? owner : { kind: 'key-of-another-phone' }
}

function refusalOf(books: Books, request: CallAdmission): Refused | undefined {
  if (request.refusal !== null) return refused(request.refusal, testRestsMs[request.refusal])
  if (request.test) return takeTest(books, request.serviceId, request.startedAt)
  const { serviceId, phoneHash, startedAt } = request
  if (books.isDoNotCall(phoneHash)) return refused('do-not-call')
  const histories = books.historiesOf(serviceId, phoneHash)
  const here = decideNumber(histories.here, startedAt, books.rules)
  if (here.kind !== 'allowed') return limited(here)
  const everywhere = decideNumber(histories.everywhere, startedAt, books.rules.everywhere)
  if (everywhere.kind !== 'allowed') return limited(everywhere)
  const unpaid = capRefusal(books, request)
  if (unpaid !== undefined) return unpaid
  if (request.capacity !== 'ok') return refused(request.capacity)
  books.saveHistories(serviceId, phoneHash, { here, everywhere })
  return undefined
}

function store(books: Books, request: CallAdmission): CallAdmitted {
  const vendorId = books.nextVendorId()
  const balanceBeforeUnits = books.balanceOf(request.accountId)
  const spendScopes = holdPrice(books, request)
  const call: NewCall = {
    ...request,
    vendorId,
    balanceBeforeUnits,
    firstVendorId: null,
    confirmationNumber: null,
    callbackUrl: null,
    phoneForm: null,
    spendScopes: request.countsForGood === true ? null : spendScopes,
  }
  books.addCall(call)
  if (request.test) books.addTest(vendorId, request.startedAt)
  if (request.unique !== null) books.addKey(call)
  return { kind: 'admitted', vendorId }
}

function limited({ kind, retryAfterMs }: Exclude<NumberVerdict, { kind: 'allowed' }>): Refused {
  return refused(kind === 'wait' ? 'wait' : 'number-limit', retryAfterMs)
}

export function refused(why: Refusal, retryAfterMs = 0): Refused {
  return { kind: 'refused', why, retryAfterMs }
}
