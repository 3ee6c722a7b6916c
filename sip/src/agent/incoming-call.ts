import type { Timer } from '../clock.ts'
import { type Dialog, dialogKey, dialogOfServer, receiveInDialog } from '../dialog/dialog.ts'
import { timerOfServer } from '../dialog/session-timer.ts'
import { Headers } from '../message/headers.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import { respond } from '../message/respond.ts'
import type { ServerTransaction } from '../transaction/server-transaction.ts'
import type { Source } from '../transport/transport.ts'
import { type Body, bodyHeaders, bodyOf } from './body.ts'
import type { CallEnd } from './call-end.ts'
import { type AgentCore, capabilityHeaders, contactHeader, newTag } from './core.ts'
import type { DialogOwner } from './dialog-table.ts'
import type { SessionHandlers } from './in-dialog-answers.ts'
import { ReliableProvisional } from './reliable-provisional.ts'
import { Session } from './session.ts'
import { SuccessRetransmission } from './success-retransmission.ts'

export interface ReplyOptions {
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: Body
  /** The reason phrase, when it differs from the standard one. */
  readonly reason?: string
}

/** A provisional response is repeated at this interval, so that no proxy times the call out (RFC 3261 13.3.1.1). */
const repeatProgressMs = 60_000
/** A call that is neither answered nor refused is refused after this time. */
const unansweredLimitMs = 180_000

/** An incoming call, to be rung, answered or refused. */
export class IncomingCall implements DialogOwner {
  /** The INVITE with all its headers, such as Identity and P-Asserted-Identity. */
  readonly request: SipRequest
  readonly source: Source
  /** Resolves when the call has ended; it never rejects. */
  readonly ended: Promise<CallEnd>
  /** Our To tag: 128 random bits that the ACK repeats. */
  readonly localTag: string
  /** Set by the code that takes the call. */
  handlers: SessionHandlers & { onEnd?(end: CallEnd): void } = {}
  readonly #core: AgentCore
  readonly #transaction: ServerTransaction
  readonly #dialogKey: string
  readonly #reliable: ReliableProvisional | undefined
  readonly #contact: string
  readonly #limit: Timer
  readonly #resolveEnded: (end: CallEnd) => void
  #early: Dialog | undefined
  #session: Session | undefined
  #answerWaiting: ReplyOptions | undefined
  #repeat: Timer | undefined
  #refused: number | undefined
  #over = false

