import { parseMediaType } from '../message/header-values.ts'
import { Headers } from '../message/headers.ts'
import type { SipRequest } from '../message/message.ts'
import { parseUri } from '../message/uri.ts'
import { allowedMethods, supportedExtensions } from './core.ts'

export interface Refusal {
  readonly status: number
  readonly headers: Headers
}

const allow = allowedMethods.join(', ')
const acceptedType = 'application/sdp'
/** Methods whose body is not checked: INFO may carry any type. */
const anyBody = new Set(['INFO', 'MESSAGE', 'OPTIONS'])

/**
 * The checks of RFC 3261 8.2 that come before the method is handled: method, URI scheme, required extensions and body,
 * in that order. `others` are methods that the application answers.
 */
export function refusal(request: SipRequest, others: readonly string[] = []): Refusal | undefined {
  const { method, headers } = request
  if (!allowedMethods.includes(method) && !others.includes(method))
    return refuse(knownMethods.has(method) ? 405 : 501, ['Allow', allow])
  // RFC 3261 8.2.2.1.
  if (parseUri(request.uri)?.scheme === 'other') return refuse(416)
  // RFC 3261 8.2.2.3: the header is ignored in CANCEL and ACK, which never reach this function.
  const missing = (headers.list('Require') ?? []).filter(
    (extension) => extension !== '' && !supportedExtensions.includes(extension.toLowerCase()),
  )
  if (missing.length > 0) return refuse(420, ['Unsupported', missing.join(', ')])
  return refusalOfBody(request)
}

// RFC 3261 8.2.3 and 20.1.
function refusalOfBody({ method, headers, body }: SipRequest): Refusal | undefined {
  if (body.length > 0 && !anyBody.has(method)) {
    const encoding = headers.get('Content-Encoding')
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
      return refuse(415, ['Accept-Encoding', 'identity'])
    const type = parseMediaType(headers.get('Content-Type') ?? acceptedType)
    const optional = /;\s*handling\s*=\s*optional/i.test(headers.get('Content-Disposition') ?? '')
    if (type !== acceptedType && !type?.startsWith('multipart/') && !optional)
      return refuse(415, ['Accept', acceptedType])
  }
  // RFC 4475 3.3.15: an answer to an INVITE contains SDP, so the sender must accept SDP.
  const accepts = headers.has('Accept') ? headers.list('Accept') : undefined
  if (method === 'INVITE' && accepts !== undefined && !accepts.some(takesSdp)) return refuse(406)
  return undefined
}

function takesSdp(range: string): boolean {
  const type = parseMediaType(range)
  return type === acceptedType || type === 'application/*' || type === '*/*'
}

/** Registered methods. A method outside this list is answered 501, not 405 (RFC 3261 21.5.2). */
const knownMethods = new Set([
  ...allowedMethods,
  'REGISTER',
  'SUBSCRIBE',
  'NOTIFY',
  'PUBLISH',
  'MESSAGE',
  'REFER',
])

function refuse(status: number, ...headers: [string, string][]): Refusal {
  return { status, headers: Headers.of(...headers) }
}
