import type { SipRequest, SipResponse } from '../message/message.ts'
import { parseNameAddress, tagOf } from '../message/name-address.ts'
import { parseUri } from '../message/uri.ts'

/** A dialog as RFC 3261 12 describes it. It is an immutable value: each event returns a new one. */
export interface Dialog {
  readonly callId: string
  readonly localTag: string
  readonly remoteTag: string
  /** The From and To of requests in the dialog, as header values with their tags. */
  readonly local: string
  readonly remote: string
  /** The final destination of requests: the peer's Contact. */
  readonly remoteTarget: string
  /** Record-Route values in the order in which our requests pass them. */
  readonly routeSet: readonly string[]
  readonly localCSeq: number
  /** Undefined until the peer has sent a request. */
  readonly remoteCSeq: number | undefined
  readonly confirmed: boolean
}

/** The most hops of a route set; a response with more creates no dialog. */
const maxRoutes = 32

export function dialogKey(callId: string, localTag: string, remoteTag: string): string {
  return `${callId} ${localTag} ${remoteTag}`
}

/** The key of the dialog that an incoming request names: its To tag is ours. */
export function dialogKeyOf(request: SipRequest): string | undefined {
  const localTag = tagOf(request.to)
  return localTag === undefined ? undefined : dialogKey(request.callId, localTag, tagOf(request.from) ?? '')
}

/** RFC 3261 12.1.2: the dialog that a response to our INVITE creates, if it creates one. */
export function dialogOfClient(request: SipRequest, response: SipResponse): Dialog | undefined {
  const remoteTag = tagOf(response.to)
  const localTag = tagOf(request.from)
  const target = contactOf(response)
  const routes = response.headers.list('Record-Route')
  if (response.status <= 100 || response.status >= 300 || localTag === undefined) return undefined
  // RFC 3261 12.1.2 and RFC 2543 peers: a 2xx without a tag makes a dialog with a null tag.
  if (remoteTag === undefined && response.status < 200) return undefined
  if (routes === undefined || routes.length > maxRoutes) return undefined
  return {
    callId: request.callId,
    localTag,
    remoteTag: remoteTag ?? '',
    local: request.headers.get('From')!,
    remote: response.headers.get('To')!,
    // A 2xx must contain a Contact; without one the target of the INVITE is the best choice.
    remoteTarget: target ?? request.uri,
    routeSet: routes.toReversed(),
    localCSeq: request.cseq.number,
    remoteCSeq: undefined,
    confirmed: response.status >= 200,
  }
}

/** RFC 3261 12.1.1: the dialog that our response with `localTag` to an INVITE creates. */
export function dialogOfServer(request: SipRequest, localTag: string): Dialog | undefined {
  const routes = request.headers.list('Record-Route')
  const target = contactOf(request)
  if (routes === undefined || routes.length > maxRoutes || target === undefined) return undefined
  const to = request.headers.get('To')!
  return {
    callId: request.callId,
    localTag,
    remoteTag: tagOf(request.from) ?? '',
    local: tagOf(request.to) === undefined ? `${to};tag=${localTag}` : to,
    remote: request.headers.get('From')!,
    remoteTarget: target,
    routeSet: routes,
    localCSeq: 0,
    remoteCSeq: request.cseq.number,
    confirmed: false,
  }
}

/** RFC 3261 13.2.2.4: the 2xx replaces the route set of an early dialog; the sequence numbers stay. */
export function confirmed(early: Dialog, request: SipRequest, response: SipResponse): Dialog {
  const fresh = dialogOfClient(request, response)
  return fresh === undefined
    ? { ...early, confirmed: true }
    : { ...fresh, localCSeq: early.localCSeq, remoteCSeq: early.remoteCSeq }
}

/** RFC 3261 12.2.2: a request in the dialog must have a higher number than the last one. */
export function receiveInDialog(dialog: Dialog, request: SipRequest): Dialog | 'out of order' {
  const { number } = request.cseq
  if (dialog.remoteCSeq !== undefined && number <= dialog.remoteCSeq) return 'out of order'
  return { ...dialog, remoteCSeq: number }
}

/** RFC 3261 12.2.1.2 and 12.2.2: INVITE and UPDATE change the remote target. */
export function refreshTarget(dialog: Dialog, message: SipRequest | SipResponse): Dialog {
  const target = contactOf(message)
  return target === undefined || target === dialog.remoteTarget ? dialog : { ...dialog, remoteTarget: target }
}

function contactOf(message: SipRequest | SipResponse): string | undefined {
  const first = message.headers.list('Contact')?.[0]
  const uri = first === undefined ? undefined : parseNameAddress(first)?.uri
  return uri === undefined || uri.scheme === 'other' || uri.scheme === 'tel' ? undefined : uri.text
}

/** Whether a Route value is that of a loose router (RFC 3261 16.12.1). */
export function isLoose(route: string): boolean {
  const uri = parseNameAddress(route)?.uri
  return uri !== undefined && uri.scheme !== 'other' && uri.parameters.has('lr')
}

/** Whether a value is allowed in Route: a SIP URI in brackets. */
export function isRoute(value: string): boolean {
  const uri = value.includes('<') ? parseNameAddress(value)?.uri : undefined
  return uri?.scheme === 'sip' || uri?.scheme === 'sips'
}

/** The URI inside a Route value. */
export function routeUri(route: string): string | undefined {
  const uri = parseNameAddress(route)?.uri.text
  return uri === undefined || parseUri(uri) === undefined ? undefined : uri
}
