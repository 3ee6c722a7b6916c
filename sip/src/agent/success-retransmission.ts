import type { Timer } from '../clock.ts'
import type { SipResponse } from '../message/message.ts'
import type { ServerTransaction } from '../transaction/server-transaction.ts'
import { timeoutOf } from '../transaction/settings.ts'
import type { AgentCore } from './core.ts'

/**
 * Our 2xx to an INVITE, retransmitted until its ACK comes: after T1, doubling up to T2, for 64*T1, on any transport
 * (RFC 3261 13.3.1.4).
 */
export class SuccessRetransmission {
  readonly #core: AgentCore
  readonly #transaction: ServerTransaction
  readonly #response: SipResponse
  readonly #onNoAck: () => void
  readonly #deadline: Timer
  #again: Timer | undefined
  #pauseMs: number

  constructor(core: AgentCore, transaction: ServerTransaction, response: SipResponse, onNoAck: () => void) {
    this.#core = core
    this.#transaction = transaction
    this.#response = response
    this.#onNoAck = onNoAck
    this.#pauseMs = core.layer.times.t1Ms
    this.#deadline = core.clock.after(timeoutOf(core.layer.times), () => this.#giveUp())
    transaction.respond(response)
    this.#schedule()
  }

  /** The CSeq number that the ACK must have. */
  get cseq(): number {
    return this.#transaction.request.cseq.number
  }

  stop(): void {
    this.#again?.clear()
    this.#deadline.clear()
  }

  #schedule(): void {
    this.#again = this.#core.clock.after(this.#pauseMs, () => {
      this.#transaction.respond(this.#response)
      this.#schedule()
    })
    this.#pauseMs = Math.min(this.#pauseMs * 2, this.#core.layer.times.t2Ms)
  }

  #giveUp(): void {
    this.stop()
    this.#onNoAck()
  }
}
