import type { DigestClient } from '../auth/digest-client.ts'
import { type Dialog, dialogKey, receiveInDialog, refreshTarget } from '../dialog/dialog.ts'
import { requestInDialog } from '../dialog/dialog-request.ts'
import type { SessionTimer } from '../dialog/session-timer.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import { respond } from '../message/respond.ts'
import type { ServerTransaction } from '../transaction/server-transaction.ts'
import type { Destination } from '../transport/transport.ts'
import { Acknowledgement } from './acknowledgement.ts'
import { type Body, bodyHeaders, bodyOf } from './body.ts'
import type { CallEnd } from './call-end.ts'
import { type AgentCore, capabilityHeaders } from './core.ts'
import type { DialogOwner } from './dialog-table.ts'
import { Exchange, isResponse, isSameServer, type Leg, type RequestFailure } from './exchange.ts'
import { sameServer } from './first-server.ts'
import { answerInDialog, type DialogInUse, type SessionHandlers } from './in-dialog-answers.ts'
import { SessionRefresh } from './session-refresh.ts'
import type { SuccessRetransmission } from './success-retransmission.ts'

export interface SessionDeps {
  readonly dialog: Dialog
  /** The request that created the dialog, and its destination or source. */
  readonly leg: Leg
  readonly contact: string
  readonly digest: DigestClient | undefined
  readonly handlers: SessionHandlers
  /** Where the 2xx came from: the way to a peer whose Contact names an address that nobody reaches. */
  readonly source?: Destination
  /** The SDP that we sent in the offer or answer of this call. */
  readonly localBody: Body | undefined
  onEnd(end: CallEnd): void
}

/** A connection is the way back by itself. */
export function sourceOf({ source }: SipResponse, { destination }: Leg): Destination {
  if (source === undefined || destination.transport !== 'udp') return destination
  return { ...destination, address: source.address, port: source.port }
}

const hungUpByUs = (confirmed: boolean): CallEnd => ({ kind: 'hung-up', by: 'us', confirmed })

/** An answered call: the dialog from the 2xx to the INVITE until BYE. */
export class Session implements DialogOwner, DialogInUse {
  readonly core: AgentCore
  readonly deps: SessionDeps
  readonly refresh: SessionRefresh
  readonly handlers: SessionHandlers
  readonly contact: string
  /** Requests of the peer find it. False when there are too many dialogs: it can only be hung up. */
  readonly isReachable: boolean
  localBody: Body | undefined
  /** Our 2xx that has not been acknowledged yet. */
  unacknowledged: SuccessRetransmission | undefined
  awaitsAnswer = false
  /** Our re-INVITE has no final response yet (RFC 3261 14.2: a re-INVITE of the peer is then answered 491). */
  #inviting = false
  #dialog: Dialog
  #ended = false
  /** Our BYE has no final response yet. */
  #leaving = false
  /** We hang up as soon as our 2xx is acknowledged. */
  #byeWaiting: readonly [string, string][] | undefined
  /** The ACK of each INVITE of ours that was answered, to be sent again for copies of the answer. */
  #acknowledgement: Acknowledgement | undefined
  #detour: Destination | undefined
  /** Since when our ACKs take the last way that there is. */
  #lastWaySinceMs = Number.POSITIVE_INFINITY

