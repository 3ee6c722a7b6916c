import { isIP, isIPv6 } from 'node:net'
import type { Clock, Timer } from '../clock.ts'
import { canonicalAddress } from './canonical-address.ts'
import { defaultLimits, newCounts, type TransportCounts, type TransportLimits } from './limits.ts'
import { isWildcard, StreamTransport } from './stream-transport.ts'
import { loadCredentials, sameCredentials, type TlsCredentials, type TlsFiles } from './tls-credentials.ts'
import type {
  Advertised,
  Destination,
  OnMessage,
  SendFailure,
  Transport,
  TransportName,
} from './transport.ts'
import { openUdp, type UdpEndpoint } from './udp.ts'

/** Renewed certificates are noticed within a minute. */
const tlsReloadIntervalMs = 60_000

export interface ListenOn {
  readonly transport: TransportName
  readonly address: string
  /** The port; 0 uses any free port. */
  readonly port: number
  /** The address that peers are given, behind NAT. Needed when `address` is a wildcard. */
  readonly advertisedHost?: string
  readonly advertisedPort?: number
}

export interface OpenTransportsOptions {
  readonly clock: Clock
  /** For each transport at most one IPv4 and one IPv6 address. */
  readonly listen: readonly ListenOn[]
  readonly tls?: TlsFiles
  readonly limits?: Partial<TransportLimits>
  /**
   * A PEM file with the certificate authorities for a server of this name, instead of those of `tls` and the system. It
   * is read for each new connection.
   */
  readonly caFileFor?: (tlsName: string) => string | undefined
  /** Whether TCP and TLS connections from this address are accepted; others are closed at once. All when left out. */
  readonly knows?: (address: string) => boolean
  /** Called with an error that the layer above threw while it processed a message. */
  readonly onFault?: (fault: unknown) => void
}

/** The open sockets. */
export interface Transports extends Transport {
  readonly counts: Readonly<TransportCounts>
  /** The UDP receive buffer as requested and as granted; undefined without UDP. */
  readonly receiveBuffer: { readonly askedBytes: number; readonly grantedBytes: number } | undefined
  /** Open TCP and TLS connections. */
  readonly connections: number
  /** Reads the TLS files again now; false when they are unusable and the old ones are kept. */
  reloadTls(): Promise<boolean>
}

/** Opens every socket, or none: rejects with the reason. */
export async function openTransports(options: OpenTransportsOptions): Promise<Transports> {
  const set = new TransportSet(options)
  try {
    await set.open()
  } catch (fault) {
    await set.close()
    throw fault
  }
  return set
}

class TransportSet implements Transports {
  readonly counts = newCounts()
  readonly #options: OpenTransportsOptions
  readonly #limits: TransportLimits
  readonly #advertised: Record<Family, Partial<Record<TransportName, Advertised>>> = { 4: {}, 6: {} }
  readonly #streams: Record<Family, Partial<Record<TransportName, StreamTransport>>> = { 4: {}, 6: {} }
  readonly #udp: Partial<Record<Family, UdpEndpoint>> = {}
  #credentials: TlsCredentials = {}
  #reloadTimer: Timer | undefined
  #onMessage: OnMessage = () => {}
  #lastFlow = 0

  constructor(options: OpenTransportsOptions) {
    this.#options = options
    this.#limits = { ...defaultLimits, ...options.limits }
  }

