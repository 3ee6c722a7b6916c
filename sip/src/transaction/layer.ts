import type { Clock } from '../clock.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import { type Malformed, parseMessage } from '../message/parse.ts'
import { stampSource } from '../message/received.ts'
import { respond } from '../message/respond.ts'
import { serialise } from '../message/serialise.ts'
import { branchCookie } from '../message/via.ts'
import type { Random } from '../random.ts'
import { ReleasingMap } from '../releasing-map.ts'
import type { Advertised, Destination, Source, Transport } from '../transport/transport.ts'
import {
  ClientTransaction,
  type ClientTransactionOwner,
  type ClientUser,
  type Remainder,
} from './client-transaction.ts'
import { newCounters, type TransactionCounters } from './counters.ts'
import { cancelOf } from './hop-by-hop.ts'
import { clientKey, clientKeyOf, mergeKey, serverKey } from './keys.ts'
import { LingerTable } from './linger-table.ts'
import { Outlet, type Surroundings } from './outlet.ts'
import { replyAddress } from './reply-address.ts'
import { ServerTransaction } from './server-transaction.ts'
import { maxTransactions, standardTimes, type TransactionTimes } from './settings.ts'
import type { Trace } from './trace.ts'

/** The user of the layer: the agent. */
export interface LayerUser {
  /** A new request that is neither an ACK nor a CANCEL with a matching INVITE. */
  onRequest(transaction: ServerTransaction): void
  /** An ACK that matches no transaction: the ACK of a 2xx. */
  onAck(ack: SipRequest, source: Source): void
  /** A response without a transaction. A 2xx may be the copy of one that was acknowledged long ago. */
  onStrayResponse(response: SipResponse, source: Source): void
  /** Whether messages from this source are processed; messages from other sources are not answered. */
  admits?(source: Source): boolean
  /** A source that is not admitted has answered our request, which was sent to `asked`. */
  onForeignAnswer?(source: Source, asked: Destination): void
}

export interface LayerDeps {
  readonly transport: Transport
  readonly clock: Clock
  readonly random: Random
  readonly times?: Partial<TransactionTimes>
  readonly trace?: Trace | undefined
  readonly limit?: number
  /** The address in our Via for this destination; that of the transport when left out. */
  readonly advertised?: (to: Destination) => Advertised | undefined
}

const responseStart = Buffer.from('SIP/2.0 ')
/**
 * At most this many messages per second from sources that are not admitted are parsed, which limits the cost of a flood.
 */
const maxForeignPerSecond = 20