  constructor(core: AgentCore, transaction: ServerTransaction, contactUser: string | undefined) {
    this.#core = core
    this.#transaction = transaction
    this.request = transaction.request
    this.source = transaction.source
    this.localTag = newTag(core)
    this.#early = dialogOfServer(this.request, this.localTag)
    this.#contact = contactHeader(core, transaction.source, contactUser, this.request.uri)
    const { promise, resolve } = Promise.withResolvers<CallEnd>()
    this.ended = promise
    this.#resolveEnded = resolve
    this.#dialogKey = dialogKey(this.request.callId, this.localTag, this.#early?.remoteTag ?? '')
    core.dialogs.add(this.#dialogKey, this)
    if (this.request.headers.includes('Require', '100rel'))
      this.#reliable = new ReliableProvisional(core, transaction, () => this.reject(504))
    this.#limit = core.clock.after(unansweredLimitMs, () => this.reject(480))
    transaction.attach({
      onAck: (ack) => this.receiveAck(ack),
      onConfirmed: () => this.#settleRefusal(true),
      onUnconfirmed: () => this.#settleRefusal(false),
      onUnsent: () => this.#settleRefusal(false),
      onCancel: () => this.#onCancel(),
    })
  }

  /** The answered call, or undefined. */
  get session(): Session | undefined {
    return this.#session
  }

  /** Sends a provisional response: 180, or 183 with early media. */
  ring(status = 180, options: ReplyOptions = {}): void {
    if (this.#isAnswered) return
    this.#repeat?.clear()
    const response = this.#response(status, options)
    if (this.#reliable !== undefined) {
      this.#reliable.send(response)
      return
    }
    this.#transaction.respond(response)
    this.#repeat = this.#core.clock.after(repeatProgressMs, () => this.ring(status, options))
  }

  /** Answers with 200, which is retransmitted until the ACK comes. */
  answer(options: ReplyOptions = {}): void {
    if (this.#isAnswered) return
    // RFC 3262 3: not before the PRACK of a provisional response has come.
    if (this.#reliable?.pending === true) {
      this.#answerWaiting = options
      return
    }
    const timer = timerOfServer(this.request)
    if (this.#early === undefined) {
      this.reject(400, { reason: 'Contact or Record-Route missing' })
      return
    }
    this.#quiet()
    const agreed = timer.kind === 'agreed' ? timer.headers : []
    const response = this.#response(200, { ...options, headers: [...agreed, ...(options.headers ?? [])] })
    this.#session = this.#establish({ ...this.#early, confirmed: true }, options.body)
    this.#session.unacknowledged = new SuccessRetransmission(this.#core, this.#transaction, response, () =>
      this.#session?.lose('no-ack'),
    )
    this.#session.setTimer(timer.kind === 'agreed' ? timer.timer : undefined, this.request)
  }

  /**
   * Refuses the call. It ends as `refused`. `confirmed` is true when the ACK came back with our tag, which only the
   * receiver of the refusal knows; it is false when that ACK never came.
   */
  reject(status = 486, options: ReplyOptions = {}): void {
    if (this.#isAnswered || status < 300) return
    this.#quiet()
    this.#refused = status
    this.#transaction.respond(this.#response(status, options))
  }

  /** Ends the call in any state. */
  hangUp(): void {
    if (this.#session !== undefined) this.#session.bye()
    else this.reject(480)
  }

  // Requests in the early dialog: PRACK, UPDATE, a BYE instead of a CANCEL.
  receive(transaction: ServerTransaction): void {
    const { request } = transaction
    const next = this.#early === undefined ? undefined : receiveInDialog(this.#early, request)
    if (next === undefined || next === 'out of order') {
      transaction.respond(respond(request, 500, this.localTag))
      return
    }
    this.#early = next
    const prack = request.method === 'PRACK'
    const known = prack ? this.#reliable?.acknowledge(request) === true : request.method !== 'INVITE'
    // RFC 3311 5.2: the INVITE's offer is not answered yet, so an UPDATE with another offer conflicts with it.
    const crossing = request.method === 'UPDATE' && bodyOf(request) !== undefined
    transaction.respond(respond(request, crossing ? 491 : known ? 200 : prack ? 481 : 491, this.localTag))
    if (request.method === 'BYE') this.#onCancel()
    if (prack && this.#answerWaiting !== undefined && this.#reliable?.pending !== true) {
      const options = this.#answerWaiting
      this.#answerWaiting = undefined
      this.answer(options)
    }
  }

  receiveAck(ack: SipRequest): void {
    this.#session?.receiveAck(ack)
  }

  close(): void {
    if (this.#refused === undefined) this.#finish({ kind: 'lost', reason: 'agent-closed' })
    else this.#settleRefusal(false)
  }

  get #isAnswered(): boolean {
    return this.#over || this.#session !== undefined || this.#refused !== undefined
  }

  #establish(dialog: Dialog, localBody: Body | undefined): Session {
    // The session replaces the call in the dialog table.
    const session = new Session(this.#core, {
      dialog,
      leg: { request: this.request, destination: this.source },
      contact: this.#contact,
      digest: undefined,
      handlers: this.handlers,
      localBody,
      onEnd: (end) => this.#finish(end),
    })
    return session
  }

  #response(status: number, options: ReplyOptions): SipResponse {
    const headers = status < 300 ? capabilityHeaders(this.#core, 'Server') : new Headers()
    const isNamed = options.headers?.some(([name]) => name === 'Contact') ?? false
    if (status < 300 && !isNamed) headers.append('Contact', this.#contact)
    for (const [name, value] of options.headers ?? []) headers.append(name, value)
    for (const [name, value] of bodyHeaders(options.body)) headers.append(name, value)
    return respond(this.request, status, this.localTag, {
      headers,
      ...(options.reason === undefined ? {} : { reason: options.reason }),
      ...(options.body === undefined ? {} : { body: options.body.content }),
    })
  }

  #onCancel(): void {
    if (this.#isAnswered) return
    this.#quiet()
    this.#transaction.respond(this.#response(487, {}))
    this.#finish({ kind: 'cancelled', response: undefined, crossed: false })
  }

  #settleRefusal(confirmed: boolean): void {
    if (this.#over || this.#session !== undefined) return
    this.#finish({ kind: 'refused', status: this.#refused ?? 500, confirmed })
  }

  #quiet(): void {
    this.#limit.clear()
    this.#repeat?.clear()
    this.#reliable?.stop()
  }

  #finish(end: CallEnd): void {
    if (this.#over) return
    this.#over = true
    this.#quiet()
    this.#core.dialogs.delete(this.#dialogKey)
    this.handlers.onEnd?.(end)
    this.#resolveEnded(end)
  }
}
