import { isIP, isIPv6 } from 'node:net'
import type { Clock, Timer } from '../clock.ts'
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
  /** 0 takes a free one. */
  readonly port: number
  /** What peers are told instead, behind NAT. Needed when `address` is a wildcard. */
  readonly advertisedHost?: string
  readonly advertisedPort?: number
}

export interface OpenTransportsOptions {
  readonly clock: Clock
  /** At most one address for each transport. */
  readonly listen: readonly ListenOn[]
  readonly tls?: TlsFiles
  readonly limits?: Partial<TransportLimits>
  /**
   * A file (PEM) with the authorities that a server of this name must be proved by, instead of those of `tls` and the
   * system. It is read for each connection that is dialled.
   */
  readonly caFileFor?: (tlsName: string) => string | undefined
  /** Whether TCP and TLS connections from this address are taken; others are closed at once. All when left out. */
  readonly knows?: (address: string) => boolean
  /** Told of what the layer above threw while it was given a message. */
  readonly onFault?: (fault: unknown) => void
}

/** The open sockets. */
export interface Transports extends Transport {
  readonly counts: Readonly<TransportCounts>
  /** The UDP receive buffer as asked for and as granted; undefined without UDP. */
  readonly receiveBuffer: { readonly askedBytes: number; readonly grantedBytes: number } | undefined
  /** Open TCP and TLS connections. */
  readonly connections: number
  /** Reads the TLS files again now; false when they cannot be used and the old ones stay. */
  reloadTls(): Promise<boolean>
}

/** Opens every socket, or none: rejects with what was wrong. */
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
  readonly #advertised = new Map<TransportName, Advertised>()
  readonly #streams = new Map<TransportName, StreamTransport>()
  #udp: UdpEndpoint | undefined
  #credentials: TlsCredentials = {}
  #reloadTimer: Timer | undefined
  #onMessage: OnMessage = () => {}
  #lastFlow = 0

  constructor(options: OpenTransportsOptions) {
    this.#options = options
    this.#limits = { ...defaultLimits, ...options.limits }
  }

  get receiveBuffer() {
    if (this.#udp === undefined) return undefined
    return {
      askedBytes: this.#limits.receiveBufferBytes,
      grantedBytes: this.#udp.grantedReceiveBufferBytes,
    }
  }

  get connections(): number {
    let connections = 0
    for (const stream of this.#streams.values()) connections += stream.connections
    return connections
  }

  async open(): Promise<void> {
    for (const where of this.#options.listen) {
      if (this.#advertised.has(where.transport)) throw new Error(`${where.transport} is listed twice`)
      const host = where.advertisedHost ?? where.address
      if (isWildcard(host)) {
        throw new Error(
          `${where.transport} listens on ${where.address}: say which address peers are to be told`,
        )
      }
      const port = await this.#listenOn(where)
      this.#advertised.set(where.transport, {
        host: isIPv6(host) ? `[${host}]` : host,
        port: where.advertisedPort ?? port,
      })
    }
  }

  receive(onMessage: OnMessage): void {
    this.#onMessage = onMessage
  }

  advertised(transport: TransportName): Advertised | undefined {
    return this.#advertised.get(transport)
  }

  send(bytes: Uint8Array, to: Destination, failed: (failure: SendFailure) => void = ignore): void {
    const later = (failure: SendFailure): void => queueMicrotask(() => failed(failure))
    const carrier = to.transport === 'udp' ? this.#udp : this.#streams.get(to.transport)
    const isAddress = isIP(to.address) !== 0 && to.port > 0 && to.port <= 0xffff
    if (carrier !== undefined && isAddress) {
      carrier.send(bytes, to, later)
    } else {
      this.counts.sendFailures++
      if (isAddress) later({ kind: 'no-transport', message: `${to.transport} is not open` })
      else later({ kind: 'unreachable', message: `${to.address}:${to.port} is no address` })
    }
  }

  retire(to: Destination, unansweredMs: number): void {
    if (to.transport !== 'udp') this.#streams.get(to.transport)?.retire(to, unansweredMs)
  }

  async reloadTls(): Promise<boolean> {
    const files = this.#options.tls
    const stream = this.#streams.get('tls')
    if (files === undefined || stream === undefined) return false
    try {
      const fresh = await loadCredentials(files)
      if (!sameCredentials(fresh, this.#credentials)) {
        this.#credentials = fresh
        stream.renew(fresh)
        this.counts.tlsReloads++
      }
      return true
    } catch {
      // Half-written files during a renewal: the next look finds them whole.
      this.counts.tlsReloadFailures++
      return false
    }
  }

  async close(): Promise<void> {
    this.#reloadTimer?.clear()
    this.#onMessage = () => {}
    await Promise.all([this.#udp?.close(), ...[...this.#streams.values()].map((stream) => stream.close())])
  }

  async #listenOn({ transport, address, port }: ListenOn): Promise<number> {
    if (transport === 'udp') {
      this.#udp = await openUdp({
        address,
        port,
        receiveBufferBytes: this.#limits.receiveBufferBytes,
        counts: this.counts,
        onMessage: this.#deliver,
      })
      return this.#udp.port
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
    this.#streams.set(transport, stream)
    if (transport === 'tcp') return (await stream.listen(address, port)).port
    this.#credentials = await loadCredentials(this.#options.tls ?? {})
    this.#scheduleReload()
    return (await stream.listen(address, port, this.#credentials)).port
  }

  #scheduleReload(): void {
    this.#reloadTimer = this.#options.clock.after(tlsReloadIntervalMs, () => {
      this.#scheduleReload()
      void this.reloadTls()
    })
  }

  /** The one door to the layer above: what it throws goes no further. */
  readonly #deliver: OnMessage = (bytes, source) => {
    try {
      this.#onMessage(bytes, source)
    } catch (fault) {
      this.counts.handlerFaults++
      this.#options.onFault?.(fault)
    }
  }
}

function ignore(): void {}
