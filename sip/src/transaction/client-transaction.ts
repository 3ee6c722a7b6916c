import type { Timer } from '../clock.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import { headText } from '../message/serialise.ts'
import { type Destination, isReliable, type SendFailure } from '../transport/transport.ts'
import { ackForFailure } from './hop-by-hop.ts'
import { type ClientEffect, type ClientEvent, type ClientState, inviteClient } from './invite-client.ts'
import { type NonInviteClientState, nonInviteClient } from './non-invite-client.ts'
import type { Surroundings } from './outlet.ts'
import { timeoutOf } from './settings.ts'

/** Why a request got no final response. */
export type ClientFailure =
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unsent'; readonly failure: SendFailure }
  | { readonly kind: 'overloaded' }
  /** The agent was closed before an answer came. */
  | { readonly kind: 'closed' }

/** Who sent the request. Exactly one final response or one failure comes, but for further 2xx to an INVITE. */
export interface ClientUser {
  onResponse(response: SipResponse): void
  onFailure(failure: ClientFailure): void
}

/** Where the transaction is kept. */
export interface ClientShelf {
  /** Completed over UDP: from now on copies of the final response are absorbed there (timers D and K). */
  linger(transaction: ClientTransaction): void
  end(transaction: ClientTransaction): void
}

/** What answers a copy of the final response: the ACK as it was sent. Nothing does but to an INVITE. */
export interface Remainder {
  /** Text and not bytes: a small Buffer would pin the pool of 64 KiB that it was cut from. */
  readonly ack: string
  readonly destination: Destination
}

/** Drives the client machines of RFC 3261 17.1: carries out their effects and feeds their timers back. */
export class ClientTransaction {
  /** `clientKey` of it. */
  readonly key: string
  readonly request: SipRequest
  readonly destination: Destination
  /** A CANCEL of it is on its way, or was. */
  cancelSent = false
  readonly #user: ClientUser
  readonly #around: Surroundings
  readonly #shelf: ClientShelf
  readonly #isInvite: boolean
  #bytes: Uint8Array | undefined
  #state: ClientState | NonInviteClientState
  #response: SipResponse | undefined
  #failure: SendFailure | undefined
  #ack: SipRequest | undefined
  #ackText = ''
  readonly #startedMs: number
  #pauseMs: number
  #cancelled = false
  #retransmit: Timer | undefined
  #timeout: Timer | undefined
  #linger: Timer | undefined

  constructor(
    key: string,
    request: SipRequest,
    bytes: Uint8Array,
    destination: Destination,
    user: ClientUser,
    around: Surroundings,
    shelf: ClientShelf,
  ) {
    this.key = key
    this.request = request
    this.destination = destination
    this.#user = user
    this.#around = around
    this.#shelf = shelf
    this.#isInvite = request.method === 'INVITE'
    this.#state = this.#isInvite ? 'calling' : 'trying'
    this.#bytes = bytes
    this.#pauseMs = around.times.t1Ms
    this.#startedMs = around.clock.nowMs()
  }

  get state(): ClientState | NonInviteClientState {
    return this.#state
  }

  start(): void {
    this.#step('start')
  }

