import type { DigestClient } from '../auth/digest-client.ts'
import type { Timer } from '../clock.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import { locateLiteral } from '../resolve/locate.ts'
import type { ClientFailure, ClientTransaction, ClientUser } from '../transaction/client-transaction.ts'
import { type Destination, isReliable } from '../transport/transport.ts'
import type { AgentCore } from './core.ts'
import { locateUri, nowhere, targetOf } from './servers.ts'

/** Why a request got no final response. */
export type RequestFailure = ClientFailure | { readonly kind: 'unresolved'; readonly message: string }

export function isResponse(result: SipResponse | RequestFailure): result is SipResponse {
  return result.kind === 'response'
}

/** The failure in a few words: `timeout`, `tls: certificate has expired`. */
export function failureText(failure: RequestFailure): string {
  if (failure.kind === 'unsent') return `${failure.failure.kind}: ${failure.failure.message}`
  return failure.kind === 'unresolved' ? `unresolved: ${failure.message}` : failure.kind
}

/** One transaction of an exchange: the request as it was sent to one server. */
export interface Leg {
  readonly request: SipRequest
  readonly destination: Destination
  /** Given up for another server: its response is no longer needed. */
  readonly abandoned?: boolean
}

export interface ExchangePlan {
  /** The URI that is looked up for the servers to try. */
  readonly nextHop: string
  /** A server to try before any DNS lookup: the one that received earlier requests of the dialog. */
  readonly destination?: Destination | undefined
  /** Only `destination` is tried. */
  readonly onlyThere?: boolean
  readonly cseq: number
  /** The CSeq number of the next try after a challenge. */
  nextCSeq(): number
  /** Builds the request for one try, without a Via. */
  build(cseq: number, authorization: readonly [string, string][], server: Destination): SipRequest
  readonly digest?: DigestClient | undefined
  /** When a server sends nothing for this long, the next server is tried, if there is one. */
  readonly serverPatienceMs?: number | undefined
  /** Large requests stay on UDP when the server is reached over UDP. */
  readonly staysOnUdp?: boolean | undefined
}

export interface ExchangeUser {
  /** This server has sent a response, also one that is not used further. */
  onHeard?(server: Destination): void
  onProvisional(response: SipResponse, leg: Leg): void
  /**
   * Called once, except that further 2xx to an INVITE and 2xx from servers that were given up are delivered here too.
   */
  onFinal(response: SipResponse, leg: Leg): void
  onFailure(failure: RequestFailure): void
  /** A CANCEL was sent. It may have been requested much earlier (RFC 3261 9.1). */
  onCancelSent?(): void
}

/** Challenges answered for one request: enough for a few proxies and one stale nonce. */
const maxChallenges = 4

/** RFC 3261 18.1.1: the path MTU is unknown, so a request above this size is not sent over UDP. */
const maxDatagramBytes = 1300
/** Longer than any round trip. A server that drops TCP instead of refusing it then gets the request over UDP. */
const connectWithinMs = 1_000

/** Hears the transaction of the leg. */
interface LegOwner {
  onLegResponse(response: SipResponse, leg: OpenLeg): void
  onLegFailure(failure: ClientFailure, leg: OpenLeg): void
}

class OpenLeg implements Leg, ClientUser {
  readonly request: SipRequest
  readonly destination: Destination
  /** The request is too large for UDP, so it is sent to `destination` over TCP instead. */
  readonly byTcp: boolean
  transaction: ClientTransaction | undefined
  heard: 'nothing' | 'trying' | 'progress' = 'nothing'
  /** Given up for another server. */
  abandoned = false
  patience: Timer | undefined
  readonly #owner: LegOwner

  constructor(owner: LegOwner, request: SipRequest, destination: Destination, byTcp: boolean) {
    this.#owner = owner
    this.request = request
    this.destination = destination
    this.byTcp = byTcp
  }

  onResponse(response: SipResponse): void {
    this.#owner.onLegResponse(response, this)
  }

  onFailure(failure: ClientFailure): void {
    this.#owner.onLegFailure(failure, this)
  }
}

const settledPromise = Promise.resolve()
const ignored: ClientUser = { onResponse() {}, onFailure() {} }

/** One request from the first server to its final response: tries the servers of RFC 3263 and answers challenges. */
export class Exchange implements LegOwner {
  readonly #core: AgentCore
  readonly #plan: ExchangePlan
  readonly #user: ExchangeUser
  #servers: AsyncIterator<Destination, void, void> | undefined
  #cseq: number
  #leg: OpenLeg | undefined
  #challenges = 0
  /** The statuses of the challenges that were answered. */
  #answered: readonly number[] = []
  #done = false
  #cancelReason: string | undefined
  #cancelWanted = false
  #lastRefusal: { response: SipResponse; leg: Leg } | undefined

