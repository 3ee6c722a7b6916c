/** Limits of everything that a peer could make grow, and of everything that waits. */
export interface TransportLimits {
  /** Connections of one transport that peers opened. They are counted apart from those that we dial. */
  readonly maxAccepted: number
  /** Of these, connections from one IPv4 address or one IPv6 /64 network: one peer cannot use up all of them. */
  readonly maxAcceptedPerNetwork: number
  /** Connections of one transport that we dialled. */
  readonly maxDialled: number
  /** Bytes queued in one connection for a slow peer. */
  readonly maxQueuedBytes: number
  readonly connectTimeoutMs: number
  /** A message must be complete within this time after its first byte. */
  readonly partialMessageTimeoutMs: number
  /** A connection without a message in either direction for this long is closed. */
  readonly idleTimeoutMs: number
  /** RFC 5626 4.4.1: between 95 and 120 s for streams. 0 sends no pings. */
  readonly keepAliveIntervalMs: number
  /** RFC 5626 4.4.1: when no pong comes within 10 s, the flow is dead. */
  readonly pongTimeoutMs: number
  /** A connection on which a request got no byte back for this long takes no further requests. */
  readonly answerTimeoutMs: number
  /** Such a connection is closed when it stays silent for this long after that: dialogs may still use it. */
  readonly retiredTimeoutMs: number
  /** With the kernel's default of 208 KiB, datagrams were lost from 750 calls per second upwards. */
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

/** Messages carried and dropped, by reason. These counters only grow. */
export interface TransportCounts {
  messagesIn: number
  messagesOut: number
  /** CRLF and other empty datagrams, pings and pongs. */
  keepAlivesIn: number
  /** The layer above threw an error; the message is lost, the socket stays open. */
  handlerFaults: number
  sendFailures: number
  connectionsAccepted: number
  connectionsDialled: number
  refusedTooMany: number
  refusedTooManyFromNetwork: number
  /** Connections from addresses that are not admitted, closed before a byte was read. */
  refusedStrangers: number
  refusedTlsHandshake: number
  closedBrokenFraming: number
  closedPartialMessage: number
  closedIdle: number
  closedNoPong: number
  /** Connections on which requests got no answer; the next request dials a new one. */
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
