/** Everything a peer could make grow, and everything that waits. */
export interface TransportLimits {
  /** Connections of one transport that peers opened. They never take the places of those that we dial. */
  readonly maxAccepted: number
  /** Of these, from one IPv4 address or one IPv6 network of 64 bits: one peer cannot use up all of them. */
  readonly maxAcceptedPerNetwork: number
  /** Connections of one transport that we dialled. */
  readonly maxDialled: number
  /** Bytes that wait in one connection for a slow peer. */
  readonly maxQueuedBytes: number
  readonly connectTimeoutMs: number
  /** A message that has begun must be whole by then. */
  readonly partialMessageTimeoutMs: number
  /** A connection without a message, either way, for so long is closed. */
  readonly idleTimeoutMs: number
  /** RFC 5626 4.4.1: between 95 and 120 s for streams. 0 sends no pings. */
  readonly keepAliveIntervalMs: number
  /** RFC 5626 4.4.1: a pong that does not come within 10 s means that the flow is dead. */
  readonly pongTimeoutMs: number
  /** A connection on which a request has got no byte back for so long takes no further requests. */
  readonly answerTimeoutMs: number
  /** Such a connection is closed when it stays silent for so long after that: dialogs may still use it. */
  readonly retiredTimeoutMs: number
  /** With the kernel's default of 208 KiB datagrams were lost from 750 calls a second on. */
  readonly receiveBufferBytes: number
}

export const defaultLimits: TransportLimits = {
  maxAccepted: 500,
  maxAcceptedPerNetwork: 100,
  maxDialled: 500,
  maxQueuedBytes: 1024 * 1024,
  connectTimeoutMs: 5000,
  partialMessageTimeoutMs: 10_000,
  idleTimeoutMs: 600_000,
  keepAliveIntervalMs: 100_000,
  pongTimeoutMs: 10_000,
  answerTimeoutMs: 5_000,
  retiredTimeoutMs: 64_000,
  receiveBufferBytes: 4 * 1024 * 1024,
}

/** What was carried and what was dropped, by reason. Only ever grows. */
export interface TransportCounts {
  messagesIn: number
  messagesOut: number
  /** CRLF and other empty datagrams, pings and pongs. */
  keepAlivesIn: number
  /** The layer above threw; the message is lost, the socket lives on. */
  handlerFaults: number
  sendFailures: number
  connectionsAccepted: number
  connectionsDialled: number
  refusedTooMany: number
  refusedTooManyFromNetwork: number
  /** Connections from addresses that are not known, closed before a byte was read. */
  refusedStrangers: number
  refusedTlsHandshake: number
  closedBrokenFraming: number
  closedPartialMessage: number
  closedIdle: number
  closedNoPong: number
  /** Requests on it had no answer; the next request dials anew. */
  retiredUnanswered: number
  closedRetired: number
  closedSlowReader: number
  tlsReloads: number
  tlsReloadFailures: number
}

export function newCounts(): TransportCounts {
  return {
    messagesIn: 0,
    messagesOut: 0,
    keepAlivesIn: 0,
    handlerFaults: 0,
    sendFailures: 0,
    connectionsAccepted: 0,
    connectionsDialled: 0,
    refusedTooMany: 0,
    refusedTooManyFromNetwork: 0,
    refusedStrangers: 0,
    refusedTlsHandshake: 0,
    closedBrokenFraming: 0,
    closedPartialMessage: 0,
    closedIdle: 0,
    closedNoPong: 0,
    retiredUnanswered: 0,
    closedRetired: 0,
    closedSlowReader: 0,
    tlsReloads: 0,
    tlsReloadFailures: 0,
  }
}
