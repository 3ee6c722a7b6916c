// The interface between the SIP layers and the sockets: bytes of whole messages in both directions. The layer above
// parses them, so a transport never fails because of their content.

export type TransportName = 'udp' | 'tcp' | 'tls'

/** RFC 3261 17: over a reliable transport nothing is retransmitted. */
export const isReliable = (transport: TransportName): boolean => transport !== 'udp'

/** RFC 3261 19.1.2 and 18.1.1. */
export const defaultPort = (transport: TransportName): number => (transport === 'tls' ? 5061 : 5060)

/** The number of an open connection: RFC 3261 18.2.2 requires a response on the connection of its request. */
export type FlowId = number

/** The destination of one message. Names are already resolved: `address` is an IPv4 or IPv6 literal. */
export interface Destination {
  readonly transport: TransportName
  readonly address: string
  readonly port: number
  /** The domain that a TLS peer must prove (RFC 5922 4): the requested name, not the SRV target. */
  readonly tlsName?: string
  /** Preferred connection while it is open; otherwise a new one to `address` and `port` is opened. */
  readonly flow?: FlowId
  /** A connection that is opened for this message must be ready within this time; that of the limits when left out. */
  readonly connectWithinMs?: number
}

/** The source of one message. It has the shape of `Destination`, so a response can be sent straight back to it. */
export interface Source extends Destination {
  /** Our end of the connection, as bound. */
  readonly localAddress: string
  readonly localPort: number
}

/** Our address as written into Via, Contact and SDP. Never a wildcard. */
export interface Advertised {
  readonly host: string
  readonly port: number
}

export type SendFailureKind =
  | 'no-transport' // no socket for this transport is open
  | 'too-large' // RFC 3261 18.1.1: does not fit into a datagram
  | 'unreachable' // refused, reset, no route
  | 'tls' // the peer did not prove its name
  | 'timeout' // no connection within the time limit
  | 'overloaded' // our own limit of connections or queued bytes was reached
  | 'closed'

export interface SendFailure {
  readonly kind: SendFailureKind
  readonly message: string
}

/** A whole message, unparsed. The bytes belong to the receiver. */
export type OnMessage = (bytes: Buffer, source: Source) => void

/** The part of the transports that the transaction layer uses. */
export interface Transport {
  /**
   * Sends one message. Never throws. `failed` is called at most once, later, when the transport learns that the message
   * was not sent. Without that call the outcome is unknown (UDP).
   */
  send(bytes: Uint8Array, to: Destination, failed?: (failure: SendFailure) => void): void
  /** A request to this destination got no answer for this long: the next one uses a new connection. */
  retire?(to: Destination, unansweredMs: number): void
  /** Sets the receiver; a second call replaces the first. */
  receive(onMessage: OnMessage): void
  /** Our address in Via and Contact for that transport and a peer at this address, or undefined when it is not open. */
  advertised(transport: TransportName, peer?: string): Advertised | undefined
  close(): Promise<void>
}
