import type { Socket } from 'node:net'
import type { Clock } from '../clock.ts'
import type { TransportCounts, TransportLimits } from './limits.ts'
import { StreamConnection } from './stream-connection.ts'
import { type DialOptions, dial } from './stream-dial.ts'
import { listen, type StreamListener } from './stream-listener.ts'
import { StreamPool } from './stream-pool.ts'
import { type TlsCredentials, withAuthorities } from './tls-credentials.ts'
import type { Destination, FlowId, OnMessage, SendFailure } from './transport.ts'

export interface StreamOptions {
  readonly transport: 'tcp' | 'tls'
  readonly clock: Clock
  readonly limits: TransportLimits
  readonly counts: TransportCounts
  readonly nextFlow: () => FlowId
  readonly onMessage: OnMessage
  /** Whether connections from this address are accepted at all. */
  readonly knows: (address: string) => boolean
  /** The file with the certificate authorities for a server of this name, if it has its own. */
  readonly caFileFor: (tlsName: string) => string | undefined
}

interface Dialling {
  readonly waiting: Array<{ readonly bytes: Uint8Array; readonly failed: (failure: SendFailure) => void }>
  waitingBytes: number
}

/** TCP or TLS: one listener, and connections that are reused while they are open. */
export class StreamTransport {
  readonly #options: StreamOptions
  readonly #pool: StreamPool
  readonly #dialling = new Map<string, Dialling>()
  #listener: StreamListener | undefined
  #credentials: TlsCredentials | undefined
  #localAddress: string | undefined
  #open = true

  constructor(options: StreamOptions) {
    this.#options = options
    this.#pool = new StreamPool(options.clock)
  }

  async listen(address: string, port: number, credentials?: TlsCredentials): Promise<StreamListener> {
    const { limits, counts } = this.#options
    this.#credentials = credentials
    this.#localAddress = isWildcard(address) ? undefined : address
    this.#listener = await listen({
      address,
      port,
      limits,
      counts,
      ...(credentials === undefined ? {} : { credentials }),
      knows: this.#options.knows,
      accepted: (network) => ({
        all: this.#pool.accepted,
        fromNetwork: this.#pool.acceptedFrom(network),
      }),
      onConnection: (socket) => this.#adopt(socket, undefined),
    })
    return this.#listener
  }

  /** Connections that are open or being opened. */
  get connections(): number {
    return this.#pool.size + this.#dialling.size
  }

  renew(credentials: TlsCredentials): void {
    this.#credentials = credentials
    this.#listener?.renew(credentials)
  }

  send(bytes: Uint8Array, to: Destination, failed: (failure: SendFailure) => void): void {
    const fail = (failure: SendFailure): void => {
      this.#options.counts.sendFailures++
      failed(failure)
    }
    if (!this.#open) {
      fail({ kind: 'closed', message: `the ${this.#options.transport} transport is closed` })
      return
    }
    const known = this.#pool.byFlow(to.flow) ?? this.#pool.byPeer(to.address, to.port, this.#provenName(to))
    if (known !== undefined) known.send(bytes, fail)
    else this.#dialAndSend(bytes, to, fail)
  }

  /**
   * A request got no answer for this long. The next request does not use the same connection, unless that connection is
   * newer than the request: the request may have opened its own, so half of the time is enough.
   */
  retire(to: Destination, unansweredMs: number): void {
    const used = this.#pool.byPeer(to.address, to.port, this.#provenName(to))
    if (used !== undefined && used.openForMs >= unansweredMs / 2) used.retire()
  }

  async close(): Promise<void> {
    this.#open = false
    this.#pool.closeAll()
    await this.#listener?.close()
  }

  /** TLS connections are stored under the name that they proved; TCP connections prove none. */
  #provenName(to: Destination): string | undefined {
    return this.#options.transport === 'tls' ? (to.tlsName ?? to.address) : undefined
  }

  #dialAndSend(bytes: Uint8Array, to: Destination, failed: (failure: SendFailure) => void): void {
    const { clock, limits, counts } = this.#options
    const key = `${to.address}|${to.port}|${this.#provenName(to) ?? ''}`
    const underWay = this.#dialling.get(key)
    if (underWay !== undefined) {
      if (underWay.waitingBytes + bytes.length > limits.maxQueuedBytes) {
        failed({ kind: 'overloaded', message: 'too many bytes are queued for the connection' })
      } else {
        underWay.waiting.push({ bytes, failed })
        underWay.waitingBytes += bytes.length
      }
      return
    }
    if (this.#pool.dialled + this.#dialling.size >= limits.maxDialled) {
      counts.refusedTooMany++
      failed({ kind: 'overloaded', message: `${limits.maxDialled} dialled connections are already open` })
      return
    }
    const credentials = this.#credentialsFor(to)
    if (credentials instanceof Error) {
      failed({ kind: 'tls', message: credentials.message })
      return
    }
    const dialling: Dialling = { waiting: [{ bytes, failed }], waitingBytes: bytes.length }
    this.#dialling.set(key, dialling)
    const how: DialOptions = {
      clock,
      timeoutMs: to.connectWithinMs ?? limits.connectTimeoutMs,
      ...(this.#localAddress === undefined ? {} : { localAddress: this.#localAddress }),
      ...(credentials === undefined ? {} : { credentials }),
    }
    dial(to, how, (result) => {
      this.#dialling.delete(key)
      if ('kind' in result) {
        for (const one of dialling.waiting) one.failed(result)
        return
      }
      counts.connectionsDialled++
      const connection = this.#adopt(result, this.#provenName(to), true)
      for (const one of dialling.waiting) connection.send(one.bytes, one.failed)
    })
  }

  /** Undefined for TCP; an error when the certificate authorities of this server cannot be read. */
  #credentialsFor(to: Destination): TlsCredentials | Error | undefined {
    const name = this.#provenName(to)
    if (name === undefined) return undefined
    const caFile = this.#options.caFileFor(name)
    return caFile === undefined ? (this.#credentials ?? {}) : withAuthorities(this.#credentials ?? {}, caFile)
  }

  #adopt(socket: Socket, tlsName: string | undefined, dialled = false): StreamConnection {
    const { transport, clock, limits, counts, onMessage, nextFlow } = this.#options
    const connection = new StreamConnection(socket, {
      flow: nextFlow(),
      transport,
      limits,
      counts,
      nowMs: () => clock.nowMs(),
      onMessage,
      onClosed: (closed) => this.#pool.remove(closed),
      onRetired: (retired) => this.#pool.retire(retired),
      dialled,
      ...(tlsName === undefined ? {} : { tlsName }),
    })
    if (this.#open) this.#pool.add(connection)
    else connection.close()
    return connection
  }
}

export function isWildcard(address: string): boolean {
  return address === '0.0.0.0' || address === '::'
}
