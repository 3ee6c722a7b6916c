import { type Dialog, dialogKey, dialogOfClient, receiveInDialog } from '../dialog/dialog.ts'
import { isNextReliable, reliableSequence } from '../dialog/reliable.ts'
import { Headers } from '../message/headers.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import { tagOf } from '../message/name-address.ts'
import { respond } from '../message/respond.ts'
import type { ServerTransaction } from '../transaction/server-transaction.ts'
import { type Body, bodyHeaders, bodyOf } from './body.ts'
import { type AgentCore, capabilityHeaders } from './core.ts'
import type { Leg } from './exchange.ts'
import { refusal } from './inspect-request.ts'

/** Branches of a forked INVITE that are kept apart; responses of more are taken for the last one's. */
export const maxForks = 16

interface EarlyDialog {
  dialog: Dialog
  lastRSeq: number | undefined
  /** Our offer was answered in a reliable response. */
  answered: boolean
}

/** The early dialogs of one INVITE of ours: one for each phone that a proxy forked it to (RFC 3261 12.1). */
export class EarlyDialogs {
  readonly #core: AgentCore
  readonly #byTag = new Map<string, EarlyDialog>()

  readonly #contact: () => string
  readonly #answerOffer: (offer: Body, request: SipRequest) => Body | undefined

  constructor(
    core: AgentCore,
    contact: () => string,
    answerOffer: (offer: Body, request: SipRequest) => Body | undefined,
  ) {
    this.#core = core
    this.#contact = contact
    this.#answerOffer = answerOffer
  }

  /**
   * Takes a provisional response. `fresh` is false for copies and gaps of reliable ones (RFC 3262 4), which
   * nobody is told of; `rseq` and the dialog are there when it wants a PRACK.
   */
  take(
    response: SipResponse,
    leg: Leg,
  ): { fresh: boolean; prack: { dialog: Dialog; rseq: number } | undefined } {
    const early = this.#dialogOf(response, leg)
    const rseq = reliableSequence(response)
    if (early === undefined || rseq === undefined) return { fresh: true, prack: undefined }
    if (!isNextReliable(early.lastRSeq, rseq)) return { fresh: false, prack: undefined }
    early.lastRSeq = rseq
    early.answered ||= response.body.length > 0
    early.dialog = { ...early.dialog, localCSeq: early.dialog.localCSeq + 1 }
    return { fresh: true, prack: { dialog: early.dialog, rseq } }
  }

  get(response: SipResponse): Dialog | undefined {
    return this.#byTag.get(tagOf(response.to) ?? '')?.dialog
  }

  /** Forgets all: the INVITE has its final response. */
  clear(): void {
    for (const { dialog } of this.#byTag.values()) this.#core.dialogs.delete(keyOf(dialog))
    this.#byTag.clear()
  }

  #dialogOf(response: SipResponse, leg: Leg): EarlyDialog | undefined {
    const tag = tagOf(response.to)
    if (tag === undefined) return undefined
    const known = this.#byTag.get(tag)
    if (known !== undefined) return known
    const dialog = this.#byTag.size < maxForks ? dialogOfClient(leg.request, response) : undefined
    if (dialog === undefined) return undefined
    const early: EarlyDialog = { dialog, lastRSeq: undefined, answered: false }
    this.#byTag.set(tag, early)
    this.#core.dialogs.add(keyOf(dialog), {
      receive: (transaction) => this.#answer(early, transaction),
      receiveAck() {},
    })
    return early
  }

  // RFC 3311 5.2: an offer may come once ours was answered in a reliable response; before that they cross.
  #answer(early: EarlyDialog, transaction: ServerTransaction): void {
    const { request } = transaction
    const next = receiveInDialog(early.dialog, request)
    const refused = next === 'out of order' ? { status: 500, headers: new Headers() } : refusal(request)
    if (next !== 'out of order') early.dialog = next
    const offer = request.method === 'UPDATE' ? bodyOf(request) : undefined
    let status = refused?.status ?? 200
    let answer: Body | undefined
    if (status === 200 && offer !== undefined) {
      answer = early.answered ? this.#answerOffer(offer, request) : undefined
      if (answer === undefined) status = early.answered ? 488 : 491
    }
    const headers = refused?.headers ?? capabilityHeaders(this.#core, 'Server')
    if (status === 200) headers.append('Contact', this.#contact())
    for (const [name, value] of bodyHeaders(answer)) headers.append(name, value)
    const body = answer === undefined ? {} : { body: answer.content }
    transaction.respond(respond(request, status, early.dialog.localTag, { headers, ...body }))
  }
}

function keyOf(dialog: Dialog): string {
  return dialogKey(dialog.callId, dialog.localTag, dialog.remoteTag)
}
