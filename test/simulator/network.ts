import { EventEmitter } from 'node:events'
import {
  IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type RequestOptions,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Actor, Handle, Schedule } from './schedule.ts'

type Listener = (request: IncomingMessage, response: SimulatedResponse) => void

interface Listening {
  readonly actor: Actor
  readonly listener: Listener
}

/** HTTP below which there is no socket: messages between actors, each of which takes its time or breaks. */
export class Network {
  /** The share of connections that break before the answer has come. */
  breaks = 0
  readonly #schedule: Schedule
  readonly #listening = new Map<string, Listening>()
  readonly #exchanges = new Set<SimulatedRequest>()
  #lastPort = 20_000

  constructor(schedule: Schedule) {
    this.#schedule = schedule
  }

  listen(listener: RequestListener | Listener, port = ++this.#lastPort): number {
    this.#listening.set(String(port), { actor: this.#schedule.actor, listener: listener as Listener })
    return port
  }

  /** The process has ended: its connections break, and nobody listens. */
  end(actor: Actor): void {
    for (const [port, listening] of this.#listening)
      if (listening.actor === actor) this.#listening.delete(port)
    for (const exchange of this.#exchanges) exchange.ended(actor)
  }

  request(options: RequestOptions, onResponse?: (response: IncomingMessage) => void): SimulatedRequest {
    const listening = this.#listening.get(String(options.port))
    const request = new SimulatedRequest(this.#schedule, options, listening, this.breaks)
    if (onResponse !== undefined) request.once('response', onResponse)
    this.#exchanges.add(request)
    request.once('close', () => this.#exchanges.delete(request))
    return request
  }

  createServer(listener: Listener): SimulatedServer {
    return new SimulatedServer(this, listener)
  }
}

class SimulatedServer extends EventEmitter {
  readonly #network: Network
  readonly #listener: Listener
  #port = 0

  constructor(network: Network, listener: Listener) {
    super()
    this.#network = network
    this.#listener = listener
  }

  listen(_port: number, _host: string, done: () => void): void {
    this.#port = this.#network.listen(this.#listener)
    queueMicrotask(done)
  }

  address(): { readonly port: number } {
    return { port: this.#port }
  }

  close(): void {}

  closeAllConnections(): void {}
}

const broken = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
const refused = () => Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' })

/** One exchange, as its client sees it. */
export class SimulatedRequest extends EventEmitter {
  readonly #schedule: Schedule
  readonly #options: RequestOptions
  readonly #server: Listening | undefined
  readonly #client: Actor
  readonly #breaks: boolean
  #response: SimulatedResponse | undefined
  #patience: Handle | undefined
  #isOver = false

  constructor(schedule: Schedule, options: RequestOptions, server: Listening | undefined, breaks: number) {
    super()
    this.#schedule = schedule
    this.#options = options
    this.#server = server
    this.#client = schedule.actor
    this.#breaks = schedule.dice.chance(breaks)
  }

  end(body?: string | Buffer): void {
    const { timeout } = this.#options
    const socket = new EventEmitter()
    if (timeout !== undefined)
      this.#patience = this.#schedule.after(timeout, () => this.emit('timeout'), this.#client)
    this.#atClient(0, () => this.emit('socket', socket))
    this.#atClient(this.#schedule.wayMs(), () => {
      if (this.#server === undefined || this.#server.actor.isDead) return void this.#fail(refused())
      socket.emit('connect')
      this.#schedule.after(this.#schedule.wayMs(), () => this.#arrive(body), this.#server.actor)
    })
  }

  /** The client has had enough. */
  destroy(): void {
    if (this.#isOver) return
    const response = this.#response
    if (response !== undefined)
      this.#schedule.after(this.#schedule.wayMs(), () => response.gone(), this.#server!.actor)
    this.#fail(broken())
  }

  /** A process has ended, perhaps that at the other end. */
  ended(actor: Actor): void {
    if (this.#server?.actor === actor) this.#atClient(this.#schedule.wayMs(), () => this.#fail(broken()))
    if (this.#client !== actor || this.#isOver) return
    this.#isOver = true
    const response = this.#response
    if (response !== undefined)
      this.#schedule.after(this.#schedule.wayMs(), () => response.gone(), this.#server!.actor)
    this.emit('close')
  }

  #arrive(body: string | Buffer | undefined): void {
    const { method = 'GET', path, headers } = this.#options
    const socket = { remoteAddress: '127.0.0.1', on() {}, removeListener() {}, destroy() {} }
    const request = new IncomingMessage(socket as unknown as Socket)
    request.method = method
    request.url = path ?? '/'
    request.headers = lowered(headers as OutgoingHttpHeaders)
    const bytes = body === undefined ? undefined : Buffer.from(body)
    if (bytes !== undefined) request.headers['content-length'] = String(bytes.length)
    this.#response = new SimulatedResponse((status, answered, answer) => {
      if (this.#breaks) this.#atClient(this.#schedule.wayMs(), () => this.#fail(broken()))
      else this.#atClient(this.#schedule.wayMs(), () => this.#answer(status, answered, answer))
    })
    this.#server!.listener(request, this.#response)
    request.complete = true
    if (bytes !== undefined) request.push(bytes)
    request.push(null)
  }

  #answer(status: number | undefined, headers: OutgoingHttpHeaders, body: Buffer): void {
    if (this.#isOver) return
    if (status === undefined) return void this.#fail(broken())
    this.#isOver = true
    this.#patience?.cancel()
    const response = new IncomingMessage(undefined as unknown as Socket)
    response.statusCode = status
    response.headers = headers as IncomingMessage['headers']
    response.complete = true
    if (body.length > 0) response.push(body)
    response.push(null)
    this.emit('response', response)
    response.once('end', () => this.emit('close'))
  }

  #fail(error: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#patience?.cancel()
    this.emit('error', error)
    this.emit('close')
  }

  #atClient(delayMs: number, run: () => void): void {
    this.#schedule.after(delayMs, run, this.#client)
  }
}

type Send = (status: number | undefined, headers: OutgoingHttpHeaders, body: Buffer) => void

/** The other end, as a server sees it. */
export class SimulatedResponse extends EventEmitter {
  closed = false
  headersSent = false
  writableEnded = false
  readonly #send: Send
  readonly #headers: OutgoingHttpHeaders = {}
  statusCode = 200

  constructor(send: Send) {
    super()
    this.#send = send
  }

  setHeader(name: string, value: string): this {
    this.#headers[name.toLowerCase()] = value
    return this
  }

  writeHead(status: number, headers: readonly string[] | OutgoingHttpHeaders = {}): this {
    this.statusCode = status
    this.headersSent = true
    const pairs = Array.isArray(headers) ? pairsOf(headers as string[]) : Object.entries(headers)
    for (const [name, value] of pairs) this.#headers[name.toLowerCase()] = value as string
    return this
  }

  end(body: string | Buffer = '', encoding: BufferEncoding = 'utf8'): this {
    if (this.closed) return this
    this.writableEnded = true
    this.#send(this.statusCode, this.#headers, typeof body === 'string' ? Buffer.from(body, encoding) : body)
    this.gone()
    return this
  }

  destroy(): void {
    if (!this.closed) this.#send(undefined, {}, Buffer.alloc(0))
    this.gone()
  }

  gone(): void {
    if (this.closed) return
    this.closed = true
    this.emit('close')
  }
}

const pairsOf = (flat: readonly string[]): [string, string][] =>
  Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index]!, flat[2 * index + 1]!])

const lowered = (headers: OutgoingHttpHeaders = {}) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  ) as IncomingMessage['headers']
