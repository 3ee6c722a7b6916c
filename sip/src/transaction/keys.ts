import type { SipRequest, SipResponse } from '../message/message.ts'
import { tagOf } from '../message/name-address.ts'
import { uniqueBranch } from '../message/via.ts'

/**
 * RFC 3261 17.1.3: a response matches the request with its branch and CSeq method. A branch contains no space, so for
 * an INVITE, which gets most responses, the branch alone is the key and need not be copied.
 */
export function clientKey(branch: string, method: string): string {
  return method === 'INVITE' ? branch : `${branch} ${method}`
}

export function clientKeyOf(response: SipResponse): string | undefined {
  const branch = response.branch
  return branch === undefined ? undefined : clientKey(branch, response.cseq.method)
}

/**
 * RFC 3261 17.2.3: branch, sent-by and method identify a server transaction. An ACK matches its INVITE, and so does a
 * CANCEL when `method` says so (9.2).
 */
export function serverKey(request: SipRequest, method = request.method): string {
  const { via } = request
  const owner = method === 'ACK' ? 'INVITE' : method
  const branch = uniqueBranch(via)
  if (branch !== undefined) return `${branch} ${via.host}:${via.port ?? ''} ${owner}`
  // A branch without the cookie identifies nothing (RFC 2543). The To tag is not part of the key: in an ACK it is ours.
  const { uri, callId, cseq, from } = request
  return `${callId} ${cseq.number} ${tagOf(from) ?? ''} ${uri} ${via.host}:${via.port ?? ''} ${owner}`
}

/** RFC 3261 8.2.2.2: copies of a request that arrived over two paths have this key in common, but not their branch. */
export function mergeKey(request: SipRequest): string | undefined {
  const fromTag = tagOf(request.from)
  if (fromTag === undefined || tagOf(request.to) !== undefined) return undefined
  return `${request.callId} ${fromTag} ${request.cseq.number} ${request.method}`
}
