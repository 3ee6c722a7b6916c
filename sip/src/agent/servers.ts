import { parseUri } from '../message/uri.ts'
import { locate, type Target } from '../resolve/locate.ts'
import type { Destination, TransportName } from '../transport/transport.ts'
import type { AgentCore } from './core.ts'

/** The servers of a URI, best first (RFC 3263). */
export function locateUri(core: AgentCore, nextHop: string): AsyncGenerator<Destination, void, void> {
  const target = targetOf(nextHop)
  if (target === undefined) return noServers()
  const { resolver, random, transports } = core
  const reaches = (transport: TransportName, address: string): boolean =>
    core.transport.advertised(transport, address) !== undefined
  return core.silent.last(locate(target, { resolver, random, transports, reaches }))
}

async function* noServers(): AsyncGenerator<Destination, void, void> {}

/** The parts of a SIP URI that select the server; undefined when the URI names a transport that we do not support. */
export function targetOf(nextHop: string): Target | undefined {
  const uri = parseUri(nextHop)
  if (uri === undefined || uri.scheme === 'other' || uri.scheme === 'tel') return undefined
  const transport = uri.parameters.get('transport')?.toLowerCase()
  const named = transport === 'udp' || transport === 'tcp' || transport === 'tls' ? transport : undefined
  if (transport !== undefined && named === undefined) return undefined
  return {
    // RFC 3263 4: the target is the `maddr`, when the URI has one.
    host: uri.parameters.get('maddr')?.toLowerCase() || uri.host,
    secure: uri.scheme === 'sips',
    ...(uri.port === undefined ? {} : { port: uri.port }),
    ...(named === undefined ? {} : { transport: named }),
  }
}

/** No server at all, or no second server. */
export const nowhere: AsyncIterator<Destination, void, void> = {
  next: () => Promise.resolve({ done: true, value: undefined }),
}
