import { routeUri } from '../dialog/dialog.ts'
import { type Way, wayTo } from '../dialog/dialog-request.ts'
import { Headers } from '../message/headers.ts'
import { SipRequest } from '../message/message.ts'
import { isNameAddress, parseNameAddress } from '../message/name-address.ts'
import { parseUri } from '../message/uri.ts'
import { maxForwards } from '../transaction/hop-by-hop.ts'
import { bodyHeaders } from './body.ts'
import type { CallOptions } from './call-options.ts'
import { type AgentCore, allowedMethods } from './core.ts'

export interface InviteIdentity {
  readonly callId: string
  readonly localTag: string
  readonly cseq: number
  readonly contact: string
  readonly authorization: readonly [string, string][]
  readonly session: { readonly intervalS: number; readonly minSeS: number }
}

const allow = allowedMethods.join(', ')

/** The INVITE of an outgoing call, without a Via (RFC 3261 13.2.1). */
export function buildInvite(core: AgentCore, options: CallOptions, identity: InviteIdentity): SipRequest {
  const { intervalS, minSeS } = identity.session
  const headers = new Headers()
    .append('Max-Forwards', maxForwards)
    .append('From', `${bracketed(options.from)};tag=${identity.localTag}`)
    .append('To', bracketed(options.toHeader ?? options.to))
    .append('Call-ID', identity.callId)
    .append('CSeq', `${identity.cseq} INVITE`)
    .append('Contact', identity.contact)
    .append('Allow', allow)
    .append('Supported', (options.reliableProgress ?? true) ? '100rel, timer' : 'timer')
    .append('User-Agent', core.name)
  const way = wayOf(options)
  for (const route of way.routes) headers.append('Route', route)
  if (intervalS > 0) headers.append('Session-Expires', String(intervalS))
  if (minSeS > 0) headers.append('Min-SE', String(minSeS))
  for (const [name, value] of identity.authorization) headers.append(name, value)
  for (const [name, value] of options.headers ?? []) headers.append(name, value)
  for (const [name, value] of bodyHeaders(options.body)) headers.append(name, value)
  return new SipRequest('INVITE', way.uri, headers, options.body?.content)
}

/**
 * RFC 3261 8.1.2: an outbound proxy is a loose router and the first Route. A service route that begins with the same
 * proxy does not list it twice (RFC 3608 6.1).
 */
function wayOf({ to, proxy, routes = [] }: CallOptions): Way {
  if (proxy === undefined) return wayTo(to, routes)
  const first = routes[0]
  const isThere = first !== undefined && isSameHop(routeUri(first), proxy)
  return wayTo(to, isThere ? routes : [`<${looseProxy(proxy)}>`, ...routes])
}

function isSameHop(one: string | undefined, other: string): boolean {
  const [a, b] = [parseUri(one ?? ''), parseUri(other)]
  if (a === undefined || b === undefined || !('host' in a) || !('host' in b)) return false
  return a.host === b.host && (a.port ?? 5060) === (b.port ?? 5060)
}

/**
 * The URI that the INVITE is sent to. With an address that cannot be written into the INVITE, the call fails as
 * unresolved and nothing is sent.
 */
export function inviteNextHop(options: CallOptions): string {
  const { to, toHeader, from } = options
  const addresses = [bracketed(from), ...(toHeader === undefined ? [] : [bracketed(toHeader)])]
  if (!addresses.every(isNameAddress)) return ''
  const { nextHop } = wayOf(options)
  // Without a proxy, `to` itself names the server.
  if (nextHop === to) return to
  if (parseUri(to) === undefined) return ''
  const { transport } = options
  return transport === undefined || /;transport=/i.test(nextHop) || /^sips:/i.test(nextHop)
    ? nextHop
    : `${nextHop};transport=${transport}`
}

/** The user part of a From that was given as a URI or a name-addr. */
export function contactUserOf(from: string): string | undefined {
  const uri = parseNameAddress(bracketed(from))?.uri
  return uri === undefined || uri.scheme === 'other' || uri.scheme === 'tel' ? undefined : uri.user
}

/** A bare URI gets brackets, so that its parameters are not read as header parameters. */
export function bracketed(address: string): string {
  return address.includes('<') ? address : `<${address}>`
}

/** The URI of an outbound proxy with the parameter of a loose router (RFC 3261 16.12.1.1). */
export function looseProxy(proxy: string): string {
  return /;lr(?=[;=?]|$)/i.test(proxy) ? proxy : `${proxy};lr`
}