  constructor(core: AgentCore, plan: ExchangePlan, user: ExchangeUser) {
    this.#core = core
    this.#plan = plan
    this.#user = user
    this.#cseq = plan.cseq
  }

  start(): void {
    const { destination, nextHop } = this.#plan
    const target = destination === undefined ? targetOf(nextHop) : undefined
    const literal = target && locateLiteral(target, this.#core.transports)
    if (destination !== undefined) {
      if (this.#plan.onlyThere === true) this.#servers = nowhere
      this.#send(destination)
    } else if (literal !== undefined) {
      // A literal address needs no DNS and has no second server. The request is still sent asynchronously, as for a
      // name.
      this.#servers = nowhere
      // A promise callback runs at the same time as queueMicrotask, but without the async resource that Node creates
      // for that.
      void settledPromise.then(() => {
        if (!this.#done) this.#send(literal)
      })
    } else void this.#tryNext({ kind: 'unresolved', message: `no server for ${this.#plan.nextHop}` })
  }

  /** The request has left. */
  get isSent(): boolean {
    return this.#leg !== undefined
  }

  /**
   * Cancels an INVITE: at once when a provisional response has come, otherwise as soon as the first one comes (RFC 3261
   * 9.1). Returns false when nothing was sent yet: then nothing will be sent.
   */
  cancel(reason?: string): boolean {
    this.#cancelWanted = true
    this.#cancelReason = reason
    if (this.#leg === undefined) {
      this.#done = true
      return false
    }
    if (this.#leg.heard !== 'nothing') this.#sendCancel(this.#leg)
    return true
  }

  /** The agent was closed during the DNS lookup, so no transaction exists yet that could fail. */
  close(): void {
    if (this.#done) return
    this.#done = true
    this.#user.onFailure({ kind: 'closed' })
  }

  /** The caller stops waiting: ends as a timeout, and nothing is sent again. Not for an INVITE. */
  giveUp(): void {
    if (this.#done) return
    this.#done = true
    if (this.#leg?.heard === 'nothing') this.#core.silent.noteSilence(this.#leg.destination)
    this.#leg?.transaction?.close()
    this.#user.onFailure({ kind: 'timeout' })
  }

  /** `mayRepeat`: the fault may be in the transport, not in the server, so the same server may be tried again. */
  async #tryNext(otherwise: RequestFailure, mayRepeat = false): Promise<void> {
    let failure = otherwise
    this.#core.locating.add(this)
    try {
      const next = await this.#nextServer(mayRepeat)
      if (this.#done) return
      if (next.done !== true && !this.#cancelWanted) {
        this.#send(next.value)
        return
      }
    } catch (fault) {
      failure = { kind: 'unresolved', message: fault instanceof Error ? fault.message : String(fault) }
    } finally {
      this.#core.locating.delete(this)
    }
    if (this.#done) return
    this.#done = true
    if (this.#lastRefusal !== undefined) this.#user.onFinal(this.#lastRefusal.response, this.#lastRefusal.leg)
    else this.#user.onFailure(failure)
  }

  /** Skips the server that was tried before the lookup, unless the fault may have been in the transport to it. */
  async #nextServer(mayRepeat = false): Promise<IteratorResult<Destination, void>> {
    this.#servers ??= locateUri(this.#core, this.#plan.nextHop)
    const tried = mayRepeat ? undefined : this.#plan.destination
    let next = await this.#servers.next()
    while (next.done !== true && tried !== undefined && isSameServer(next.value, tried))
      next = await this.#servers.next()
    return next
  }

  /** Uses TCP when the request is too large for UDP. A server without TCP gets it over UDP in IP fragments. */
  #send(destination: Destination, byTcp = false): void {
    const authorization = this.#authorization(destination)
    const request = this.#plan.build(this.#cseq, authorization, destination)
    const leg = new OpenLeg(this, request, destination, byTcp)
    this.#leg = leg
    if (this.#plan.serverPatienceMs !== undefined)
      leg.patience = this.#core.clock.after(this.#plan.serverPatienceMs, () => void this.#abandon(leg))
    const to = byTcp ? { ...destination, transport: 'tcp' as const, connectWithinMs } : destination
    const maxBytes = !byTcp && this.#mayGoByTcp(destination) ? maxDatagramBytes : undefined
    leg.transaction = this.#core.layer.request(request, to, leg, maxBytes)
  }

  #mayGoByTcp(destination: Destination): boolean {
    const { transports, withoutTcp } = this.#core
    return (
      destination.transport === 'udp' &&
      this.#plan.staysOnUdp !== true &&
      transports.includes('tcp') &&
      !withoutTcp.has(destination)
    )
  }

  #authorization(server: Destination): [string, string][] {
    const { digest, build } = this.#plan
    if (digest === undefined) return []
    const { method, uri, body } = build(this.#cseq, [], server)
    return digest.headersFor({ method, uri, body })
  }

  onLegResponse(response: SipResponse, leg: OpenLeg): void {
    leg.patience?.clear()
    leg.patience = undefined
    this.#core.silent.noteAnswer(leg.destination)
    this.#user.onHeard?.(leg.destination)
    if (response.status < 200) {
      leg.heard = response.status > 100 || leg.heard === 'progress' ? 'progress' : 'trying'
      if (!leg.abandoned) this.#user.onProvisional(response, leg)
      if (leg.abandoned || this.#cancelWanted) this.#sendCancel(leg)
    } else if (this.#done || leg.abandoned) {
      if (response.status < 300) this.#user.onFinal(response, leg)
    } else if (!this.#answerChallenge(response, leg)) {
      this.#settle(response, leg)
    }
  }

  // RFC 3261 22.2: the request with credentials goes to the server that challenged, with a higher CSeq number.
  #answerChallenge(response: SipResponse, leg: OpenLeg): boolean {
    if (response.status !== 401 && response.status !== 407) return false
    if (this.#cancelWanted || this.#challenges >= maxChallenges) return false
    // Credentials by the challenge of an earlier request show nothing: many servers refuse an old nonce without `stale`.
    if (this.#plan.digest?.learn(response, this.#answered.includes(response.status)) !== true) return false
    this.#answered = [...this.#answered, response.status]
    this.#challenges++
    this.#cseq = this.#plan.nextCSeq()
    this.#send(leg.destination)
    return true
  }

  #settle(response: SipResponse, leg: OpenLeg): void {
    // RFC 3263 4.3: a 503 leads to the next server, unless a phone may have rung already.
    if (response.status === 503 && leg.heard !== 'progress' && !this.#cancelWanted) {
      this.#lastRefusal = { response, leg }
      void this.#tryNext({ kind: 'timeout' })
      return
    }
    this.#done = true
    this.#user.onFinal(response, leg)
  }

  onLegFailure(failure: ClientFailure, leg: OpenLeg): void {
    leg.patience?.clear()
    if (this.#done || leg.abandoned) return
    if (failure.kind === 'unsent' && failure.failure.kind === 'too-large' && !leg.byTcp) {
      if (this.#mayGoByTcp(leg.destination)) return void this.#send(leg.destination, true)
    } else if (leg.byTcp && leg.heard === 'nothing' && failure.kind === 'unsent' && !this.#cancelWanted) {
      // RFC 3261 18.1.1: a server without TCP gets the request over UDP after all.
      this.#core.withoutTcp.noteSilence(leg.destination)
      return void this.#send(leg.destination)
    }
    if (leg.heard === 'nothing' && failure.kind !== 'overloaded' && failure.kind !== 'closed') {
      this.#core.silent.noteSilence(leg.destination)
      // A message that was lost with its connection may arrive over a new connection.
      void this.#tryNext(failure, failure.kind === 'unsent' || isReliable(leg.destination.transport))
      return
    }
    this.#done = true
    this.#user.onFailure(failure)
  }

  // The only accepted risk of ringing twice: the INVITE at the given-up server is cancelled as soon as that server
  // responds.
  async #abandon(leg: OpenLeg): Promise<void> {
    if (leg.heard !== 'nothing' || this.#done || this.#cancelWanted) return
    if (leg.byTcp) {
      // A server that accepts connections but ignores the messages on them gets the request over UDP too.
      this.#core.withoutTcp.noteSilence(leg.destination)
      leg.abandoned = true
      return void this.#send(leg.destination)
    }
    this.#core.silent.noteSilence(leg.destination)
    const next = await this.#nextServer().catch(() => ({ done: true as const, value: undefined }))
    if (next.done === true || leg.heard !== 'nothing' || this.#done || this.#leg !== leg) return
    // The call was given up during the lookup.
    if (this.#cancelWanted) return
    leg.abandoned = true
    leg.transaction?.stopRetransmitting()
    this.#send(next.value)
  }

  #sendCancel(leg: OpenLeg): void {
    if (leg.transaction === undefined || leg.transaction.cancelSent) return
    this.#core.layer.cancel(leg.transaction, ignored, this.#cancelReason)
    if (leg.transaction.cancelSent) this.#user.onCancelSent?.()
  }
}

export function isSameServer(one: Destination, other: Destination): boolean {
  return one.transport === other.transport && one.address === other.address && one.port === other.port
}
