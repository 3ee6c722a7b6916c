import { isIP, isIPv6 } from 'node:net'
import type { SipResponse } from '../message/message.ts'
import { parseNumber } from '../message/tokens.ts'
import { canonicalAddress } from '../transport/canonical-address.ts'
import { type Advertised, type Destination, isReliable, type Transport } from '../transport/transport.ts'

/** Servers whose view of our address is kept; the oldest is dropped beyond that. */
const maxServers = 1000

type Server = Pick<Destination, 'transport' | 'address'>

/**
 * Our address as written in messages to each server: the source address that the server reported, where learning is on,
 * otherwise the address of the socket. Behind NAT the two differ (RFC 3581).
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

  /** Undefined: the server sees the address of our socket, or has not reported any. */
  learned(server: Server): Advertised | undefined {
    return this.#seen.size === 0 ? undefined : this.#seen.get(keyOf(server))
  }

  /** Learns from this server's response the address that our request came from. */
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

/** RFC 3261 18.2.1 and RFC 3581 4. The source port of a dialled connection is not the port that we listen on. */
function seenIn(response: SipResponse, server: Server, own: Advertised): Advertised | undefined {
  const parameters = response.tryVia()?.parameters
  const received = parameters?.get('received')?.replace(/^\[(.*)\]$/, '$1') ?? ''
  const address = canonicalAddress(received)
  const port = isReliable(server.transport) ? own.port : parseNumber(parameters?.get('rport') ?? '', 65_535)
  // An address of the other IP family, or one that cannot be sent to, is a mistake of the peer.
  if (isIP(address) === 0 || isIPv6(address) !== isIPv6(server.address)) return undefined
  if (port === undefined || port === 0 || address === '0.0.0.0' || address === '::') return undefined
  return { host: isIPv6(address) ? `[${address}]` : address, port }
}

function keyOf({ transport, address }: Server): string {
  return `${transport} ${address}`
}
