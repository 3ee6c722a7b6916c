import type { SipRequest } from '../message/message.ts'
import { type Destination, defaultPort, isReliable, type Source } from '../transport/transport.ts'

/**
 * Where responses are sent (RFC 3261 18.2.2): on the connection that the request came on; over UDP to the source
 * address, at the port in the Via or, when the client requested it, the source port (RFC 3581 4). A `maddr` is ignored:
 * it would let a request direct our answers to any address.
 */
export function replyAddress(request: SipRequest, source: Source): Destination {
  const via = request.tryVia()
  if (via === undefined || (via.parameters.has('rport') && !isReliable(source.transport))) return source
  // Over a connection that was closed meanwhile the source port leads nowhere: a new one goes to the port in the Via.
  const port = via.port ?? defaultPort(source.transport)
  return isReliable(source.transport)
    ? { ...source, port }
    : { transport: 'udp', address: source.address, port }
}
