import type { Timer } from '../clock.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import { tagOf } from '../message/name-address.ts'
import { respond } from '../message/respond.ts'
import { serialise } from '../message/serialise.ts'
import type { Destination, Source } from '../transport/transport.ts'
import { inviteServer, type ServerEffect, type ServerEvent, type ServerState } from './invite-server.ts'
import { type NonInviteServerState, nonInviteServer } from './non-invite-server.ts'
import type { Surroundings } from './outlet.ts'
import { timeoutOf } from './settings.ts'
import { Transaction } from './transaction.ts'

/** The handler that answers the request. */
export interface ServerUser {
  /** The ACK of a 2xx, while the transaction is in Accepted. */
  onAck?(ack: SipRequest): void
  /** The ACK of our 3xx to 6xx came: the peer really is at its stated address. */
  onConfirmed?(ack: SipRequest): void
  /** That ACK never came. */
  onUnconfirmed?(): void
  /** A CANCEL for this INVITE came; the transaction has answered it. */
  onCancel?(cancel: SipRequest): void
  /** A response could not be sent. */
  onUnsent?(): void
  /** The transaction has ended. */
  onEnd?(): void
}

/** The server state machines of RFC 3261 17.2. */
export class ServerTransaction extends Transaction<
  ServerState | NonInviteServerState,
  ServerEvent,
  ServerEffect
> {
  readonly source: Source
  readonly #onEnd: () => void
  #user: ServerUser = {}
  #last: { response: SipResponse; bytes: Uint8Array } | undefined
  #ack: SipRequest | undefined
  #trying: Timer | undefined

  constructor(
    request: SipRequest,
    source: Source,
    replyTo: Destination,
    around: Surroundings,
    onEnd: () => void,
  ) {
    const [rows, state] =
      request.method === 'INVITE'
        ? ([inviteServer, 'proceeding'] as const)
        : ([nonInviteServer, 'trying'] as const)
    // RFC 3261 17.2.1: timer G doubles up to T2.
    super(request, replyTo, around, { rows, state, longestPauseMs: around.times.t2Ms })
    this.source = source
    this.#onEnd = onEnd
  }

  /** Whether a final response was sent. */
  get answered(): boolean {
    return this.state !== 'proceeding' && this.state !== 'trying'
  }

  attach(user: ServerUser): void {
    this.#user = user
  }

  /** Sends a response. After a final response only a 2xx to an INVITE may be sent again. */
  respond(response: SipResponse): void {
    const again = response.status >= 200 && response.status < 300 && this.state === 'accepted'
    if (this.answered && !again) return
    if (this.#last?.response !== response) this.#last = { response, bytes: serialise(response) }
    if (response.status < 200) this.step('send-provisional')
    else this.step(response.status < 300 ? 'send-success' : 'send-failure')
  }

  receiveAgain(): void {
    this.around.counters.repeatedRequests++
    this.step('request')
  }

  /**
   * RFC 3261 17.1.1.3: the ACK of a final response repeats its To tag. Without it the sender has not read the response:
   * the sender of a forged INVITE knows its branch, but not our tag.
   */
  receiveAck(ack: SipRequest): void {
    if (this.#last !== undefined && tagOf(ack.to) !== tagOf(this.#last.response.to)) {
      this.around.counters.foreignAcks++
      return
    }
    this.#ack = ack
    this.step('ack')
    this.#ack = undefined
  }

  receiveCancel(cancel: SipRequest): void {
    if (!this.answered) this.#user.onCancel?.(cancel)
  }

  protected override send(): void {
    if (this.#last !== undefined) this.transmit(this.#last.response, this.#last.bytes)
  }

  protected override ended(): void {
    this.#trying?.clear()
    this.#onEnd()
    this.#user.onEnd?.()
  }

  protected override perform(effect: ServerEffect): void {
    const { times, clock, counters } = this.around
    switch (effect) {
      case 'send-trying':
        if (this.#last === undefined) this.respond(respond(this.request, 100, undefined))
        return
      case 'start-trying':
        this.#trying = clock.after(times.tryingMs, () => this.step('trying'))
        return
      case 'stop-trying':
        this.#trying?.clear()
        return
      case 'deliver-ack':
        this.#user.onAck?.(this.#ack!)
        return
      case 'report-confirmed':
        this.#user.onConfirmed?.(this.#ack!)
        return
      case 'report-unconfirmed':
        counters.unconfirmed++
        this.#user.onUnconfirmed?.()
        return
      case 'report-unsent':
        this.#user.onUnsent?.()
        return
      case 'start-confirmed':
        this.lingerFor(this.isReliable ? 0 : times.t4Ms)
        return
      case 'start-absorb':
        // RFC 3261 17.2.2: timer J is zero on a reliable transport; RFC 6026 7.1: timer L is not.
        this.lingerFor(this.isReliable && !this.isInvite ? 0 : timeoutOf(times))
        return
    }
  }
}
