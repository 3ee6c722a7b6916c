import type { Timer } from '../clock.ts'
import { parseRAck } from '../message/header-values.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import type { ServerTransaction } from '../transaction/server-transaction.ts'
import { timeoutOf } from '../transaction/settings.ts'
import type { AgentCore } from './core.ts'

/** Provisional responses queued until the PRACK of the previous one comes (RFC 3262 3: one at a time). */
const maxWaiting = 8

/** Sends provisional responses reliably, for callers that require it (RFC 3262 3). */
export class ReliableProvisional {
  readonly #core: AgentCore
  readonly #transaction: ServerTransaction
  readonly #onNoPrack: () => void
  readonly #waiting: SipResponse[] = []
  #rseq: number
  #current: SipResponse | undefined
  #again: Timer | undefined
  #deadline: Timer | undefined

  constructor(core: AgentCore, transaction: ServerTransaction, onNoPrack: () => void) {
    this.#core = core
    this.#transaction = transaction
    this.#onNoPrack = onNoPrack
    // RFC 3262 3: the first RSeq is drawn from 1 to 2^31 - 1.
    this.#rseq = 1 + core.random.below(2 ** 31 - 1)
  }

  /** Whether a response with an offer or answer still has no PRACK: a 2xx must wait for it (RFC 3262 3). */
  get pending(): boolean {
    return this.#current !== undefined
  }

  send(response: SipResponse): void {
    if (this.#current !== undefined) {
      if (this.#waiting.length < maxWaiting) this.#waiting.push(response)
      return
    }
    response.headers.append('Require', '100rel').append('RSeq', String(this.#rseq))
    this.#current = response
    this.#deadline = this.#core.clock.after(timeoutOf(this.#core.layer.times), () => {
      this.stop()
      this.#onNoPrack()
    })
    this.#transmit(this.#core.layer.times.t1Ms)
  }

  /** True when the PRACK matches the outstanding response; any other PRACK is answered 481. */
  acknowledge(prack: SipRequest): boolean {
    const rack = parseRAck(prack.headers.get('RAck') ?? '')
    const { cseq } = this.#transaction.request
    const matches =
      this.#current !== undefined &&
      rack?.rseq === this.#rseq &&
      rack.cseq.number === cseq.number &&
      rack.cseq.method === cseq.method
    if (!matches) return false
    this.stop()
    this.#rseq++
    const next = this.#waiting.shift()
    if (next !== undefined) this.send(next)
    return true
  }

  stop(): void {
    this.#again?.clear()
    this.#deadline?.clear()
    this.#current = undefined
  }

  // The pause doubles without a limit, for 64*T1.
  #transmit(pauseMs: number): void {
    this.#transaction.respond(this.#current!)
    this.#again = this.#core.clock.after(pauseMs, () => this.#transmit(pauseMs * 2))
  }
}
