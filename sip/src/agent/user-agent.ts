import { type Credentials, DigestClient } from '../auth/digest-client.ts'
import { type Clock, systemClock } from '../clock.ts'
import { dialogKeyOf } from '../dialog/dialog.ts'
import { timerOfServer } from '../dialog/session-timer.ts'
import { Headers } from '../message/headers.ts'
import { SipRequest, type SipResponse } from '../message/message.ts'
import { tagOf } from '../message/name-address.ts'
import { respond } from '../message/respond.ts'
import { parseUri } from '../message/uri.ts'
import { type Random, systemRandom } from '../random.ts'
import { cachedResolver } from '../resolve/cached-resolver.ts'
import type { Resolver } from '../resolve/resolver.ts'
import { SilentServers } from '../resolve/silent-servers.ts'
import { systemResolver } from '../resolve/system-resolver.ts'
import { maxForwards } from '../transaction/hop-by-hop.ts'
import { TransactionLayer } from '../transaction/layer.ts'
import type { ServerTransaction } from '../transaction/server-transaction.ts'
import type { TransactionTimes } from '../transaction/settings.ts'
import { TimerWheel } from '../transaction/timer-wheel.ts'
import type { Trace } from '../transaction/trace.ts'
import type { Advertised, Destination, Source, Transport, TransportName } from '../transport/transport.ts'
import { type Body, bodyHeaders } from './body.ts'
import type { CallOptions, OutgoingCallHandlers } from './call-options.ts'
import { type AgentCore, capabilityHeaders, newTag } from './core.ts'
import { DialogTable } from './dialog-table.ts'
import { Exchange, type RequestFailure } from './exchange.ts'
import { hangUpLate } from './hang-up-late.ts'
import { IncomingCall } from './incoming-call.ts'
import { refusal } from './inspect-request.ts'
import { bracketed, looseProxy } from './invite-request.ts'
import { OutgoingCall } from './outgoing-call.ts'
import { PublicAddresses } from './public-addresses.ts'
import { Registration, type RegistrationOptions } from './registration.ts'
import { locateUri } from './servers.ts'

export interface UserAgentOptions {
  /** The open sockets: `openTransports(...)`. */
  readonly transport: Transport
  /** The DNS resolver; the machine's own, with a cache, when left out. */
  readonly resolver?: Resolver
  readonly clock?: Clock
  readonly random?: Random
  /** The value of the User-Agent and Server headers. */
  readonly name?: string
  /** Timer values that replace those of RFC 3261; for tests. */
  readonly times?: Partial<TransactionTimes>
  /**
   * Via and Contact then contain the address that a server's responses to REGISTER and OPTIONS say our requests came
   * from. For agents behind NAT whose public address is unknown.
   */
  readonly learnsAddress?: boolean
  readonly maxTransactions?: number
  readonly maxDialogs?: number
  /** Called for every message sent and received. */
  readonly trace?: Trace
  /** Whether messages from a source are processed; other sources get no answer at all. All sources when left out. */
  admits?(source: Source): boolean
  /** A source that is not admitted has answered our request, which was sent to `asked`. The answer is not used. */
  onForeignAnswer?(source: Source, asked: Destination): void
  /** An incoming call. Without this handler it is refused with 480. */
  onCall?(call: IncomingCall): void
  /** Other methods that the application answers itself with `transaction.respond`, such as REGISTER or MESSAGE. */
  readonly otherMethods?: readonly string[]
  onRequest?(transaction: ServerTransaction): void
}

/** A request outside any call. */
export interface RequestOptions {
  /** The Request-URI. */
  readonly to: string
  /** The URI of the To header, when it differs from the Request-URI. */
  readonly toHeader?: string
  readonly from: string
  readonly proxy?: string
  readonly credentials?: Credentials
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: Body
  /** The request is sent to this server only. */
  readonly server?: Destination
  /** The request ends as a timeout after this time; 64*T1 for each server when left out. */
  readonly patienceMs?: number
}

/** Within this time, a firewall that drops TCP delays only the first large call, by one second. */
const withoutTcpMs = 600_000

