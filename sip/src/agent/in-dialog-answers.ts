import type { Dialog } from '../dialog/dialog.ts'
import { type SessionTimer, timerOfServer } from '../dialog/session-timer.ts'
import { Headers } from '../message/headers.ts'
import type { SipRequest } from '../message/message.ts'
import { respond } from '../message/respond.ts'
import type { ServerTransaction } from '../transaction/server-transaction.ts'
import { type Body, bodyHeaders, bodyOf } from './body.ts'
import { type AgentCore, capabilityHeaders } from './core.ts'
import { refusal } from './inspect-request.ts'
import { SuccessRetransmission } from './success-retransmission.ts'

/** Events of an answered call. */
export interface SessionHandlers {
  /** The ACK of our 200 has come with our tag: the caller has really received it. */
  onAcknowledged?(): void
  /**
   * An offer in a re-INVITE or UPDATE: returns the answer, or undefined to refuse it (488). Refused without this
   * handler.
   */
  onOffer?(offer: Body, request: SipRequest): Body | undefined
  /** A re-INVITE without an offer requests ours. Without this handler our last description is sent again. */
  makeOffer?(): Body | undefined
  /** The answer to an offer that we made after the call was answered: in an ACK, or in the 200 to our re-INVITE. */
  onNewAnswer?(answer: Body): void
  /** An INFO came; it was already answered with 200. */
  onInfo?(request: SipRequest): void
  /** Nothing answers at the Contact of the 200: from now on requests go to where the 200 came from. */
  onDetour?(contact: string): void
  /** Copies of the 200 go on: the peer has none of our ACKs. */
  onAckLost?(): void
}

/** A dialog whose requests are answered here. */
export interface DialogInUse {
  readonly core: AgentCore
  readonly dialog: Dialog
  readonly contact: string
  readonly handlers: SessionHandlers
  /** Our re-INVITE has no final response yet. */
  readonly inviting: boolean
  localBody: Body | undefined
  /** Our 2xx that has not been acknowledged yet. */
  unacknowledged: SuccessRetransmission | undefined
  /** That 2xx contained our offer, so the ACK contains the answer. */
  awaitsAnswer: boolean
  reply(transaction: ServerTransaction, status: number, headers?: Headers): void
  hungUpBy(request: SipRequest): void
  lose(reason: 'no-ack'): void
  moveTarget(request: SipRequest): void
  setTimer(timer: SessionTimer | undefined, peerMessage: SipRequest): void
}

/** Answers a request in a confirmed dialog. */
export function answerInDialog(session: DialogInUse, transaction: ServerTransaction): void {
  const { request } = transaction
  const refused = refusal(request)
  if (refused !== undefined) {
    session.reply(transaction, refused.status, refused.headers)
    return
  }
  switch (request.method) {
    case 'BYE':
      session.reply(transaction, 200)
      session.hungUpBy(request)
      return
    case 'INVITE':
    case 'UPDATE':
      answerOffer(session, transaction)
      return
    case 'INFO':
      session.reply(transaction, 200)
      session.handlers.onInfo?.(request)
      return
    // A PRACK although no reliable provisional response is unacknowledged.
    case 'PRACK':
      session.reply(transaction, 481)
      return
    default:
      session.reply(transaction, 200)
  }
}

// RFC 3261 14.2 and RFC 3311 5.2: offers from the peer, which also refresh the session.
function answerOffer(session: DialogInUse, transaction: ServerTransaction): void {
  const { request } = transaction
  const offer = bodyOf(request)
  const negotiates = request.method === 'INVITE' || offer !== undefined
  // Two offers are open at once: the peer tries again later. An UPDATE without an offer does not conflict.
  if (negotiates && (session.inviting || session.unacknowledged !== undefined)) {
    const wait = Headers.of(['Retry-After', String(session.core.random.below(10))])
    session.reply(transaction, session.inviting ? 491 : 500, session.inviting ? new Headers() : wait)
    return
  }
  const timer = timerOfServer(request)
  if (timer.kind === 'too small') {
    session.reply(transaction, 422, Headers.of(['Min-SE', String(timer.minS)]))
    return
  }
  const answer = answerTo(session, offer, request.method === 'INVITE', transaction)
  if (answer === 'refused') {
    session.reply(transaction, 488)
    return
  }
  session.moveTarget(request)
  const headers = capabilityHeaders(session.core, 'Server').append('Contact', session.contact)
  for (const [name, value] of bodyHeaders(answer)) headers.append(name, value)
  if (timer.kind === 'agreed') for (const [name, value] of timer.headers) headers.append(name, value)
  const response = respond(request, 200, session.dialog.localTag, {
    headers,
    ...(answer === undefined ? {} : { body: answer.content }),
  })
  if (request.method === 'INVITE') {
    session.awaitsAnswer = offer === undefined
    session.unacknowledged = new SuccessRetransmission(session.core, transaction, response, () =>
      session.lose('no-ack'),
    )
  } else transaction.respond(response)
  session.setTimer(timer.kind === 'agreed' ? timer.timer : undefined, request)
}

function answerTo(
  session: DialogInUse,
  offer: Body | undefined,
  needsBody: boolean,
  { request }: ServerTransaction,
): Body | undefined | 'refused' {
  // A re-INVITE without an offer requests ours; an UPDATE without one only refreshes the session.
  const answer =
    offer !== undefined
      ? session.handlers.onOffer?.(offer, request)
      : needsBody
        ? (session.handlers.makeOffer?.() ?? session.localBody)
        : undefined
  if (answer === undefined) return offer === undefined ? undefined : 'refused'
  session.localBody = answer
  return answer
}