/** All transactions of one endpoint: finds the transaction of a message, or creates it. */
export class TransactionLayer {
  readonly counters: TransactionCounters = newCounters()
  readonly #deps: LayerDeps
  readonly #user: LayerUser
  readonly #around: Surroundings
  readonly #limit: number
  readonly #clients = new ReleasingMap<ClientTransaction>()
  readonly #owner: ClientTransactionOwner = {
    linger: (transaction) => this.#linger(transaction),
    end: (transaction) => this.#clients.delete(transaction.key),
  }
  /** Refused INVITEs, kept until timer D. */
  readonly #refused: LingerTable<Remainder>
  /** Other requests that have a final response, kept until timer K. */
  readonly #answered: LingerTable<undefined>
  readonly #servers = new ReleasingMap<ServerTransaction>()
  /** Requests without a To tag, by the key that copies over other paths share (RFC 3261 8.2.2.2). */
  readonly #unmerged = new ReleasingMap<ServerTransaction>()
  /** Messages from sources that are not admitted, in the current second. */
  #foreign = { sinceMs: 0, looked: 0 }
  #isClosed = false

  constructor(deps: LayerDeps, user: LayerUser) {
    this.#deps = deps
    this.#user = user
    this.#limit = deps.limit ?? maxTransactions
    const { transport, clock, trace } = deps
    this.#around = {
      outlet: new Outlet(transport, clock, this.counters, trace),
      clock,
      times: { ...standardTimes, ...deps.times },
      counters: this.counters,
    }
    this.#refused = new LingerTable(clock, this.#around.times.absorbMs)
    this.#answered = new LingerTable(clock, this.#around.times.t4Ms)
    transport.receive((bytes, source) => this.#receive(bytes, source))
  }

  /** The number of live transactions. */
  get count(): number {
    return this.#clients.size + this.#refused.size + this.#answered.size + this.#servers.size
  }

  get times(): TransactionTimes {
    return this.#around.times
  }

  /** Fails every request that has no final response, and every later request. */
  close(): void {
    this.#isClosed = true
    for (const transaction of this.#clients.values()) transaction.close()
  }

  /**
   * Adds our Via to a request and sends it. The layer owns the request from now on. A request of more than `maxBytes`
   * fails as too large before anything is sent.
   */
  request(
    request: SipRequest,
    to: Destination,
    user: ClientUser,
    maxBytes = Number.POSITIVE_INFINITY,
  ): ClientTransaction | undefined {
    if (this.#isClosed) {
      user.onFailure({ kind: 'closed' })
      return undefined
    }
    const branch = this.#pushVia(request, to)
    if (branch === undefined) {
      user.onFailure({
        kind: 'unsent',
        failure: { kind: 'no-transport', message: `${to.transport} is not open` },
      })
      return undefined
    }
    const bytes = serialise(request)
    if (bytes.length > maxBytes) {
      user.onFailure({
        kind: 'unsent',
        failure: { kind: 'too-large', message: `${bytes.length} bytes to send` },
      })
      return undefined
    }
    return this.#startClient(request, bytes, to, user, branch)
  }

  /** RFC 3261 9.1: a CANCEL may only be sent after a provisional response; the caller ensures that. */
  cancel(invite: ClientTransaction, user: ClientUser, reason?: string): void {
    // A final response has come already: there is nothing to cancel.
    if (invite.state !== 'proceeding' || invite.cancelSent) return
    const cancel = cancelOf(invite.request, reason)
    invite.noteCancel()
    invite.cancelSent =
      this.#startClient(cancel, serialise(cancel), invite.destination, user, cancel.branch!) !== undefined
  }

  /** Sends the ACK of a 2xx, which is not a transaction (RFC 3261 13.2.2.4). The bytes may be sent again. */
  sendAck(ack: SipRequest, to: Destination, failed: () => void): Uint8Array | undefined {
    if (this.#pushVia(ack, to) === undefined) return undefined
    const bytes = serialise(ack)
    this.#around.outlet.send(ack, bytes, to, failed)
    return bytes
  }

  resendAck(ack: SipRequest, bytes: Uint8Array, to: Destination): void {
    this.counters.retransmitted++
    this.#around.outlet.send(ack, bytes, to)
  }

  #startClient(
    request: SipRequest,
    bytes: Uint8Array,
    to: Destination,
    user: ClientUser,
    branch: string,
  ): ClientTransaction | undefined {
    if (this.count >= this.#limit) {
      this.counters.refusedByLimit++
      user.onFailure({ kind: 'overloaded' })
      return undefined
    }
    const key = clientKey(branch, request.method)
    const transaction = new ClientTransaction(key, request, bytes, to, user, this.#around, this.#owner)
    this.#clients.set(key, transaction)
    transaction.start()
    return transaction
  }

  #pushVia(request: SipRequest, to: Destination): string | undefined {
    const { transport, advertised } = this.#deps
    const sentBy = advertised === undefined ? transport.advertised(to.transport, to.address) : advertised(to)
    if (sentBy === undefined) return undefined
    const branch = branchCookie + this.#deps.random.hex(12)
    const protocol = to.transport.toUpperCase()
    // RFC 3581 3: rport requests the response at the source port of the request.
    request.headers.prepend('Via', `SIP/2.0/${protocol} ${sentBy.host}:${sentBy.port};branch=${branch};rport`)
    request.forgetVia()
    return branch
  }

  #receive(bytes: Buffer, source: Source): void {
    this.counters.received++
    if (this.#user.admits?.(source) === false) {
      this.counters.unadmitted++
      this.#noteForeignAnswer(bytes, source)
      return
    }
    const message = parseMessage(bytes)
    this.#deps.trace?.({
      direction: 'received',
      atMs: this.#deps.clock.nowMs(),
      peer: source,
      bytes,
      message: message.kind === 'malformed' ? undefined : message,
    })
    if (message.kind === 'malformed') this.#refuse(message, source)
    else if (message.kind === 'response') this.#receiveResponse(message, source)
    else this.#receiveRequest(message, source)
  }

  /**
   * A carrier may answer from an address that is not configured. Only a receiver of our request knows its branch, so
   * this is not random noise: it is reported, but still not used.
   */
  #noteForeignAnswer(bytes: Buffer, source: Source): void {
    const nowMs = this.#deps.clock.nowMs()
    if (this.#clients.size === 0 || !bytes.subarray(0, 8).equals(responseStart)) return
    if (nowMs - this.#foreign.sinceMs >= 1000) this.#foreign = { sinceMs: nowMs, looked: 0 }
    if (++this.#foreign.looked > maxForeignPerSecond) return
    const message = parseMessage(bytes)
    const key = message.kind === 'response' ? clientKeyOf(message) : undefined
    const transaction = key === undefined ? undefined : this.#clients.get(key)
    if (transaction === undefined || message.kind !== 'response') return
    this.counters.foreignAnswers++
    this.#deps.trace?.({ direction: 'received', atMs: nowMs, peer: source, bytes, message, ignored: true })
    this.#user.onForeignAnswer?.(source, transaction.destination)
  }

  // Answered without a transaction: a retransmitted request is simply answered again.
  #refuse(malformed: Malformed, source: Source): void {
    const { request, status } = malformed
    if (request === undefined || status === undefined) {
      this.counters.malformedDropped++
      return
    }
    this.counters.malformedAnswered++
    if (request.tryVia() !== undefined) stampSource(request, source.address, source.port)
    this.#answerStateless(request, source, status)
  }

  #answerStateless(request: SipRequest, source: Source, status: number): void {
    const response = respond(request, status, this.#deps.random.hex(8))
    this.#around.outlet.send(response, serialise(response), replyAddress(request, source))
  }

  #receiveResponse(response: SipResponse, source: Source): void {
    // RFC 3261 18.1.2 and 8.1.3.3: a response with a second Via was meant for another client.
    if (!response.headers.isSingle('Via') || response.headers.get('Via')!.includes(',')) {
      this.counters.misroutedResponses++
      return
    }
    const key = clientKeyOf(response)
    const transaction = key === undefined ? undefined : this.#clients.get(key)
    response.source = source
    if (transaction !== undefined) {
      transaction.receive(response)
      return
    }
    if (key !== undefined && this.#absorb(response, key)) return
    this.counters.strayResponses++
    this.#user.onStrayResponse(response, source)
  }

  #linger(transaction: ClientTransaction): void {
    const { key, remainder } = transaction
    this.#clients.delete(key)
    if (remainder === undefined) this.#answered.add(key, undefined)
    else this.#refused.add(key, remainder)
  }

  // RFC 3261 17.1.1.2: a copy of the refusal means that the ACK was lost; 17.1.2.2: other copies are ignored.
  #absorb(response: SipResponse, key: string): boolean {
    const refused = this.#refused.get(key)
    if (refused === undefined) return this.#answered.has(key)
    if (response.status < 300) return true
    const bytes = Buffer.from(refused.ack)
    const ack = parseMessage(bytes)
    if (ack.kind === 'request') this.#around.outlet.send(ack, bytes, refused.destination)
    return true
  }

  #receiveAck(ack: SipRequest, source: Source, transaction: ServerTransaction | undefined): void {
    if (transaction !== undefined) transaction.receiveAck(ack)
    else this.#user.onAck(ack, source)
  }

  #receiveRequest(request: SipRequest, source: Source): void {
    stampSource(request, source.address, source.port)
    const key = serverKey(request)
    const known = this.#servers.get(key)
    if (request.method === 'ACK') this.#receiveAck(request, source, known)
    else if (known !== undefined) known.receiveAgain()
    else if (this.count < this.#limit) this.#startServer(request, source, key)
    else {
      this.counters.refusedByLimit++
      this.#answerStateless(request, source, 503)
    }
  }

  #startServer(request: SipRequest, source: Source, key: string): void {
    const merging = request.method === 'CANCEL' ? undefined : mergeKey(request)
    const twin = merging === undefined ? undefined : this.#unmerged.get(merging)
    const transaction = new ServerTransaction(
      request,
      source,
      replyAddress(request, source),
      this.#around,
      () => {
        this.#servers.delete(key)
        if (merging !== undefined && this.#unmerged.get(merging) === transaction)
          this.#unmerged.delete(merging)
      },
    )
    this.#servers.set(key, transaction)
    transaction.start()
    if (twin !== undefined) {
      this.counters.mergedRequests++
      transaction.respond(respond(request, 482, this.#deps.random.hex(8)))
      return
    }
    if (merging !== undefined) this.#unmerged.set(merging, transaction)
    if (request.method === 'CANCEL') this.#receiveCancel(transaction)
    else this.#user.onRequest(transaction)
  }

  // RFC 3261 9.2: a CANCEL is answered here, hop by hop; the user of the INVITE decides on its effect.
  #receiveCancel(cancel: ServerTransaction): void {
    const invite = this.#servers.get(serverKey(cancel.request, 'INVITE'))
    cancel.respond(respond(cancel.request, invite === undefined ? 481 : 200, this.#deps.random.hex(8)))
    invite?.receiveCancel(cancel.request)
  }
}
