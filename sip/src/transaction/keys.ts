import type { SipRequest, SipResponse } from '../message/message.ts'
import { tagOf } from '../message/name-address.ts'
import { uniqueBranch } from '../message/via.ts'

/**
 * RFC 3261 17.1.3: a response belongs to the request with its branch and CSeq method. No branch holds a space,
 * so that of an INVITE, of which most responses are, may stand alone and need not be copied.
 */
export function clientKey(branch: string, method: string): string {
  return method === 'INVITE' ? branch : `${branch} ${method}`
}

export function clientKeyOf(response: SipResponse): string | undefined {
  const branch = response.branch
  return branch === undefined ? undefined : clientKey(branch, response.cseq.method)
}

/**
 * RFC 3261 17.2.3: branch, sent-by and method name a server transaction. An ACK belongs to its INVITE, and
 * so does a CANCEL when `method` says so (9.2).
 */
export function serverKey(request: SipRequest, method = request.method): string {
  const { via } = request
  const owner = method === 'ACK' ? 'INVITE' : method
  const branch = uniqueBranch(via)
  if (branch !== undefined) return `${branch} ${via.host}:${via.port ?? ''} ${owner}`
  // A branch without the cookie says nothing (RFC 2543). The To tag is left out: that of an ACK is ours.
  const { uri, callId, cseq, from } = request
  return `${callId} ${cseq.number} ${tagOf(from) ?? ''} ${uri} ${via.host}:${via.port ?? ''} ${owner}`
}

/** RFC 3261 8.2.2.2: the same request that came on two ways shares these, but not its branch. */
export function mergeKey(request: SipRequest): string | undefined {
  const fromTag = tagOf(request.from)
  if (fromTag === undefined || tagOf(request.to) !== undefined) return undefined
  return `${request.callId} ${fromTag} ${request.cseq.number} ${request.method}`
}
