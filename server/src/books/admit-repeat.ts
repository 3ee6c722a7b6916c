import type { RepeatAdmission, RepeatAdmitted } from './admission.ts'
import type { Books, Repeats } from './books.ts'
import type { CallRecord, NewCall } from './call.ts'
import { takeTest } from './test-quota.ts'

/** The least time to wait when the first call is still checking. */
const minRetryMs = 1_000

/**
 * The transaction of initRepeat: a free call with the phone and code of the first in the chain. Only a failed
 * call can be repeated, so that no phone rings twice for one request.
 */
export function admitRepeat(books: Books, request: RepeatAdmission): RepeatAdmitted {
  const asked = books.call(request.vendorId)
  if (asked === undefined || asked.serviceId !== request.serviceId) return refused('unknown')
  const first = asked.firstVendorId === null ? asked : books.call(asked.firstVendorId)
  // The record of a /v2 step has no code: its verification decides what is called next.
  if (first === undefined || first.mode === 'inbound' || first.phoneHash === null || first.code === '') {
    return refused('not-possible')
  }
  if (!first.test && books.isDoNotCall(first.phoneHash)) return refused('do-not-call')
  const refusal = chainRefusal(first, books.repeatsOf(first.vendorId), request)
  if (refusal !== undefined) return refusal
  if (request.capacity !== 'ok' && !first.test) return refused(request.capacity)

  const untested = first.test ? takeTest(books, first.serviceId, request.startedAt) : undefined
  if (untested !== undefined) return refused('test-limit', untested.retryAfterMs)

  const repeated: NewCall = {
    ...first,
    phoneHash: first.phoneHash,
    vendorId: books.nextVendorId(),
    unique: null,
    priceUnits: 0,
    chargesFailed: false,
    balanceBeforeUnits: books.balanceOf(first.accountId),
    startedAt: request.startedAt,
    deadlineAt: request.deadlineAt,
    firstVendorId: first.vendorId,
    confirmationNumber: null,
    callbackUrl: null,
    spendScopes: null,
  }
  if (first.test) books.addTest(repeated.vendorId, request.startedAt)
  books.addRepeat(first.vendorId, repeated.vendorId, request.startedAt)
  books.addCall(repeated)
  return { kind: 'admitted', call: books.call(repeated.vendorId)!, unique: first.unique }
}

/** Why the chain (the first call and its repeats so far) does not allow one more call; undefined when it does. */
export function chainRefusal(
  first: Pick<CallRecord, 'startedAt' | 'state'>,
  { count, lastStartedAt }: Repeats,
  request: Pick<RepeatAdmission, 'startedAt' | 'withinMs' | 'maxRepeats' | 'gapMs'>,
): Refused | undefined {
  if (request.startedAt - first.startedAt > request.withinMs) return refused('too-late')
  if (count >= request.maxRepeats) return refused('used-up')
  if (first.state === 'completed') return refused('not-possible')
  const restMs = Math.max(first.startedAt, lastStartedAt) + request.gapMs - request.startedAt
  if (restMs <= 0 && first.state === 'failed') return undefined
  return refused('not-possible', Math.max(restMs, minRetryMs))
}

type Refused = Extract<RepeatAdmitted, { kind: 'refused' }>

function refused(why: Refused['why'], retryAfterMs = 0): Refused {
  return { kind: 'refused', why, retryAfterMs }
}
