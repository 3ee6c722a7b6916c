// Translates the reports of the SIP agent into the events of the call machines.
import { type CallEnd, parseReasons, type SipResponse } from '@ringkey/sip'
import type { CallEvent } from './call-events.ts'
import type { Ending } from './facts.ts'
import { refusalWords } from './network-block.ts'

/** RFC 3326: the first Q.850 cause that Reason headers name. */
export function q850Cause(reasonLines: readonly string[]): number | undefined {
  const reasons = parseReasons(reasonLines)
  return reasons.find(({ protocol, cause }) => protocol.toUpperCase() === 'Q.850' && cause !== undefined)
    ?.cause
}

export function provisionalEvent(response: SipResponse): CallEvent {
  return { kind: 'provisional', status: response.status, cause: q850Cause(response.headers.lines('Reason')) }
}

export function endedEvent(end: CallEnd): CallEvent {
  return { kind: 'ended', ending: endingOf(end) }
}

function endingOf(end: CallEnd): Ending {
  switch (end.kind) {
    case 'rejected':
      return {
        ...{
          kind: 'refused',
          status: end.response.status,
          cause: q850Cause(end.response.headers.lines('Reason')),
        },
        words: refusalWords(end.response),
      }
    case 'cancelled':
      return { kind: 'left', crossed: end.crossed, confirmed: false }
    case 'hung-up':
      return end.by === 'us'
        ? { kind: 'left', crossed: false, confirmed: end.confirmed }
        : { kind: 'hung-up' }
    case 'lost':
      return { kind: 'lost' }
    case 'failed':
      // Our own limit was reached, or no address was found: nothing was sent.
      return end.failure.kind === 'overloaded'
        ? { kind: 'unsent', why: 'full' }
        : end.failure.kind === 'timeout' || end.failure.kind === 'closed'
          ? { kind: 'failed' }
          : { kind: 'unsent', why: 'transport' }
    // This end belongs to incoming calls, which never come here; no phone rang.
    case 'refused':
      return { kind: 'refused', status: end.status, cause: undefined }
  }
}
