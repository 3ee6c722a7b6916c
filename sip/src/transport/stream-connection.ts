import type { Socket } from 'node:net'
import { nextFrame } from '../message/framing.ts'
import type { TransportCounts, TransportLimits } from './limits.ts'
import type { FlowId, OnMessage, SendFailure, Source } from './transport.ts'

const ping = '\r\n\r\n'
const pong = '\r\n'

export interface ConnectionOptions {
  readonly flow: FlowId
  readonly transport: 'tcp' | 'tls'
  readonly limits: TransportLimits
  readonly counts: TransportCounts
  readonly nowMs: () => number
  readonly onMessage: OnMessage
  readonly onClosed: (connection: StreamConnection) => void
  /** No further request may be sent over this connection. */
  readonly onRetired: (connection: StreamConnection) => void
  /** We dialled it, so we send the keep-alives (RFC 5626 3.5). */
  readonly dialled: boolean
  /** The name that the certificate of a dialled TLS peer proved. */
  readonly tlsName?: string
}

type CloseReason =
  | 'closedBrokenFraming'
  | 'closedPartialMessage'
  | 'closedIdle'
  | 'closedNoPong'
  | 'closedRetired'
  | 'closedSlowReader'

/** One open TCP or TLS connection: splits the stream into messages, sends keep-alives, enforces its limits. */
export class StreamConnection {
  readonly options: ConnectionOptions
  readonly #socket: Socket
  readonly #source: Source
  #unread: Buffer = Buffer.alloc(0)
  #partialSinceMs: number | undefined
  #lastMessageMs: number
  #lastPingMs: number
  #pingSentMs: number | undefined
  #peerPongs = false
  readonly #openedMs: number
  /** When the first request was sent after the peer's last byte. */
  #unansweredSinceMs: number | undefined
  #lastHeardMs: number
  #isRetired = false
  #closed = false

  constructor(socket: Socket, options: ConnectionOptions) {
    this.options = options
    this.#socket = socket
    this.#lastMessageMs = options.nowMs()
    this.#lastPingMs = this.#lastMessageMs
    this.#openedMs = this.#lastMessageMs
    this.#lastHeardMs = this.#lastMessageMs
    this.#source = {
      transport: options.transport,
      address: plainAddress(socket.remoteAddress ?? ''),
      port: socket.remotePort ?? 0,
      localAddress: plainAddress(socket.localAddress ?? ''),
      localPort: socket.localPort ?? 0,
      flow: options.flow,
      ...(options.tlsName === undefined ? {} : { tlsName: options.tlsName }),
    }
    socket.setNoDelay(true)
    // TCP keep-alive lets the kernel notice that the peer of an idle connection is gone. With unacknowledged bytes the
    // kernel sends no keep-alives and gives up after 16 minutes: Node has no TCP_USER_TIMEOUT, so `answerTimeoutMs`
    // replaces it.
    socket.setKeepAlive(keepAlive)
    socket.on('data', (bytes: Buffer) => this.#read(bytes))
    socket.on('error', () => this.close())
    socket.on('close', () => this.close())
    socket.on('end', () => this.close())
  }

  get remoteAddress(): string {
    return this.#source.address
  }

  get remotePort(): number {
    return this.#source.port
  }

