import type { Timer } from '../clock.ts'
import type { SipMessage, SipRequest } from '../message/message.ts'
import { type Destination, isReliable, type SendFailure } from '../transport/transport.ts'
import type { CommonEffect, CommonEvent } from './machine.ts'
import type { Surroundings } from './outlet.ts'
import { timeoutOf } from './settings.ts'

type Rows<Event extends string, Effect extends string> = Readonly<
  Record<
    string,
    { readonly [E in Event]?: { readonly to: string; readonly effects: readonly (Effect | CommonEffect)[] } }
  >
>

/**
 * Drives a state machine of RFC 3261 17: takes the steps of its table, sends messages, and feeds timers back. `Effect`
 * lists the effects that the subclass carries out itself.
 */
export abstract class Transaction<State extends string, Event extends string, Effect extends string> {
  readonly request: SipRequest
  protected readonly around: Surroundings
  protected readonly isInvite: boolean
  /** RFC 3261 17: on a reliable transport nothing is retransmitted, and nothing waits for copies. */
  protected readonly isReliable: boolean
  /** Why the last message was not sent. */
  protected failure: SendFailure | undefined
  readonly #rows: Rows<Event | CommonEvent, Effect>
  /** The destination of its messages. */
  readonly #peer: Destination
  readonly #longestPauseMs: number
  #state: State
  #pauseMs: number
  #retransmit: Timer | undefined
  #timeout: Timer | undefined
  #linger: Timer | undefined

  protected constructor(
    request: SipRequest,
    peer: Destination,
    around: Surroundings,
    machine: {
      readonly rows: Rows<Event | CommonEvent, Effect>
      readonly state: State
      readonly longestPauseMs: number
    },
  ) {
    this.request = request
    this.around = around
    this.isInvite = request.method === 'INVITE'
    this.isReliable = isReliable(peer.transport)
    this.#peer = peer
    this.#rows = machine.rows
    this.#state = machine.state
    this.#longestPauseMs = machine.longestPauseMs
    this.#pauseMs = around.times.t1Ms
  }

  get state(): State {
    return this.#state
  }

  start(): void {
    this.step('start')
  }

  /** Sends the current message, with `transmit`. */
  protected abstract send(): void
  protected abstract perform(effect: Effect): void
  /** Called when no timer runs any more. */
  protected abstract ended(): void

  protected step(event: Event | CommonEvent): void {
    const transition = this.#rows[this.#state]![event]
    if (transition === undefined) return
    this.#state = transition.to as State
    for (const effect of transition.effects) this.#carryOut(effect)
  }

  protected transmit(message: SipMessage, bytes: Uint8Array): void {
    this.around.outlet.send(message, bytes, this.#peer, (failure) => {
      this.failure = failure
      this.step('unsent')
    })
  }

  /** From now on the pauses double, up to the maximum. */
  protected retransmitAfter(pauseMs: number): void {
    this.#retransmit?.clear()
    if (this.isReliable) return
    this.#pauseMs = Math.min(pauseMs * 2, this.#longestPauseMs)
    this.#retransmit = this.around.clock.after(pauseMs, () => {
      this.around.counters.retransmitted++
      this.step('retransmit')
    })
  }

  protected stopRetransmit(): void {
    this.#retransmit?.clear()
    this.#retransmit = undefined
  }

  protected timeoutAfter(delayMs: number): void {
    this.#timeout?.clear()
    this.#timeout = this.around.clock.after(delayMs, () => this.step('timeout'))
  }

  protected lingerFor(delayMs: number): void {
    this.#linger = this.around.clock.after(delayMs, () => this.step('linger'))
  }

  /** Ends now, in any state. */
  protected terminate(state: State): void {
    this.#state = state
    this.#end()
  }

  #carryOut(effect: Effect | CommonEffect): void {
    switch (effect) {
      case 'send':
        this.send()
        return
      case 'start-retransmit':
        this.retransmitAfter(this.#pauseMs)
        return
      case 'stop-retransmit':
        this.stopRetransmit()
        return
      case 'start-timeout':
        this.timeoutAfter(timeoutOf(this.around.times))
        return
      case 'stop-timeout':
        this.#timeout?.clear()
        return
      case 'end':
        this.#end()
        return
      default:
        this.perform(effect as Effect)
        return
    }
  }

  #end(): void {
    this.#retransmit?.clear()
    this.#timeout?.clear()
    this.#linger?.clear()
    this.ended()
  }
}