const transportNames: readonly TransportName[] = ['udp', 'tcp', 'tls']

/** A SIP user agent: places and accepts calls, registers, sends and answers requests. */
export class UserAgent {
  readonly #core: AgentCore
  readonly #options: UserAgentOptions
  readonly #wheel: TimerWheel

  constructor(options: UserAgentOptions) {
    this.#options = options
    const clock = options.clock ?? systemClock
    this.#wheel = new TimerWheel(clock)
    const random = options.random ?? systemRandom
    const { transport, times, trace, maxTransactions } = options
    const addresses = new PublicAddresses(transport, options.learnsAddress ?? false)
    const layer = new TransactionLayer(
      {
        transport,
        clock: this.#wheel,
        random,
        trace,
        advertised: (to) => addresses.towards(to),
        ...(times === undefined ? {} : { times }),
        ...(maxTransactions === undefined ? {} : { limit: maxTransactions }),
      },
      {
        onRequest: (transaction) => this.#onRequest(transaction),
        onAck: (ack) => this.#onAck(ack),
        onStrayResponse: (response, source) => this.#onStrayResponse(response, source),
        admits: (source) => options.admits?.(source) ?? true,
        onForeignAnswer: (source, asked) => options.onForeignAnswer?.(source, asked),
      },
    )
    this.#core = {
      layer,
      transport,
      addresses,
      transports: transportNames.filter((name) => transport.advertised(name) !== undefined),
      resolver: options.resolver ?? cachedResolver(systemResolver(), clock),
      silent: new SilentServers(clock),
      withoutTcp: new SilentServers(clock, withoutTcpMs),
      clock: this.#wheel,
      random,
      dialogs: new DialogTable(options.maxDialogs),
      locating: new Set(),
      name: options.name ?? 'ringkey-sip',
    }
  }

  /** Its timers, which are lighter than those of the machine. Those that run when the agent is closed never fire. */
  get clock(): Clock {
    return this.#wheel
  }

  /** Counters of events and dropped messages, and the number of live objects. */
  get counters() {
    const { layer, dialogs } = this.#core
    return {
      ...layer.counters,
      transactions: layer.count,
      dialogs: dialogs.count,
      refusedDialogs: dialogs.refused,
      timers: this.#wheel.count,
    }
  }

  /**
   * Ends every call, fails every request at once and closes the sockets. Peers are not notified: where that matters,
   * hang up and await `ended` first.
   */
  async close(): Promise<void> {
    const { layer, dialogs, locating, transport } = this.#core
    layer.close()
    for (const request of locating) request.close()
    dialogs.close()
    this.#wheel.stop()
    await transport.close()
  }

  /** Places a call. Its handlers may be an object of their own, such as one that the caller keeps for each call anyway. */
  call(options: CallOptions, handlers: OutgoingCallHandlers = options): OutgoingCall {
    return new OutgoingCall(this.#core, options, handlers)
  }

  /** Registers, and keeps the registration until `stop()`. */
  register(options: RegistrationOptions): Registration {
    return new Registration(this.#core, options)
  }

  /** Sends OPTIONS, which shows the peer's capabilities and that it is reachable. */
  options(options: RequestOptions): Promise<SipResponse | RequestFailure> {
    return this.request('OPTIONS', options)
  }

  /** The servers that requests to this URI go to, best first, at most `limit` (RFC 3263). Rejects when DNS fails. */
  async servers(uri: string, limit: number): Promise<Destination[]> {
    const found: Destination[] = []
    for await (const server of locateUri(this.#core, uri)) {
      if (found.push(server) >= limit) break
    }
    return found
  }

  /** Our address as this server sees it, when it was learned and differs from that of our socket. */
  publicAddress(server: Pick<Destination, 'transport' | 'address'>): Advertised | undefined {
    return this.#core.addresses.learned(server)
  }

  /** Sends a request outside any call and resolves with its final response. Never rejects. */
  request(method: string, options: RequestOptions): Promise<SipResponse | RequestFailure> {
    const core = this.#core
    const { to, from, proxy, credentials, body } = options
    const callId = core.random.hex(16)
    const tag = newTag(core)
    let last = 1
    return new Promise((resolve) => {
      const exchange = new Exchange(
        core,
        {
          nextHop: proxy ?? to,
          destination: options.server,
          onlyThere: options.server !== undefined,
          cseq: last,
          nextCSeq: () => ++last,
          digest: credentials && new DigestClient(credentials, core.random),
          build: (cseq, authorization) => {
            const headers = Headers.of(
              ['Max-Forwards', maxForwards],
              ['From', `${bracketed(from)};tag=${tag}`],
              ['To', `<${options.toHeader ?? to}>`],
              ['Call-ID', callId],
              ['CSeq', `${cseq} ${method}`],
              ...(proxy === undefined ? [] : [['Route', `<${looseProxy(proxy)}>`] as const]),
              ...authorization,
              ...capabilityHeaders(core, 'User-Agent'),
              ...(method === 'OPTIONS' ? [['Accept', 'application/sdp'] as const] : []),
              ...(options.headers ?? []),
              ...bodyHeaders(body),
            )
            return new SipRequest(method, to, headers, body?.content)
          },
        },
        {
          onProvisional() {},
          onFinal(response, { destination }) {
            patience?.clear()
            core.addresses.learn(response, destination)
            resolve(response)
          },
          onFailure(failure) {
            patience?.clear()
            resolve(failure)
          },
        },
      )
      const patience =
        options.patienceMs === undefined
          ? undefined
          : core.clock.after(options.patienceMs, () => exchange.giveUp())
      exchange.start()
    })
  }

  #onRequest(transaction: ServerTransaction): void {
    const { request } = transaction
    const key = dialogKeyOf(request)
    const owner = key === undefined ? undefined : this.#core.dialogs.get(key)
    if (owner !== undefined) {
      owner.receive(transaction)
      return
    }
    const { otherMethods = [] } = this.#options
    const refused = refusal(request, otherMethods)
    // RFC 3261 12.2.2: an unknown local tag belongs to a dialog that has ended.
    if (refused !== undefined) this.#reply(transaction, refused.status, refused.headers)
    else if (otherMethods.includes(request.method)) this.#options.onRequest?.(transaction)
    else if (request.method === 'OPTIONS') this.#answerOptions(transaction)
    else if (request.method !== 'INVITE' || tagOf(request.to) !== undefined) this.#reply(transaction, 481)
    else this.#takeCall(transaction)
  }

  /** RFC 3261 9.1: an answer long after our CANCEL, whose transaction is over. Its caller would wait for us for ever. */
  #onStrayResponse(response: SipResponse, source: Source): void {
    if (response.status < 200 || response.status >= 300 || response.cseq.method !== 'INVITE') return
    hangUpLate(this.#core, response, source)
  }

  #takeCall(transaction: ServerTransaction): void {
    if (this.#core.dialogs.isFull) {
      this.#core.dialogs.refused++
      this.#reply(transaction, 503)
      return
    }
    const timer = timerOfServer(transaction.request)
    if (timer.kind === 'too small') {
      this.#reply(transaction, 422, Headers.of(['Min-SE', String(timer.minS)]))
      return
    }
    const uri = parseUri(transaction.request.uri)
    const user = uri?.scheme === 'sip' || uri?.scheme === 'sips' ? uri.user : undefined
    const call = new IncomingCall(this.#core, transaction, user)
    if (this.#options.onCall === undefined) call.reject(480)
    else this.#options.onCall(call)
  }

  // RFC 3261 11.2: the same status as for an INVITE, with all our capabilities.
  #answerOptions(transaction: ServerTransaction): void {
    const headers = capabilityHeaders(this.#core, 'Server').append('Accept', 'application/sdp')
    this.#reply(transaction, this.#core.dialogs.isFull ? 503 : 200, headers)
  }

  #reply(transaction: ServerTransaction, status: number, headers = new Headers()): void {
    transaction.respond(respond(transaction.request, status, newTag(this.#core), { headers }))
  }

  #onAck(ack: SipRequest): void {
    const key = dialogKeyOf(ack)
    if (key !== undefined) this.#core.dialogs.get(key)?.receiveAck(ack)
  }
}