  send(bytes: Uint8Array, failed: (failure: SendFailure) => void): void {
    const { limits, counts } = this.options
    if (this.#closed) {
      failed({ kind: 'closed', message: 'the connection is closed' })
      return
    }
    if (this.#socket.writableLength + bytes.length > limits.maxQueuedBytes) {
      this.#end('closedSlowReader')
      failed({
        kind: 'overloaded',
        message: `${limits.maxQueuedBytes} bytes are already queued for the peer`,
      })
      return
    }
    counts.messagesOut++
    this.#lastMessageMs = this.options.nowMs()
    if (wantsAnswer(bytes)) this.#unansweredSinceMs ??= this.#lastMessageMs
    this.#socket.write(bytes, (error) => {
      if (error != null) failed({ kind: 'unreachable', message: error.message })
    })
  }

  get openForMs(): number {
    return this.options.nowMs() - this.#openedMs
  }

  /** New requests use another connection from now on; dialogs and answers continue on this one while it is open. */
  retire(): void {
    if (this.#isRetired) return
    this.#isRetired = true
    this.options.counts.retiredUnanswered++
    this.options.onRetired(this)
  }

  /** Checks every deadline of this connection. Called about once a second. */
  checkDeadlines(): void {
    const { limits, nowMs, dialled } = this.options
    const now = nowMs()
    if (this.#unansweredSinceMs !== undefined && now - this.#unansweredSinceMs >= limits.answerTimeoutMs)
      this.retire()
    if (this.#partialSinceMs !== undefined && now - this.#partialSinceMs >= limits.partialMessageTimeoutMs) {
      this.#end('closedPartialMessage')
    } else if (now - this.#lastMessageMs >= limits.idleTimeoutMs) {
      this.#end('closedIdle')
    } else if (this.#isRetired && now - this.#lastHeardMs >= limits.retiredTimeoutMs) {
      this.#end('closedRetired')
    } else if (this.#pingSentMs !== undefined && now - this.#pingSentMs >= limits.pongTimeoutMs) {
      // A missing pong counts only for a peer that has answered pings before: many never do.
      if (this.#peerPongs) this.#end('closedNoPong')
      else this.#pingSentMs = undefined
    } else if (
      dialled &&
      limits.keepAliveIntervalMs > 0 &&
      now - this.#lastPingMs >= limits.keepAliveIntervalMs
    ) {
      this.#lastPingMs = now
      this.#pingSentMs = now
      this.#socket.write(ping)
    }
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#unread = Buffer.alloc(0)
    this.#socket.destroy()
    this.options.onClosed(this)
  }

  #end(reason: CloseReason): void {
    this.options.counts[reason]++
    this.close()
  }

  #read(bytes: Buffer): void {
    this.#lastHeardMs = this.options.nowMs()
    this.#unansweredSinceMs = undefined
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes])
    // Each iteration removes at least one byte from the front or exits, so the loop ends.
    while (!this.#closed && this.#unread.length > 0) {
      const frame = nextFrame(this.#unread)
      if (frame.kind === 'more') break
      if (frame.kind === 'broken') {
        this.#end('closedBrokenFraming')
      } else if (frame.kind === 'keep-alive') {
        this.#unread = this.#unread.subarray(frame.skip)
        this.#keepAlive(frame.pings)
      } else {
        const message = this.#unread.subarray(0, frame.length)
        this.#unread = this.#unread.subarray(frame.length)
        this.#deliver(message)
      }
    }
    this.#partialSinceMs =
      this.#unread.length === 0 ? undefined : (this.#partialSinceMs ?? this.options.nowMs())
  }

  #deliver(message: Buffer): void {
    this.#lastMessageMs = this.options.nowMs()
    this.#partialSinceMs = undefined
    this.options.counts.messagesIn++
    this.options.onMessage(message, this.#source)
  }

  /** RFC 5626 3.5.1: a double CRLF is a ping and gets a single one; a single CRLF is the pong. */
  #keepAlive(pings: number): void {
    this.options.counts.keepAlivesIn++
    if (pings > 0) {
      // One pong is enough for any number of pings: a flood of pings causes no flood of pongs.
      this.#socket.write(pong)
    } else {
      this.#pingSentMs = undefined
      this.#peerPongs = true
    }
  }
}

/** A lost peer on an idle connection is noticed after 30 s and three probes of 10 s. */
const keepAlive = { enable: true, initialDelay: 30_000, interval: 10_000, count: 3 }

/** Requests except ACK; responses and ACKs get no answer. */
function wantsAnswer(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(4, bytes.byteLength)).toString('latin1')
  return start !== 'SIP/' && start !== 'ACK '
}

/** A dual-stack socket reports IPv4 peers as ::ffff:a.b.c.d. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
}
