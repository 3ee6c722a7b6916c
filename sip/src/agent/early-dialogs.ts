import { type Dialog, dialogKey, dialogOfClient, receiveInDialog } from '../dialog/dialog.ts'
import { isNextReliable, reliableSequence } from '../dialog/reliable.ts'
import { Headers } from '../message/headers.ts'
import type { SipResponse } from '../message/message.ts'
import { parseMessage } from '../message/parse.ts'
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

/**
 * One branch. Its dialog is read from the first response on first use. A call that only rings never needs it, so it keeps
 * the response as text, a third of the memory.
 */
class EarlyDialog implements DialogOwner {
  readonly tag: string
  readonly key: string
  lastRSeq: number | undefined
  /** The last response: its bytes as text. */
  last: string
  /** Our offer was answered in a reliable response. */
  answered = false
  readonly #owner: EarlyDialogs
  readonly #leg: Leg
  readonly #first: string
  #dialog: Dialog | undefined

  constructor(owner: EarlyDialogs, tag: string, leg: Leg, first: string) {
    this.tag = tag
    this.key = dialogKey(leg.request.callId, leg.request.fromTag ?? '', tag)
    this.#owner = owner
    this.#leg = leg
    this.#first = first
    this.last = first
  }

  /** Undefined when the response cannot create a dialog. */
  get dialog(): Dialog | undefined {
    if (this.#dialog !== undefined) return this.#dialog
    const first = parseMessage(Buffer.from(this.#first, 'latin1'))
    // With its header names in full it may exceed the bounds of a message.
    this.#dialog = first.kind === 'response' ? dialogOfClient(this.#leg.request, first) : undefined
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

const noBranches: readonly EarlyDialog[] = []
const unreliable = { fresh: true, prack: undefined } as const
const copied = { fresh: false, prack: undefined } as const

/** The early dialogs of one INVITE of ours: one for each phone that a proxy forked it to (RFC 3261 12.1). */
export class EarlyDialogs {
  readonly #core: AgentCore
  #branches: readonly EarlyDialog[] = noBranches
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
    const tag = response.toTag
    const known = tag === undefined ? undefined : this.#find(tag)
    const text = serialise(response).toString('latin1')
    // RFC 3261 17.2.1: a retransmitted INVITE is answered with the last provisional response, unchanged.
    if (known?.last === text) return copied
    if (known !== undefined) known.last = text
    const early = known ?? this.#add(tag, leg, text)
    const rseq = reliableSequence(response)
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
    this.#branches = noBranches
  }

  #find(tag: string): EarlyDialog | undefined {
    for (const branch of this.#branches) if (branch.tag === tag) return branch
    return undefined
  }

  #add(tag: string | undefined, leg: Leg, first: string): EarlyDialog | undefined {
    if (tag === undefined || this.#branches.length >= maxForks) return undefined
    const early = new EarlyDialog(this, tag, leg, first)
    // Not by push, which makes room for 17: nearly every call has one.
    this.#branches = this.#branches.concat(early)
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
