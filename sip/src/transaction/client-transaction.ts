import type { Timer } from '../clock.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import { serialise } from '../message/serialise.ts'
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

/** Who sent the request. Exactly one final response or one failure comes, but for further 2xx to an INVITE. */
export interface ClientUser {
  onResponse(response: SipResponse): void
  onFailure(failure: ClientFailure): void
}

const nobody: ClientUser = { onResponse() {}, onFailure() {} }

/** Drives the client machines of RFC 3261 17.1: carries out their effects and feeds their timers back. */
export class ClientTransaction {
  readonly destination: Destination
  #request: SipRequest
  #user: ClientUser
  readonly #around: Surroundings
  readonly #onEnd: () => void
  readonly #isInvite: boolean
  #bytes: Uint8Array | undefined
  #state: ClientState | NonInviteClientState
  #response: SipResponse | undefined
  #failure: SendFailure | undefined
  #ack: SipRequest | undefined
  #pauseMs: number
  #cancelled = false
  #retransmit: Timer | undefined
  #timeout: Timer | undefined
  #linger: Timer | undefined

  constructor(
    request: SipRequest,
    destination: Destination,
    user: ClientUser,
    around: Surroundings,
    onEnd: () => void,
  ) {
    this.#request = request
    this.destination = destination
    this.#user = user
    this.#around = around
    this.#onEnd = onEnd
    this.#isInvite = request.method === 'INVITE'
    this.#state = this.#isInvite ? 'calling' : 'trying'
    this.#bytes = serialise(request)
    this.#pauseMs = around.times.t1Ms
  }

  get request(): SipRequest {
    return this.#request
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
    if (this.#state === 'completed') this.#slim()
  }

  /**
   * Timer D keeps a transaction for 32 s after its call is over: 128,000 of them at 4,000 calls a second. All
   * that is left to do is to send the ACK again, so the user and the INVITE are let go: 10.2 KB less for each.
   */
  #slim(): void {
    this.#user = nobody
    this.#retransmit = undefined
    this.#timeout = undefined
    if (this.#ack !== undefined) this.#request = this.#ack
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
        this.#user.onFailure({ kind: 'timeout' })
        return
      case 'report-unsent':
        this.#user.onFailure({ kind: 'unsent', failure: this.#failure! })
        return
      case 'end':
        this.#stopTimers()
        this.#onEnd()
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
        this.#bytes = undefined
        // RFC 3261 17.1.1.2 and 17.1.2.2: timers D and K are zero on a reliable transport.
        this.#startLinger(reliable ? 0 : this.#isInvite ? times.absorbMs : times.t4Ms)
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
    this.#around.outlet.send(this.#request, this.#bytes!, this.destination, (failure) => {
      this.#failure = failure
      this.#step('unsent')
    })
  }

  #acknowledge(): void {
    this.#ack ??= ackForFailure(this.#request, this.#response!)
    // Written anew for each copy of the response, which is rare: kept bytes would pin a pool of 8 KiB.
    this.#around.outlet.send(this.#ack, serialise(this.#ack), this.destination)
  }

  #stopTimers(): void {
    this.#retransmit?.clear()
    this.#timeout?.clear()
    this.#linger?.clear()
  }
}
