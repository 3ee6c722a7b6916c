// The seam between whoever speaks SIP and the sockets below: bytes of whole messages go down, bytes of
// whole messages come up. Parsing is left to the layer above, so a transport never fails on content.

export type TransportName = 'udp' | 'tcp' | 'tls'

/** RFC 3261 17: over a reliable transport nothing is retransmitted. */
export const isReliable = (transport: TransportName): boolean => transport !== 'udp'

/** RFC 3261 19.1.2 and 18.1.1. */
export const defaultPort = (transport: TransportName): number => (transport === 'tls' ? 5061 : 5060)

/** A connection that is still open, by number: RFC 3261 18.2.2 wants a response on the same one. */
export type FlowId = number

/** Where one message goes. Names are resolved before: `address` is an IPv4 or IPv6 literal. */
export interface Destination {
  readonly transport: TransportName
  readonly address: string
  readonly port: number
  /** The domain that a TLS peer must prove (RFC 5922 4): the name that was dialled, not the SRV target. */
  readonly tlsName?: string
  /** Prefer this connection while it is open; a new one to `address` and `port` is made when it is not. */
  readonly flow?: FlowId
  /** A connection that is dialled for this message must be there by then; that of the limits when left out. */
  readonly connectWithinMs?: number
}

/** Where one message came from. `Destination`-shaped, so a response may be sent straight back to it. */
export interface Source extends Destination {
  /** Our end of it, as bound. */
  readonly localAddress: string
  readonly localPort: number
}

/** An address as peers are told it, in Via, Contact and SDP. Never a wildcard. */
export interface Advertised {
  readonly host: string
  readonly port: number
}

export type SendFailureKind =
  | 'no-transport' // nothing listens or dials by that name here
  | 'too-large' // RFC 3261 18.1.1: does not fit a datagram
  | 'unreachable' // refused, reset, no route
  | 'tls' // the peer did not prove its name
  | 'timeout' // no connection within the bound
  | 'overloaded' // a bound of ours was met: connections or bytes waiting
  | 'closed'

export interface SendFailure {
  readonly kind: SendFailureKind
  readonly message: string
}

/** A whole message, unparsed. The bytes belong to the receiver. */
export type OnMessage = (bytes: Buffer, source: Source) => void

/** What the transaction layer needs from below. */
export interface Transport {
  /**
   * Sends one message. Never throws; `failed` is called at most once, later, when the transport learns
   * that the message did not leave. Silence means only that nothing is known (UDP).
   */
  send(bytes: Uint8Array, to: Destination, failed?: (failure: SendFailure) => void): void
  /** A request to this destination got no answer for so long: the next one takes a fresh connection. */
  retire?(to: Destination, unansweredMs: number): void
  /** One receiver; a second call replaces the first. */
  receive(onMessage: OnMessage): void
  /** What Via and Contact say for that transport to a peer at this address, or undefined when it is not open. */
  advertised(transport: TransportName, peer?: string): Advertised | undefined
  close(): Promise<void>
}
