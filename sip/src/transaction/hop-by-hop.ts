import { Headers, oneLine } from '../message/headers.ts'
import { SipRequest, type SipResponse } from '../message/message.ts'

/** RFC 3261 8.1.1.6. */
export const maxForwards = '70'

/** The ACK for a 3xx to 6xx: the INVITE's own hop, the To of the response (RFC 3261 17.1.1.3). */
export function ackForFailure(invite: SipRequest, response: SipResponse): SipRequest {
  return sameHop(invite, 'ACK', response.headers.get('To')!)
}

/** The CANCEL of a request: same hop, same destination, same branch (RFC 3261 9.1). */
export function cancelOf(request: SipRequest, reason: string | undefined): SipRequest {
  const cancel = sameHop(request, 'CANCEL', request.headers.get('To')!)
  if (reason !== undefined) cancel.headers.append('Reason', reason)
  return cancel
}

function sameHop(request: SipRequest, method: string, to: string): SipRequest {
  const { headers } = request
  const copied = new Headers(
    ['Via', 'Max-Forwards', 'From', 'To', 'Call-ID', 'CSeq'],
    [
      headers.get('Via')!,
      maxForwards,
      headers.get('From')!,
      oneLine(to),
      headers.get('Call-ID')!,
      `${request.cseq.number} ${method}`,
    ],
  )
  if (headers.has('Route')) for (const route of headers.lines('Route')) copied.append('Route', route)
  return new SipRequest(method, request.uri, copied)
}
