import type { Clock } from '../clock.ts'
import type { SipMessage } from '../message/message.ts'
import type { Destination, SendFailure, Transport } from '../transport/transport.ts'
import type { TransactionCounters } from './counters.ts'
import type { TransactionTimes } from './settings.ts'
import type { Trace } from './trace.ts'

/** The part of the layer that a transaction uses. */
export interface Surroundings {
  readonly outlet: Outlet
  readonly clock: Clock
  readonly times: TransactionTimes
  readonly counters: TransactionCounters
}

/** Sends every message of the layer: counts it, traces it, passes it to the transport. */
export class Outlet {
  readonly #transport: Transport
  readonly #clock: Clock
  readonly #counters: TransactionCounters
  readonly #trace: Trace | undefined

  constructor(transport: Transport, clock: Clock, counters: TransactionCounters, trace: Trace | undefined) {
    this.#transport = transport
    this.#clock = clock
    this.#counters = counters
    this.#trace = trace
  }

  /** Nothing came back for this long: the connection may be dead although no error was reported. */
  retire(to: Destination, unansweredMs: number): void {
    this.#transport.retire?.(to, unansweredMs)
  }

  send(
    message: SipMessage,
    bytes: Uint8Array,
    to: Destination,
    failed: (failure: SendFailure) => void = () => {},
  ): void {
    this.#counters.sent++
    this.#trace?.({ direction: 'sent', atMs: this.#clock.nowMs(), peer: to, bytes, message })
    this.#transport.send(bytes, to, (failure) => {
      this.#counters.unsent++
      failed(failure)
    })
  }
}
