import { isIP, isIPv6 } from 'node:net'
import type { SipResponse } from '../message/message.ts'
import { parseNumber } from '../message/tokens.ts'
import { canonicalAddress } from '../transport/canonical-address.ts'
import { type Advertised, type Destination, isReliable, type Transport } from '../transport/transport.ts'

/** Servers whose view of us is kept; the oldest goes when there are more. */
const maxServers = 1000

type Server = Pick<Destination, 'transport' | 'address'>

/**
 * What each server is told as our address: the one that it sees our requests come from, where that is learned, else
 * that of the socket. Behind NAT the two differ (RFC 3581).
 */
export class PublicAddresses {
  readonly #transport: Transport
  readonly #learns: boolean
  readonly #seen = new Map<string, Advertised>()

  constructor(transport: Transport, learns: boolean) {
    this.#transport = transport
    this.#learns = learns
  }

  /** Undefined: this transport is not open. */
  towards(server: Server): Advertised | undefined {
    return this.learned(server) ?? this.#transport.advertised(server.transport, server.address)
  }

  /** Undefined: the server sees us by the address of our socket, or nothing is known. */
  learned(server: Server): Advertised | undefined {
    return this.#seen.size === 0 ? undefined : this.#seen.get(keyOf(server))
  }

  /** Takes what the answer of this server says about where our request came from. */
  learn(response: SipResponse, server: Server): void {
    const own = this.#learns ? this.#transport.advertised(server.transport, server.address) : undefined
    const seen = own === undefined ? undefined : seenIn(response, server, own)
    if (own === undefined || seen === undefined) return
    const key = keyOf(server)
    this.#seen.delete(key)
    if (seen.host === own.host && seen.port === own.port) return
    this.#seen.set(key, seen)
    if (this.#seen.size > maxServers) this.#seen.delete(this.#seen.keys().next().value!)
  }
}

/** RFC 3261 18.2.1 and RFC 3581 4. The port of a connection that we dialled is not where we listen. */
function seenIn(response: SipResponse, server: Server, own: Advertised): Advertised | undefined {
  const parameters = response.tryVia()?.parameters
  const received = parameters?.get('received')?.replace(/^\[(.*)\]$/, '$1') ?? ''
  const address = canonicalAddress(received)
  const port = isReliable(server.transport) ? own.port : parseNumber(parameters?.get('rport') ?? '', 65_535)
  // Of the other family, or no address that anybody could send to: a mistake of the peer.
  if (isIP(address) === 0 || isIPv6(address) !== isIPv6(server.address)) return undefined
  if (port === undefined || port === 0 || address === '0.0.0.0' || address === '::') return undefined
  return { host: isIPv6(address) ? `[${address}]` : address, port }
}

function keyOf({ transport, address }: Server): string {
  return `${transport} ${address}`
}