  get receiveBuffer() {
    const udp = this.#udp[4] ?? this.#udp[6]
    if (udp === undefined) return undefined
    return { askedBytes: this.#limits.receiveBufferBytes, grantedBytes: udp.grantedReceiveBufferBytes }
  }

  get connections(): number {
    let connections = 0
    for (const stream of this.#allStreams()) connections += stream.connections
    return connections
  }

  async open(): Promise<void> {
    for (const where of this.#options.listen) {
      const advertised = this.#advertised[familyOf(where.address)]
      if (advertised[where.transport] !== undefined) throw new Error(`${where.transport} is listed twice`)
      const host = where.advertisedHost ?? where.address
      if (isWildcard(host)) {
        throw new Error(
          `${where.transport} listens on ${where.address}: say which address peers are to be told`,
        )
      }
      const port = await this.#listenOn(where)
      advertised[where.transport] = {
        host: isIPv6(host) ? `[${canonicalAddress(host)}]` : host,
        port: where.advertisedPort ?? port,
      }
    }
  }

  receive(onMessage: OnMessage): void {
    this.#onMessage = onMessage
  }

  advertised(transport: TransportName, peer?: string): Advertised | undefined {
    if (peer !== undefined) return this.#advertised[familyOf(peer)][transport]
    return this.#advertised[4][transport] ?? this.#advertised[6][transport]
  }

  send(bytes: Uint8Array, to: Destination, failed: (failure: SendFailure) => void = ignore): void {
    const later = (failure: SendFailure): void => queueMicrotask(() => failed(failure))
    const family = familyOf(to.address)
    const carrier = to.transport === 'udp' ? this.#udp[family] : this.#streams[family][to.transport]
    const isAddress = isIP(to.address) !== 0 && to.port > 0 && to.port <= 0xffff
    if (carrier !== undefined && isAddress) {
      carrier.send(bytes, to, later)
    } else {
      this.counts.sendFailures++
      if (isAddress) later({ kind: 'no-transport', message: `${to.transport} over IPv${family} is not open` })
      else later({ kind: 'unreachable', message: `${to.address}:${to.port} is not an IP address` })
    }
  }

  retire(to: Destination, unansweredMs: number): void {
    this.#streams[familyOf(to.address)][to.transport]?.retire(to, unansweredMs)
  }

  async reloadTls(): Promise<boolean> {
    const files = this.#options.tls
    const streams = [this.#streams[4].tls, this.#streams[6].tls].filter((stream) => stream !== undefined)
    if (files === undefined || streams.length === 0) return false
    try {
      const fresh = await loadCredentials(files)
      if (!sameCredentials(fresh, this.#credentials)) {
        this.#credentials = fresh
        for (const stream of streams) stream.renew(fresh)
        this.counts.tlsReloads++
      }
      return true
    } catch {
      // Files may be half-written during a renewal: the next check finds them complete.
      this.counts.tlsReloadFailures++
      return false
    }
  }

  async close(): Promise<void> {
    this.#reloadTimer?.clear()
    this.#onMessage = () => {}
    const carriers = [this.#udp[4], this.#udp[6], ...this.#allStreams()]
    await Promise.all(carriers.map((carrier) => carrier?.close()))
  }

  #allStreams(): StreamTransport[] {
    return [...Object.values(this.#streams[4]), ...Object.values(this.#streams[6])]
  }

  async #listenOn({ transport, address, port }: ListenOn): Promise<number> {
    const family = familyOf(address)
    if (transport === 'udp') {
      const udp = await openUdp({
        address,
        port,
        receiveBufferBytes: this.#limits.receiveBufferBytes,
        counts: this.counts,
        onMessage: this.#deliver,
      })
      this.#udp[family] = udp
      return udp.port
    }
    const stream = new StreamTransport({
      transport,
      clock: this.#options.clock,
      limits: this.#limits,
      counts: this.counts,
      nextFlow: () => ++this.#lastFlow,
      onMessage: this.#deliver,
      knows: this.#options.knows ?? (() => true),
      caFileFor: this.#options.caFileFor ?? (() => undefined),
    })
    this.#streams[family][transport] = stream
    if (transport === 'tcp') return (await stream.listen(address, port)).port
    this.#credentials = await loadCredentials(this.#options.tls ?? {})
    if (this.#reloadTimer === undefined) this.#scheduleReload()
    return (await stream.listen(address, port, this.#credentials)).port
  }

  #scheduleReload(): void {
    this.#reloadTimer = this.#options.clock.after(tlsReloadIntervalMs, () => {
      this.#scheduleReload()
      void this.reloadTls()
    })
  }

  /** The only call into the layer above: errors that it throws are caught here. */
  readonly #deliver: OnMessage = (bytes, source) => {
    try {
      this.#onMessage(bytes, source)
    } catch (fault) {
      this.counts.handlerFaults++
      this.#options.onFault?.(fault)
    }
  }
}

type Family = 4 | 6

/** The IP family of a literal; a host name to listen on counts as IPv4. Peers are literals, so a colon means IPv6. */
const familyOf = (address: string): Family => (address.includes(':') ? 6 : 4)

function ignore(): void {}
