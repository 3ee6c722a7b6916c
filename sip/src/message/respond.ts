import { Headers } from './headers.ts'
import { type SipRequest, SipResponse } from './message.ts'
import { parseNameAddress, tagOf } from './name-address.ts'
import { reasonPhrase } from './reason-phrases.ts'

/**
 * The response to a request: Via, From, To, Call-ID and CSeq are copied (RFC 3261 8.2.6.2), and the To tag is added
 * when there is none. A 100 carries no tag of ours. It also works on the parsed part of a malformed request: headers
 * that were missing stay missing.
 */
export function respond(
  request: SipRequest,
  status: number,
  toTag: string | undefined,
  options: { reason?: string; headers?: Headers; body?: Uint8Array } = {},
): SipResponse {
  const headers = new Headers()
  for (const line of request.headers.lines('Via')) headers.append('Via', line)
  for (const name of ['From', 'To', 'Call-ID', 'CSeq']) {
    const value = request.headers.get(name)
    if (value === undefined) continue
    const needsTag = name === 'To' && toTag !== undefined && !hasTag(value)
    headers.append(name, needsTag ? `${value};tag=${toTag}` : value)
  }
  // RFC 3261 12.1.1: a response that creates a dialog repeats the recorded route of the request.
  if (status > 100 && status < 300)
    for (const line of request.headers.lines('Record-Route')) headers.append('Record-Route', line)
  // RFC 3261 8.2.6.1: the 100 carries the Timestamp of the request.
  const timestamp = status === 100 ? request.headers.get('Timestamp') : undefined
  if (timestamp !== undefined) headers.append('Timestamp', timestamp)
  for (const [name, value] of options.headers ?? []) headers.append(name, value)
  return new SipResponse(status, options.reason ?? reasonPhrase(status), headers, options.body)
}

/** A tag in the name or the URI is none: without one of ours, whoever forges an INVITE could also forge its ACK. */
function hasTag(to: string): boolean {
  if (!/;\s*tag\s*=/i.test(to)) return false
  const address = parseNameAddress(to)
  return address !== undefined && tagOf(address) !== undefined
}