  receive(response: SipResponse): void {
    this.#response = response
    if (response.status < 200) this.#step('provisional')
    else this.#step(response.status < 300 ? 'success' : 'failure')
    this.#response = undefined
    // RFC 3261 17.1.1.2 and 17.1.2.2: timers D and K are zero on a reliable transport.
    if (this.#state === 'completed' && !isReliable(this.destination.transport)) this.#shelf.linger(this)
  }

  /** The agent is closed: whoever still waits for a final response gets none. */
  close(): void {
    const isOpen = this.#state !== 'terminated' && this.#state !== 'completed' && this.#state !== 'accepted'
    this.#state = 'terminated'
    this.#perform('end')
    if (isOpen) this.#user.onFailure({ kind: 'closed' })
  }

  /** The request was given up for another server: it is not sent again, and an answer to it is still heard. */
  stopRetransmitting(): void {
    this.#retransmit?.clear()
  }

  /** What is left of an INVITE that was refused. */
  get remainder(): Remainder | undefined {
    return this.#ack && { ack: this.#ackText, destination: this.destination }
  }

  /** Tells the machine that a CANCEL was sent, so that it ends by itself when nothing more comes. */
  noteCancel(): void {
    this.#step('cancelled')
    this.#cancelled = true
  }

  #step(event: ClientEvent): void {
    const table: Record<
      string,
      Partial<Record<ClientEvent, { to: string; effects: readonly ClientEffect[] }>>
    > = this.#isInvite ? inviteClient : nonInviteClient
    const transition = table[this.#state]![event]
    if (transition === undefined) return
    this.#state = transition.to as ClientState
    for (const effect of transition.effects) this.#perform(effect)
  }

  #perform(effect: ClientEffect): void {
    switch (effect) {
      case 'send':
        this.#send()
        return
      case 'acknowledge':
        this.#acknowledge()
        return
      case 'deliver':
        this.#user.onResponse(this.#response!)
        return
      case 'report-timeout':
        this.#around.counters.timedOut++
        this.#around.outlet.retire(this.destination, this.#around.clock.nowMs() - this.#startedMs)
        this.#user.onFailure({ kind: 'timeout' })
        return
      case 'report-unsent':
        this.#user.onFailure({ kind: 'unsent', failure: this.#failure! })
        return
      case 'end':
        this.#stopTimers()
        this.#shelf.end(this)
        return
      default:
        this.#performTimer(effect)
        return
    }
  }

  #performTimer(effect: ClientEffect): void {
    const { times, clock } = this.#around
    const reliable = isReliable(this.destination.transport)
    switch (effect) {
      case 'start-retransmit':
      case 'slow-retransmit': {
        this.#retransmit?.clear()
        if (reliable) return
        const pauseMs = effect === 'slow-retransmit' ? times.t2Ms : this.#pauseMs
        // RFC 3261 17.1.1.2: timer A doubles without a limit; 17.1.2.2: timer E doubles up to T2.
        this.#pauseMs = this.#isInvite ? pauseMs * 2 : Math.min(pauseMs * 2, times.t2Ms)
        this.#retransmit = clock.after(pauseMs, () => this.#onRetransmit())
        return
      }
      case 'stop-retransmit':
        this.#retransmit?.clear()
        return
      case 'start-timeout':
        this.#startTimeout(timeoutOf(times))
        return
      case 'start-patience':
        // After a CANCEL news no longer prolong the wait.
        if (!this.#cancelled) this.#startTimeout(times.proceedingMs)
        return
      case 'stop-timeout':
        this.#timeout?.clear()
        return
      case 'start-absorb':
        // Over UDP the shelf waits, see receive().
        if (reliable) this.#startLinger(0)
        return
      case 'start-accepted':
        this.#bytes = undefined
        this.#startLinger(timeoutOf(times))
        return
    }
  }

  #onRetransmit(): void {
    this.#around.counters.retransmitted++
    this.#step('retransmit')
  }

  #startTimeout(delayMs: number): void {
    this.#timeout?.clear()
    this.#timeout = this.#around.clock.after(delayMs, () => this.#step('timeout'))
  }

  #startLinger(delayMs: number): void {
    this.#linger = this.#around.clock.after(delayMs, () => this.#step('linger'))
  }

  #send(): void {
    this.#around.outlet.send(this.request, this.#bytes!, this.destination, (failure) => {
      this.#failure = failure
      this.#step('unsent')
    })
  }

  #acknowledge(): void {
    if (this.#ack === undefined) {
      this.#ack = ackForFailure(this.request, this.#response!)
      this.#ackText = headText(this.#ack)
    }
    this.#around.outlet.send(this.#ack, Buffer.from(this.#ackText), this.destination)
  }

  #stopTimers(): void {
    this.#retransmit?.clear()
    this.#timeout?.clear()
    this.#linger?.clear()
  }
}
