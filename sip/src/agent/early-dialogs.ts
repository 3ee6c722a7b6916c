import { type Dialog, dialogKey, dialogOfClient, receiveInDialog } from '../dialog/dialog.ts'
import { isNextReliable, reliableSequence } from '../dialog/reliable.ts'
import { Headers } from '../message/headers.ts'
import type { SipResponse } from '../message/message.ts'
import { respond } from '../message/respond.ts'
import { serialise } from '../message/serialise.ts'
import type { ServerTransaction } from '../transaction/server-transaction.ts'
import { type Body, bodyHeaders, bodyOf } from './body.ts'
import type { CallOptions } from './call-options.ts'
import { type AgentCore, capabilityHeaders } from './core.ts'
import type { DialogOwner } from './dialog-table.ts'
import type { Leg } from './exchange.ts'
import { refusal } from './inspect-request.ts'

/** Branches of a forked INVITE that are tracked separately. Responses from further branches count for the last one. */
export const maxForks = 16

/** One branch. Its dialog is read from the first response on first use. A call that only rings never needs it. */
class EarlyDialog implements DialogOwner {
  readonly tag: string
  readonly key: string
  lastRSeq: number | undefined
  last: SipResponse
  /** Our offer was answered in a reliable response. */
  answered = false
  readonly #owner: EarlyDialogs
  readonly #leg: Leg
  readonly #first: SipResponse
  #dialog: Dialog | undefined

  constructor(owner: EarlyDialogs, tag: string, leg: Leg, first: SipResponse) {
    this.tag = tag
    this.key = dialogKey(leg.request.callId, leg.request.fromTag ?? '', tag)
    this.#owner = owner
    this.#leg = leg
    this.#first = first
    this.last = first
  }

  /** Undefined when the response cannot create a dialog. */
  get dialog(): Dialog | undefined {
    this.#dialog ??= dialogOfClient(this.#leg.request, this.#first)
    return this.#dialog
  }

  set dialog(next: Dialog) {
    this.#dialog = next
  }

  receive(transaction: ServerTransaction): void {
    this.#owner.answer(this, transaction)
  }

  receiveAck(): void {}

  /** An early dialog ends together with its INVITE. */
  close(): void {}
}

const unreliable = { fresh: true, prack: undefined } as const
const copied = { fresh: false, prack: undefined } as const

/** The early dialogs of one INVITE of ours: one for each phone that a proxy forked it to (RFC 3261 12.1). */
export class EarlyDialogs {
  readonly #core: AgentCore
  readonly #branches: EarlyDialog[] = []
  readonly #contact: () => string
  readonly #handlers: Pick<CallOptions, 'onOffer'>

  constructor(core: AgentCore, contact: () => string, handlers: Pick<CallOptions, 'onOffer'>) {
    this.#core = core
    this.#contact = contact
    this.#handlers = handlers
  }

  /**
   * Takes a provisional response. `fresh` is false for copies and for reliable responses out of order (RFC 3262 4),
   * which are not reported to the caller. `rseq` and the dialog are set when the response needs a PRACK.
   */
  take(
    response: SipResponse,
    leg: Leg,
  ): { fresh: boolean; prack: { dialog: Dialog; rseq: number } | undefined } {
    const early = this.#branchOf(response, leg)
    const rseq = reliableSequence(response)
    if (early !== undefined && early.last !== response) {
      if (isCopy(early.last, response)) return copied
      early.last = response
    }
    if (rseq === undefined || early?.dialog === undefined) return unreliable
    if (!isNextReliable(early.lastRSeq, rseq)) return copied
    early.lastRSeq = rseq
    early.answered ||= response.body.length > 0
    const dialog = { ...early.dialog, localCSeq: early.dialog.localCSeq + 1 }
    early.dialog = dialog
    return { fresh: true, prack: { dialog, rseq } }
  }

  get(response: SipResponse): Dialog | undefined {
    return this.#find(response.toTag ?? '')?.dialog
  }

  /** Removes all early dialogs: the INVITE has its final response. */
  clear(): void {
    for (const { key } of this.#branches) this.#core.dialogs.delete(key)
    this.#branches.length = 0
  }

  #find(tag: string): EarlyDialog | undefined {
    for (const branch of this.#branches) if (branch.tag === tag) return branch
    return undefined
  }

  #branchOf(response: SipResponse, leg: Leg): EarlyDialog | undefined {
    const tag = response.toTag
    if (tag === undefined) return undefined
    const known = this.#find(tag)
    if (known !== undefined || this.#branches.length >= maxForks) return known
    const early = new EarlyDialog(this, tag, leg, response)
    this.#branches.push(early)
    this.#core.dialogs.add(early.key, early)
    return early
  }

  // RFC 3311 5.2: the peer may send an offer once ours was answered in a reliable response. Before that, both offers
  // would be open at once.
  answer(early: EarlyDialog, transaction: ServerTransaction): void {
    const { request } = transaction
    const { dialog } = early
    // RFC 3261 12.2.2: without a dialog the request belongs to nothing.
    if (dialog === undefined) {
      transaction.respond(respond(request, 481, request.toTag ?? ''))
      return
    }
    const next = receiveInDialog(dialog, request)
    const refused = next === 'out of order' ? { status: 500, headers: new Headers() } : refusal(request)
    if (next !== 'out of order') early.dialog = next
    const offer = request.method === 'UPDATE' ? bodyOf(request) : undefined
    let status = refused?.status ?? 200
    let answer: Body | undefined
    if (status === 200 && offer !== undefined) {
      answer = early.answered ? this.#handlers.onOffer?.(offer, request) : undefined
      if (answer === undefined) status = early.answered ? 488 : 491
    }
    const headers = refused?.headers ?? capabilityHeaders(this.#core, 'Server')
    if (status === 200) headers.append('Contact', this.#contact())
    for (const [name, value] of bodyHeaders(answer)) headers.append(name, value)
    const body = answer === undefined ? {} : { body: answer.content }
    transaction.respond(respond(request, status, dialog.localTag, { headers, ...body }))
  }
}

/** RFC 3261 17.2.1: a retransmitted INVITE is answered with the last provisional response, unchanged. */
function isCopy(a: SipResponse, b: SipResponse): boolean {
  return a.status === b.status && serialise(a).equals(serialise(b))
}
