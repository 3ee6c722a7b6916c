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
  const extensions = [...((options.reliableProgress ?? true) ? ['100rel'] : []), 'timer']
  const headers = new Headers()
    .append('Max-Forwards', maxForwards)
    .append('From', `${bracketed(options.from)};tag=${identity.localTag}`)
    .append('To', bracketed(options.toHeader ?? options.to))
    .append('Call-ID', identity.callId)
    .append('CSeq', `${identity.cseq} INVITE`)
    .append('Contact', identity.contact)
    .append('Allow', allow)
    .append('Supported', extensions.join(', '))
    .append('User-Agent', core.name)
  if (options.proxy !== undefined) headers.append('Route', `<${looseProxy(options.proxy)}>`)
  if (intervalS > 0) headers.append('Session-Expires', String(intervalS))
  if (minSeS > 0) headers.append('Min-SE', String(minSeS))
  for (const [name, value] of identity.authorization) headers.append(name, value)
  for (const [name, value] of options.headers ?? []) headers.append(name, value)
  for (const [name, value] of bodyHeaders(options.body)) headers.append(name, value)
  return new SipRequest('INVITE', options.to, headers, options.body?.content)
}

/**
 * RFC 3261 8.1.2: an outbound proxy is a route set of one loose router. Addresses that could not be written
 * into an INVITE lead nowhere, so the call fails as unresolved and nothing is sent.
 */
export function inviteNextHop(options: CallOptions): string {
  const { to, toHeader, from } = options
  const addresses = [bracketed(from), ...(toHeader === undefined ? [] : [bracketed(toHeader)])]
  if (!addresses.every(isNameAddress)) return ''
  // Without a proxy `to` itself is read to find the server.
  if (options.proxy === undefined) return to
  return parseUri(to) === undefined ? '' : looseProxy(options.proxy)
}

/** The user of a From that was given as a URI or a name-addr. */
export function contactUserOf(from: string): string | undefined {
  const uri = parseNameAddress(bracketed(from))?.uri
  return uri === undefined || uri.scheme === 'other' || uri.scheme === 'tel' ? undefined : uri.user
}

/** A bare URI gets brackets, so that its parameters stay its own. */
export function bracketed(address: string): string {
  return address.includes('<') ? address : `<${address}>`
}

/** The URI of an outbound proxy with the parameter of a loose router (RFC 3261 16.12.1.1). */
export function looseProxy(proxy: string): string {
  return /;lr(?=[;=?]|$)/i.test(proxy) ? proxy : `${proxy};lr`
}
