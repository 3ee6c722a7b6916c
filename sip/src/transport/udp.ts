import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import type { TransportCounts } from './limits.ts'
import type { Destination, OnMessage, SendFailure, Source } from './transport.ts'

/** 65,535 minus the headers of IPv4 and UDP. */
const maxDatagramBytes = 65_507
/** Shorter than any SIP message. NAT keep-alives are this short (CRLF, a null byte, four of them). */
const longestKeepAliveBytes = 4

/** One bound UDP socket. */
export interface UdpEndpoint {
  readonly address: string
  readonly port: number
  /** The receive buffer that the kernel granted; it silently reduces the requested size (net.core.rmem_max). */
  readonly grantedReceiveBufferBytes: number
  send(bytes: Uint8Array, to: Destination, failed: (failure: SendFailure) => void): void
  close(): Promise<void>
}

export interface UdpOptions {
  readonly address: string
  readonly port: number
  readonly receiveBufferBytes: number
  readonly counts: TransportCounts
  readonly onMessage: OnMessage
}

interface Outgoing {
  readonly bytes: Uint8Array
  readonly to: Destination
  readonly failed: (failure: SendFailure) => void
}

const knownSources = 64

/** Datagrams queued until the end of the current event loop turn; beyond this number they are sent earlier. */
const maxOutbox = 64

export async function openUdp(options: UdpOptions): Promise<UdpEndpoint> {
  const { counts, onMessage } = options
  const family = isIPv6(options.address) ? 6 : 4
  const socket = createSocket({
    type: family === 6 ? 'udp6' : 'udp4',
    ipv6Only: family === 6,
    // Destinations are literals. The default lookup sends every datagram through the dns module and another turn of the
    // event loop: 19.7 µs a send against 14.5 µs with this lookup (11.7 µs with a connected socket, which could receive
    // from one peer only). Measured with 200,000 datagrams of 500 bytes on loopback.
    lookup: (hostname, _options, callback) => callback(null, hostname, family),
  })
  await bind(socket, options.address, options.port)
  // Send errors go to the send callbacks, and ICMP errors of unconnected sockets are not reported: few errors come
  // here.
  socket.on('error', () => counts.sendFailures++)
  // 0 leaves the kernel's default.
  if (options.receiveBufferBytes > 0) socket.setRecvBufferSize(options.receiveBufferBytes)
  const bound = socket.address()
  let open = true

  /**
   * Datagrams read in this turn of the event loop, at most 32 (libuv's limit). They are processed together after the
   * last one was read, because system calls in between evict the CPU caches (docs/engineering/decisions/sip-stack.md).
   */
  let arrived: Array<{ readonly bytes: Buffer; readonly from: RemoteInfo }> = []
  const deliverAll = (): void => {
    const batch = arrived
    arrived = []
    for (const { bytes, from } of batch) onMessage(bytes, sourceOf(from))
  }
  /** The last source with each of these remainders of its port. Carriers are few, and a trace keeps their sources. */
  const sources: (Source | undefined)[] = new Array(knownSources)
  const sourceOf = ({ address, port }: RemoteInfo): Source => {
    const known = sources[port % knownSources]
    if (known?.port === port && known.address === address) return known
    const source: Source = {
      transport: 'udp',
      address,
      port,
      localAddress: bound.address,
      localPort: bound.port,
    }
    sources[port % knownSources] = source
    return source
  }
  socket.on('message', (bytes, from) => {
    if (isKeepAlive(bytes)) {
      counts.keepAlivesIn++
      return
    }
    counts.messagesIn++
    if (arrived.push({ bytes, from }) === 1) setImmediate(deliverAll)
  })

  const failing = (
    failed: (failure: SendFailure) => void,
    kind: SendFailure['kind'],
    message: string,
  ): void => {
    counts.sendFailures++
    failed({ kind, message })
  }
  /** Sent together after the code that queued them has returned. */
  let outbox: Outgoing[] = []
  const sendAll = (): void => {
    const batch = outbox
    outbox = []
    for (const { bytes, to, failed } of batch) {
      if (!open) {
        failing(failed, 'closed', 'the UDP socket is closed')
        continue
      }
      counts.messagesOut++
      // Without offset and length: with them, Node creates another view of the bytes.
      socket.send(bytes, to.port, to.address, (error) => {
        if (error !== null) failing(failed, 'unreachable', error.message)
      })
    }
  }

  return {
    address: bound.address,
    port: bound.port,
    grantedReceiveBufferBytes: grantedBytes(socket),
    send(bytes, to, failed) {
      if (!open) failing(failed, 'closed', 'the UDP socket is closed')
      else if (bytes.length > maxDatagramBytes) failing(failed, 'too-large', `${bytes.length} bytes to send`)
      else if (outbox.push({ bytes, to, failed }) === 1) queueMicrotask(sendAll)
      else if (outbox.length >= maxOutbox) sendAll()
    },
    close() {
      if (!open) return Promise.resolve()
      sendAll() // sends what is still queued before the socket closes
      open = false
      return new Promise((resolve) => socket.close(() => resolve()))
    },
  }
}

/** Empty, or only line breaks and null bytes. */
function isKeepAlive(bytes: Buffer): boolean {
  return (
    bytes.length <= longestKeepAliveBytes &&
    bytes.every((byte) => byte === 0 || byte === 0x0d || byte === 0x0a)
  )
}

/** socket(7): Linux doubles the value for its own book-keeping and returns the doubled one. */
function grantedBytes(socket: Socket): number {
  const reported = socket.getRecvBufferSize()
  return process.platform === 'linux' ? reported / 2 : reported
}

function bind(socket: Socket, address: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.bind({ address, port, exclusive: true }, () => {
      socket.off('error', reject)
      resolve()
    })
  })
}
