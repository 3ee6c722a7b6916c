import { wayTo } from '../dialog/dialog-request.ts'
import { parseUri, type SipUri } from '../message/uri.ts'
import { locateLiteral } from '../resolve/locate.ts'
import type { Destination } from '../transport/transport.ts'
import type { AgentCore } from './core.ts'
import { isSameServer, type Leg } from './exchange.ts'
import { locateUri, targetOf } from './servers.ts'

/**
 * Finds one server for a request that is sent only once: immediately when the server is a literal address or the server
 * of the dialog's first request, otherwise through DNS. The callback is not called when there is none.
 */
export function firstServer(
  core: AgentCore,
  nextHop: string,
  leg: Leg,
  found: (destination: Destination) => void,
): void {
  const known = sameServer(core, nextHop, leg) ?? literalServer(core, nextHop)
  if (known !== undefined) {
    found(known)
    return
  }
  locateUri(core, nextHop)
    .next()
    .then(
      (next) => {
        if (next.done !== true) found(next.value)
      },
      () => {},
    )
}

/**
 * The server of the dialog's first request, when this request has the same URI, or the address of that server: over TLS
 * it has proved its name, and few certificates name an address.
 */
export function sameServer(core: AgentCore, nextHop: string, { request, destination }: Leg) {
  const way = wayTo(request.uri, request.headers.list('Route') ?? [])
  const literal = literalServer(core, nextHop)
  const isThere = literal !== undefined && isSameServer(literal, destination)
  return isThere || sameHostPort(way.nextHop, nextHop) ? destination : undefined
}

function literalServer(core: AgentCore, nextHop: string): Destination | undefined {
  const target = targetOf(nextHop)
  return target && locateLiteral(target, core.transports)
}

function sameHostPort(a: string, b: string): boolean {
  if (a === b) return true
  const [first, second] = [sipUri(a), sipUri(b)]
  if (first === undefined || second === undefined) return false
  return (
    first.scheme === second.scheme &&
    first.host === second.host &&
    first.port === second.port &&
    ['transport', 'maddr'].every((name) => parameterOf(first, name) === parameterOf(second, name))
  )
}

const parameterOf = (uri: SipUri, name: string) => uri.parameters.get(name)?.toLowerCase() ?? ''

function sipUri(text: string): SipUri | undefined {
  const uri = parseUri(text)
  return uri === undefined || uri.scheme === 'other' || uri.scheme === 'tel' ? undefined : uri
}
