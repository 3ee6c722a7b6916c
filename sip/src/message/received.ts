import type { SipRequest } from './message.ts'
import { splitList } from './tokens.ts'
import { formatVia } from './via.ts'

/**
 * Writes the real source of a request into its topmost Via: `received` when the address differs from sent-by (RFC 3261
 * 18.2.1), and both `received` and `rport` when the client requests it (RFC 3581 4).
 */
export function stampSource(request: SipRequest, sourceHost: string, sourcePort: number): void {
  const { via } = request
  const asksPort = via.parameters.has('rport')
  const host = sourceHost.includes(':') && !sourceHost.startsWith('[') ? `[${sourceHost}]` : sourceHost
  if (!asksPort && via.host === host) return
  const received = via.parameters.with('received', sourceHost)
  const parameters = asksPort ? received.with('rport', String(sourcePort)) : received
  const line = request.headers.get('Via')!
  const others = line.includes(',') ? (splitList(line)?.slice(1) ?? []) : []
  request.headers.set('Via', [formatVia({ ...via, parameters }), ...others].join(', '))
  request.forgetVia()
}
