import { Headers } from '../message/headers.ts'
import { SipRequest } from '../message/message.ts'
import { maxForwards } from '../transaction/hop-by-hop.ts'
import { type Dialog, isLoose, routeUri } from './dialog.ts'

/** The Request-URI and Route headers that lead to a target. */
export interface Way {
  readonly uri: string
  readonly routes: readonly string[]
  /** The URI that is looked up for where to send it (RFC 3261 8.1.2). */
  readonly nextHop: string
}

/** RFC 3261 12.2.1.1: with loose routers the target stays in the Request-URI; a strict router replaces it there. */
export function wayTo(target: string, routeSet: readonly string[]): Way {
  const first = routeSet[0]
  if (first === undefined) return { uri: target, routes: [], nextHop: target }
  const hop = routeUri(first) ?? target
  if (isLoose(first)) return { uri: target, routes: routeSet, nextHop: hop }
  const uri = withoutMethodAndHeaders(hop)
  return { uri, routes: [...routeSet.slice(1), `<${target}>`], nextHop: uri }
}

// RFC 3261 19.1.1: neither is allowed in a Request-URI.
function withoutMethodAndHeaders(uri: string): string {
  return uri.replace(/\?.*$/, '').replace(/;method=[^;]*/gi, '')
}

export interface DialogRequestDeps {
  readonly method: string
  readonly cseq: number
  readonly headers?: Iterable<readonly [name: string, value: string]>
  readonly body?: Uint8Array | undefined
}

/** A request in the dialog, without a Via. ACK and CANCEL keep the CSeq number of their INVITE, passed as `cseq`. */
export function requestInDialog(
  dialog: Dialog,
  deps: DialogRequestDeps,
): { request: SipRequest; nextHop: string } {
  const way = wayTo(dialog.remoteTarget, dialog.routeSet)
  const headers = new Headers()
    .append('Max-Forwards', maxForwards)
    .append('From', dialog.local)
    .append('To', dialog.remote)
    .append('Call-ID', dialog.callId)
    .append('CSeq', `${deps.cseq} ${deps.method}`)
  for (const route of way.routes) headers.append('Route', route)
  for (const [name, value] of deps.headers ?? []) headers.append(name, value)
  return { request: new SipRequest(deps.method, way.uri, headers, deps.body), nextHop: way.nextHop }
}
