import type { SipRequest } from '../message/message.ts'
import { type Destination, defaultPort, isReliable, type Source } from '../transport/transport.ts'

/**
 * Where responses go (RFC 3261 18.2.2): on the connection that the request came on; over UDP to the address
 * that it came from, at the port of the Via or, when the client asked for it, the one it came from
 * (RFC 3581 4). A `maddr` is not followed: it would let a request send our answers to anybody.
 */
export function replyAddress(request: SipRequest, source: Source): Destination {
  const via = request.tryVia()
  if (via === undefined || via.parameters.has('rport')) return source
  const port = via.port ?? defaultPort(source.transport)
  return isReliable(source.transport)
    ? { ...source, port }
    : { transport: 'udp', address: source.address, port }
}