  constructor(core: AgentCore, deps: SessionDeps) {
    this.core = core
    this.deps = deps
    this.handlers = deps.handlers
    this.contact = deps.contact
    this.localBody = deps.localBody
    this.#dialog = deps.dialog
    this.refresh = new SessionRefresh(this)
    this.isReachable = core.dialogs.add(this.#key, this)
  }

  get dialog(): Dialog {
    return this.#dialog
  }

  get inviting(): boolean {
    return this.#inviting
  }

  /** Ended on our side; the peer may not know yet. */
  get ended(): boolean {
    return this.#ended || this.#leaving
  }

  get #key(): string {
    return dialogKey(this.#dialog.callId, this.#dialog.localTag, this.#dialog.remoteTag)
  }

  setTimer(timer: SessionTimer | undefined, peerMessage: SipRequest | SipResponse): void {
    this.refresh.start(timer, peerMessage.headers.includes('Allow', 'UPDATE'))
  }

  /**
   * Hangs up. The call has ended when the peer has answered the BYE, or when no answer can come any more. Harmless when
   * it has ended. The callee's side waits for the ACK first (RFC 3261 15), or until the ACK is overdue.
   */
  bye(headers: readonly [string, string][] = []): void {
    if (this.ended) return
    if (this.unacknowledged !== undefined) {
      this.#byeWaiting = headers
      return
    }
    this.#leaving = true
    this.refresh.stop()
    this.#sendBye(headers)
  }

  #sendBye(headers: readonly [string, string][] = []): void {
    this.#exchange('BYE', { headers }, (result) => {
      if (isResponse(result) || !this.#takeDetour())
        this.#finish(hungUpByUs(isResponse(result) && result.status < 300))
    })
  }

  /** True when there was another way, which is taken now. */
  #takeDetour(): boolean {
    const { source } = this.deps
    const tried = this.#acknowledgement?.sentTo
    if (
      this.#detour !== undefined ||
      source === undefined ||
      (tried !== undefined && isSameServer(tried, source))
    ) {
      this.#lastWaySinceMs = Math.min(this.#lastWaySinceMs, this.core.clock.nowMs())
      return false
    }
    this.#detour = source
    this.#lastWaySinceMs = this.core.clock.nowMs()
    this.handlers.onDetour?.(this.#dialog.remoteTarget)
    this.#acknowledgement = undefined
    this.acknowledge(this.deps.leg)
    if (this.#leaving) this.#sendBye()
    return true
  }

  /** Sends a request in the dialog, such as INFO or UPDATE. */
  request(
    method: string,
    options: { headers?: readonly [string, string][]; body?: Body | undefined } = {},
  ): Promise<SipResponse | RequestFailure> {
    return new Promise((resolve) => {
      this.#exchange(method, options, (result) => {
        this.#noticeLoss(method, result)
        resolve(result)
      })
    })
  }

  /** Sends a new offer in a re-INVITE (RFC 3261 14.1). The answer is in the 2xx, which is acknowledged. */
  async reinvite(body: Body | undefined, headers: readonly [string, string][] = []) {
    this.#inviting = true
    const result = await this.request('INVITE', { headers, body })
    this.#inviting = false
    if (isResponse(result) && result.status < 300) {
      this.localBody = body ?? this.localBody
      this.#takeNewAnswer(result)
    }
    return result
  }

  #exchange(
    method: string,
    options: { headers?: readonly [string, string][]; body?: Body | undefined },
    done: (result: SipResponse | RequestFailure) => void,
  ): void {
    const { nextHop } = requestInDialog(this.#dialog, { method, cseq: 0 })
    const targetRefresh = method === 'INVITE' || method === 'UPDATE'
    const exchange = new Exchange(
      this.core,
      {
        nextHop,
        destination: this.#detour ?? sameServer(this.core, nextHop, this.deps.leg),
        cseq: this.#nextCSeq(),
        nextCSeq: () => this.#nextCSeq(),
        build: (cseq, authorization) => {
          const capabilities = targetRefresh ? capabilityHeaders(this.core, 'User-Agent') : []
          const contact: [string, string][] = targetRefresh ? [['Contact', this.contact]] : []
          const { body, headers = [] } = options
          const all = [...contact, ...authorization, ...capabilities, ...headers, ...bodyHeaders(body)]
          return requestInDialog(this.#dialog, { method, cseq, headers: all, body: body?.content }).request
        },
        digest: this.deps.digest,
      },
      {
        onProvisional() {},
        onFinal: (response, leg) => {
          if (targetRefresh && response.status < 300) this.#dialog = refreshTarget(this.#dialog, response)
          if (method === 'INVITE' && response.status < 300) this.acknowledge(leg)
          done(response)
        },
        onFailure: done,
      },
    )
    exchange.start()
  }

  /** Acknowledges a 2xx to our INVITE. For a copy of the 2xx the same ACK is sent again. */
  acknowledge(leg: Leg, body?: Body): void {
    if (this.#acknowledgement?.cseq !== leg.request.cseq.number) {
      const [dialog, detour] = [this.#dialog, this.#detour]
      const failed = () => void this.#takeDetour()
      this.#acknowledgement = new Acknowledgement(this.core, { dialog, leg, body, detour, failed })
      return void this.#acknowledgement.send()
    }
    this.#acknowledgement.send()
    if (leg.request.cseq.number === this.deps.leg.request.cseq.number) this.#noteCopy()
  }

  /** The peer has sent its 2xx again: it had no ACK until then. One copy may have crossed it. */
  #noteCopy(): void {
    if (this.#takeDetour()) return
    if (this.core.clock.nowMs() - this.#lastWaySinceMs >= 2 * this.core.layer.times.t1Ms)
      this.handlers.onAckLost?.()
  }

  receive(transaction: ServerTransaction): void {
    const next = receiveInDialog(this.#dialog, transaction.request)
    if (next === 'out of order') {
      this.reply(transaction, 500)
      return
    }
    this.#dialog = next
    if (this.#leaving && transaction.request.method !== 'BYE') this.reply(transaction, 481)
    else answerInDialog(this, transaction)
  }

  receiveAck(ack: SipRequest): void {
    if (this.unacknowledged?.cseq !== ack.cseq.number) return
    this.unacknowledged.stop()
    this.unacknowledged = undefined
    if (this.awaitsAnswer) this.#takeNewAnswer(ack)
    this.awaitsAnswer = false
    this.handlers.onAcknowledged?.()
    if (this.#byeWaiting !== undefined) this.bye(this.#byeWaiting)
  }

  #takeNewAnswer(message: SipRequest | SipResponse): void {
    const answer = this.ended ? undefined : bodyOf(message)
    if (answer !== undefined) this.handlers.onNewAnswer?.(answer)
  }

  moveTarget(request: SipRequest): void {
    this.#dialog = refreshTarget(this.#dialog, request)
  }

  reply(
    transaction: ServerTransaction,
    status: number,
    headers = capabilityHeaders(this.core, 'Server'),
  ): void {
    transaction.respond(respond(transaction.request, status, this.#dialog.localTag, { headers }))
  }

  hungUpBy(request: SipRequest): void {
    this.#finish(this.#leaving ? hungUpByUs(true) : { kind: 'hung-up', by: 'peer', request })
  }

  /** The peer no longer responds; a BYE is sent all the same (RFC 3261 13.3.1.4, RFC 4028 10). */
  lose(reason: 'session-expired' | 'no-ack' | 'peer-gone'): void {
    if (this.ended) return
    this.#finish({ kind: 'lost', reason })
    void this.request('BYE')
  }

  /** Ends without a BYE: the socket is already closed. */
  close(): void {
    this.#finish(this.#leaving ? hungUpByUs(false) : { kind: 'lost', reason: 'agent-closed' })
  }

  // RFC 3261 12.2.1.2: 481, 408 or no response to a request in a dialog ends the dialog.
  #noticeLoss(method: string, result: SipResponse | RequestFailure): void {
    if (method === 'BYE' || this.ended) return
    const gone = isResponse(result)
      ? result.status === 481 || result.status === 408
      : result.kind === 'timeout'
    if (gone) this.lose('peer-gone')
  }

  #nextCSeq(): number {
    this.#dialog = { ...this.#dialog, localCSeq: this.#dialog.localCSeq + 1 }
    return this.#dialog.localCSeq
  }

  #finish(end: CallEnd): void {
    if (this.#ended) return
    this.#ended = true
    this.refresh.stop()
    this.unacknowledged?.stop()
    this.core.dialogs.delete(this.#key)
    this.deps.onEnd(end)
  }
}
