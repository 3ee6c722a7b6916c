import type { SipRequest, SipResponse } from '../message/message.ts'
import { headText } from '../message/serialise.ts'
import type { Destination, SendFailure } from '../transport/transport.ts'
import { ackForFailure } from './hop-by-hop.ts'
import { type ClientEffect, type ClientEvent, type ClientState, inviteClient } from './invite-client.ts'
import { type NonInviteClientState, nonInviteClient } from './non-invite-client.ts'
import type { Surroundings } from './outlet.ts'
import { timeoutOf } from './settings.ts'
import { Transaction } from './transaction.ts'

/** Why a request got no final response. */
export type ClientFailure =
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unsent'; readonly failure: SendFailure }
  | { readonly kind: 'overloaded' }
  /** The agent was closed before an answer came. */
  | { readonly kind: 'closed' }

/**
 * The sender of the request. It gets exactly one final response or one failure, except for further 2xx to an INVITE.
 */
export interface ClientUser {
  onResponse(response: SipResponse): void
  onFailure(failure: ClientFailure): void
}

/** The owner of the transaction. */
export interface ClientTransactionOwner {
  /** Completed over UDP: from now on the owner absorbs copies of the final response (timers D and K). */
  linger(transaction: ClientTransaction): void
  end(transaction: ClientTransaction): void
}

/** The reaction to a copy of the final response: the ACK as it was sent. Only an INVITE has one. */
export interface Remainder {
  /** Text instead of bytes: a small Buffer would keep the whole 64 KiB pool it was sliced from in memory. */
  readonly ack: string
  readonly destination: Destination
}

/** The client state machines of RFC 3261 17.1. */
export class ClientTransaction extends Transaction<
  ClientState | NonInviteClientState,
  ClientEvent,
  ClientEffect
> {
  /** The `clientKey` of the request. */
  readonly key: string
  readonly destination: Destination
  /** A CANCEL for this request was sent. */
  cancelSent = false
  readonly #user: ClientUser
  readonly #owner: ClientTransactionOwner
  #bytes: Uint8Array | undefined
  #response: SipResponse | undefined
  #ack: SipRequest | undefined
  #ackText = ''
  readonly #startedMs: number
  #cancelled = false

  constructor(
    key: string,
    request: SipRequest,
    bytes: Uint8Array,
    destination: Destination,
    user: ClientUser,
    around: Surroundings,
    owner: ClientTransactionOwner,
  ) {
    // RFC 3261 17.1.1.2: timer A doubles without a limit; 17.1.2.2: timer E doubles up to T2.
    const machine =
      request.method === 'INVITE'
        ? ({ rows: inviteClient, state: 'calling', longestPauseMs: Number.POSITIVE_INFINITY } as const)
        : ({ rows: nonInviteClient, state: 'trying', longestPauseMs: around.times.t2Ms } as const)
    super(request, destination, around, machine)
    this.key = key
    this.destination = destination
    this.#user = user
    this.#owner = owner
    this.#bytes = bytes
    this.#startedMs = around.clock.nowMs()
  }

  receive(response: SipResponse): void {
    this.#response = response
    if (response.status < 200) this.step('provisional')
    else this.step(response.status < 300 ? 'success' : 'failure')
    this.#response = undefined
    // RFC 3261 17.1.1.2 and 17.1.2.2: timers D and K are zero on a reliable transport.
    if (this.state === 'completed' && !this.isReliable) this.#owner.linger(this)
  }

  /** The agent was closed: the sender gets a failure instead of a final response. */
  close(): void {
    const isOpen = this.state !== 'terminated' && this.state !== 'completed' && this.state !== 'accepted'
    this.terminate('terminated')
    if (isOpen) this.#user.onFailure({ kind: 'closed' })
  }

  /** The request was given up for another server: it is not sent again, but a response to it is still processed. */
  stopRetransmitting(): void {
    this.stopRetransmit()
  }

  /** The data kept of an INVITE that was refused. */
  get remainder(): Remainder | undefined {
    return this.#ack && { ack: this.#ackText, destination: this.destination }
  }

  /** Notes that a CANCEL was sent, so that the transaction ends by itself when no final response comes. */
  noteCancel(): void {
    this.step('cancelled')
    this.#cancelled = true
  }

  protected override send(): void {
    this.transmit(this.request, this.#bytes!)
  }

  protected override ended(): void {
    this.#owner.end(this)
  }

  protected override perform(effect: ClientEffect): void {
    const { times, counters, outlet, clock } = this.around
    switch (effect) {
      case 'acknowledge':
        this.#acknowledge()
        return
      case 'deliver':
        this.#user.onResponse(this.#response!)
        return
      case 'report-timeout':
        counters.timedOut++
        outlet.retire(this.destination, clock.nowMs() - this.#startedMs)
        this.#user.onFailure({ kind: 'timeout' })
        return
      case 'report-unsent':
        this.#user.onFailure({ kind: 'unsent', failure: this.failure! })
        return
      case 'slow-retransmit':
        this.retransmitAfter(times.t2Ms)
        return
      case 'start-patience':
        // The request has arrived and is not sent again.
        this.#bytes = undefined
        // After a CANCEL, provisional responses no longer extend the wait.
        if (!this.#cancelled) this.timeoutAfter(times.proceedingMs)
        return
      case 'start-absorb':
        // Over UDP the owner absorbs copies, see receive().
        if (this.isReliable) this.lingerFor(0)
        return
      case 'start-accepted':
        this.#bytes = undefined
        this.lingerFor(timeoutOf(times))
        return
    }
  }

  #acknowledge(): void {
    if (this.#ack === undefined) {
      this.#ack = ackForFailure(this.request, this.#response!)
      this.#ackText = headText(this.#ack)
    }
    this.around.outlet.send(this.#ack, Buffer.from(this.#ackText), this.destination)
  }
}
