import type { Timer } from '../clock.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import { tagOf } from '../message/name-address.ts'
import { respond } from '../message/respond.ts'
import { serialise } from '../message/serialise.ts'
import { type Destination, isReliable, type Source } from '../transport/transport.ts'
import { inviteServer, type ServerEffect, type ServerEvent, type ServerState } from './invite-server.ts'
import { type NonInviteServerState, nonInviteServer } from './non-invite-server.ts'
import type { Surroundings } from './outlet.ts'
import { timeoutOf } from './settings.ts'

/** Who answers the request. */
export interface ServerUser {
  /** The ACK of a 2xx, while the transaction is in Accepted. */
  onAck?(ack: SipRequest): void
  /** The ACK of our 3xx to 6xx came back: the peer is where it says it is. */
  onConfirmed?(ack: SipRequest): void
  /** It never came. */
  onUnconfirmed?(): void
  /** A CANCEL for this INVITE came; the transaction has answered it. */
  onCancel?(cancel: SipRequest): void
  /** A response could not be sent. */
  onUnsent?(): void
  /** The transaction is gone. */
  onEnd?(): void
}

/** Drives the server machines of RFC 3261 17.2. */
export class ServerTransaction {
  readonly request: SipRequest
  readonly source: Source
  readonly #replyTo: Destination
  readonly #around: Surroundings
  readonly #onEnd: () => void
  readonly #isInvite: boolean
  #user: ServerUser = {}
  #state: ServerState | NonInviteServerState
  #last: { response: SipResponse; bytes: Uint8Array } | undefined
  #ack: SipRequest | undefined
  #pauseMs: number
  #trying: Timer | undefined
  #retransmit: Timer | undefined
  #timeout: Timer | undefined
  #linger: Timer | undefined

  constructor(
    request: SipRequest,
    source: Source,
    replyTo: Destination,
    around: Surroundings,
    onEnd: () => void,
  ) {
    this.request = request
    this.source = source
    this.#replyTo = replyTo
    this.#around = around
    this.#onEnd = onEnd
    this.#isInvite = request.method === 'INVITE'
    this.#state = this.#isInvite ? 'proceeding' : 'trying'
    this.#pauseMs = around.times.t1Ms
  }

  get state(): ServerState | NonInviteServerState {
    return this.#state
  }

  /** Whether a final response was sent. */
  get answered(): boolean {
    return this.#state !== 'proceeding' && this.#state !== 'trying'
  }

  start(): void {
    this.#step('start')
  }

  attach(user: ServerUser): void {
    this.#user = user
  }

  /** Sends a response. After a final one only a 2xx to an INVITE may be sent, again. */
  respond(response: SipResponse): void {
    const again = response.status >= 200 && response.status < 300 && this.#state === 'accepted'
    if (this.answered && !again) return
    if (this.#last?.response !== response) this.#last = { response, bytes: serialise(response) }
    if (response.status < 200) this.#step('send-provisional')
    else this.#step(response.status < 300 ? 'send-success' : 'send-failure')
  }

  receiveAgain(): void {
    this.#around.counters.repeatedRequests++
    this.#step('request')
  }

  /**
   * RFC 3261 17.1.1.3: the ACK of a final response carries its To tag. Without it the sender has not read the
   * response: whoever forged an INVITE knows its branch, but not our tag.
   */
  receiveAck(ack: SipRequest): void {
    if (this.#last !== undefined && tagOf(ack.to) !== tagOf(this.#last.response.to)) {
      this.#around.counters.foreignAcks++
      return
    }
    this.#ack = ack
    this.#step('ack')
    this.#ack = undefined
  }

  receiveCancel(cancel: SipRequest): void {
    if (!this.answered) this.#user.onCancel?.(cancel)
  }

  #step(event: ServerEvent): void {
    const table: Record<
      string,
      Partial<Record<ServerEvent, { to: string; effects: readonly ServerEffect[] }>>
    > = this.#isInvite ? inviteServer : nonInviteServer
    const transition = table[this.#state]![event]
    if (transition === undefined) return
    this.#state = transition.to as ServerState
    for (const effect of transition.effects) this.#perform(effect)
  }

  #perform(effect: ServerEffect): void {
    switch (effect) {
      case 'send':
        this.#send()
        return
      case 'send-trying':
        if (this.#last === undefined) this.respond(respond(this.request, 100, undefined))
        return
      case 'deliver-ack':
        this.#user.onAck?.(this.#ack!)
        return
      case 'report-confirmed':
        this.#user.onConfirmed?.(this.#ack!)
        return
      case 'report-unconfirmed':
        this.#around.counters.unconfirmed++
        this.#user.onUnconfirmed?.()
        return
      case 'report-unsent':
        this.#user.onUnsent?.()
        return
      case 'end':
        this.#stopTimers()
        this.#onEnd()
        this.#user.onEnd?.()
        return
      default:
        this.#performTimer(effect)
        return
    }
  }

  #performTimer(effect: ServerEffect): void {
    const { times, clock } = this.#around
    const reliable = isReliable(this.source.transport)
    switch (effect) {
      case 'start-trying':
        this.#trying = clock.after(times.tryingMs, () => this.#step('trying'))
        return
      case 'stop-trying':
        this.#trying?.clear()
        return
      case 'start-retransmit': {
        if (reliable) return
        const pauseMs = this.#pauseMs
        // RFC 3261 17.2.1: timer G doubles up to T2.
        this.#pauseMs = Math.min(pauseMs * 2, times.t2Ms)
        this.#retransmit = clock.after(pauseMs, () => this.#onRetransmit())
        return
      }
      case 'stop-retransmit':
        this.#retransmit?.clear()
        return
      case 'start-timeout':
        this.#timeout = clock.after(timeoutOf(times), () => this.#step('timeout'))
        return
      case 'stop-timeout':
        this.#timeout?.clear()
        return
      case 'start-confirmed':
        this.#startLinger(reliable ? 0 : times.t4Ms)
        return
      case 'start-absorb':
        // RFC 3261 17.2.2: timer J is zero on a reliable transport; RFC 6026 7.1: timer L is not.
        this.#startLinger(reliable && !this.#isInvite ? 0 : timeoutOf(times))
        return
    }
  }

  #onRetransmit(): void {
    this.#around.counters.retransmitted++
    this.#step('retransmit')
  }

  #startLinger(delayMs: number): void {
    this.#linger = this.#around.clock.after(delayMs, () => this.#step('linger'))
  }

  #send(): void {
    if (this.#last === undefined) return
    this.#around.outlet.send(this.#last.response, this.#last.bytes, this.#replyTo, () => this.#step('unsent'))
  }

  #stopTimers(): void {
    this.#trying?.clear()
    this.#retransmit?.clear()
    this.#timeout?.clear()
    this.#linger?.clear()
  }
}
