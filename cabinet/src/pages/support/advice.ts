import type { CallDetail, VerificationDetail } from '@ringkey/server/cabinet-api'
import { reasonGroups } from '../calls/reasons.ts'
import { isCall } from '../verifications/use-verification.ts'
import type { supportTexts } from './texts.ts'

export type Advice = keyof typeof supportTexts.en.advice

/** What helps the person, by how it ended. */
export function adviceFor(detail: CallDetail | VerificationDetail): Advice {
  if (isCall(detail)) {
    if (detail.status === 'checking') return 'underWay'
    return detail.mode === 'inbound' && detail.status === 'completed' ? 'done' : ofReason(detail.reason)
  }
  switch (detail.status) {
    case 'approved':
      return 'done'
    case 'pending':
      return 'underWay'
    case 'canceled':
      return 'again'
  }
  switch (detail.reason) {
    case 'max_attempts':
      return 'wrongCodes'
    case 'phone_blocked':
    case 'source_blocked':
      return 'tomorrow'
    case 'bad_number':
      return 'number'
    case 'do_not_call':
      return 'doNotCall'
  }
  const called = detail.steps.findLast(({ vendorId, reason }) => vendorId !== null && reason !== null)
  return ofReason(called?.reason ?? null)
}

/** Of the last call. One that arrived leaves the code, which was not found or not typed. */
function ofReason(reason: string | null): Advice {
  if (reason === 'bad number') return 'number'
  switch (reason === null ? undefined : reasonGroups[reason]) {
    case 'completed':
      return 'arrived'
    case 'phone':
      return 'phone'
    case 'blocked':
      return 'blocked'
    case 'network':
      return 'network'
    default:
      return 'again'
  }
}
