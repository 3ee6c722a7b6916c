import type { RepeatAdmission, RepeatAdmitted } from './admission.ts'
import type { Books } from './books.ts'
import type { NewVerification } from './verification.ts'

/** The transaction of initRepeat: a free verification with the phone and code of the first in the chain. */
export function admitRepeat(books: Books, request: RepeatAdmission): RepeatAdmitted {
  const asked = books.verification(request.vendorId)
  if (asked === undefined || asked.serviceId !== request.serviceId) return { kind: 'refused', why: 'unknown' }
  const first = asked.firstVendorId === null ? asked : books.verification(asked.firstVendorId)
  if (first === undefined || first.mode === 'inbound' || first.phoneHash === null) {
    return { kind: 'refused', why: 'not-possible' }
  }
  if (!first.test && books.isDoNotCall(first.phoneHash)) return { kind: 'refused', why: 'do-not-call' }
  if (request.startedAt - first.startedAt > request.withinMs) return { kind: 'refused', why: 'too-late' }
  if (books.repeatCount(first.vendorId) >= request.maxRepeats) return { kind: 'refused', why: 'used-up' }
  if (request.capacity !== 'ok' && !first.test) return { kind: 'refused', why: request.capacity }

  const repeated: NewVerification = {
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
  books.addRepeat(first.vendorId, repeated.vendorId)
  books.addVerification(repeated)
  return { kind: 'admitted', verification: books.verification(repeated.vendorId)! }
}
