import { DigestClient } from '../auth/digest-client.ts'
import type { Timer } from '../clock.ts'
import { confirmed, type Dialog, dialogOfClient } from '../dialog/dialog.ts'
import { requestInDialog } from '../dialog/dialog-request.ts'
import { standardIntervalS, timerOfClient } from '../dialog/session-timer.ts'
import { parseDeltaSeconds } from '../message/header-values.ts'
import type { SipResponse } from '../message/message.ts'
import { bodyOf } from './body.ts'
import type { CallEnd } from './call-end.ts'
import type { CallOptions, OutgoingCallHandlers } from './call-options.ts'
import { type AgentCore, contactHeader, newTag } from './core.ts'
import { EarlyDialogs, maxForks } from './early-dialogs.ts'
import { Exchange, type Leg, type RequestFailure } from './exchange.ts'
import { sameServer } from './first-server.ts'
import { buildInvite, contactUserOf, inviteNextHop } from './invite-request.ts'
import { Session, sourceOf } from './session.ts'

const standardRingLimitMs = 180_000

/** An outgoing call, from the INVITE to its end. */
export class OutgoingCall {
  readonly callId: string
  readonly #core: AgentCore
  readonly #options: CallOptions
  readonly #handlers: OutgoingCallHandlers
  readonly #localTag: string
  readonly #contactUser: string | undefined
  readonly #digest: DigestClient | undefined
  readonly #early: EarlyDialogs
  #exchange: Exchange
  /** The value in the last INVITE that was sent. */
  #contact = ''
  #cseq = 1
  #intervalS: number
  #session: Session | undefined
  /** Answers of other branches, which we hang up, by To tag. */
  #unwanted: Map<string, Session> | undefined
  /** A 200 that crossed our CANCEL, and the dialog in which it is hung up. */
  #crossing: { readonly session: Session; readonly response: SipResponse } | undefined
  #ringLimit: Timer | undefined
  #cancelled = false
  /** A longer session interval was tried already; there is no second try. */
  #prolonged = false
  #over = false
  #end: CallEnd | undefined
  #ended: PromiseWithResolvers<CallEnd> | undefined

  constructor(core: AgentCore, options: CallOptions, handlers: OutgoingCallHandlers) {
    this.#core = core
    this.#options = options
    this.#handlers = handlers
    this.callId = core.random.hex(16)
    this.#localTag = newTag(core)
    this.#digest = options.credentials && new DigestClient(options.credentials, core.random)
    this.#contactUser = options.contactUser ?? contactUserOf(options.from)
    this.#early = new EarlyDialogs(core, () => this.#contact, handlers)
    this.#intervalS = options.sessionIntervalS ?? standardIntervalS
    this.#exchange = this.#invite()
  }

  /** Resolves when the call has ended; it never rejects. */
  get ended(): Promise<CallEnd> {
    // Created on first access: most callers use `onEnd`.
    this.#ended ??= Promise.withResolvers()
    if (this.#end !== undefined) this.#ended.resolve(this.#end)
    return this.#ended.promise
  }

  /** The answered call, or undefined. */
  get session(): Session | undefined {
    return this.#session
  }

  /** An INVITE has left. A call that is given up before leaves nothing behind. */
  get isSent(): boolean {
    return this.#exchange.isSent
  }

  /**
   * Gives the call up: with CANCEL while it rings (as soon as the peer has sent a provisional response), with BYE when
   * it was answered. Harmless when it has ended.
   */
  hangUp(reason?: string): void {
    if (this.#over) return
    if (this.#session !== undefined) {
      this.#session.bye(reason === undefined ? [] : [['Reason', reason]])
      return
    }
    if (this.#cancelled) return
    this.#cancelled = true
    if (!this.#exchange.cancel(reason))
      this.#finish({ kind: 'cancelled', response: undefined, crossed: false })
  }

  #invite(minSeS = 0): Exchange {
    const { serverPatienceMs, staysOnUdp } = this.#options
    const identity = { callId: this.callId, localTag: this.#localTag }
    const exchange = new Exchange(
      this.#core,
      {
        nextHop: inviteNextHop(this.#options),
        cseq: this.#cseq,
        nextCSeq: () => ++this.#cseq,
        build: (cseq, authorization, server) => {
          this.#contact = contactHeader(this.#core, server, this.#contactUser, this.#options.to)
          const session = { intervalS: this.#intervalS, minSeS }
          return buildInvite(this.#core, this.#options, {
            ...identity,
            cseq,
            contact: this.#contact,
            authorization,
            session,
          })
        },
        digest: this.#digest,
        serverPatienceMs,
        staysOnUdp,
      },
      {
        onHeard: (server) => this.#handlers.onHeard?.(server),
        onProvisional: (response, leg) => this.#onProvisional(response, leg),
        onFinal: (response, leg) => this.#onFinal(response, leg),
        onFailure: (failure) => this.#onFailure(failure),
        onCancelSent: () => this.#handlers.onCancelSent?.(),
      },
    )
    exchange.start()
    return exchange
  }

  #onProvisional(response: SipResponse, leg: Leg): void {
    if (this.#over) return
    // The ring limit holds whatever provisional responses the peer sends later.
    this.#ringLimit ??= this.#core.clock.after(this.#options.ringLimitMs ?? standardRingLimitMs, () =>
      this.hangUp(),
    )
    if (response.status === 100) {
      this.#handlers.onTrying?.()
      return
    }
    const { fresh, prack } = this.#early.take(response, leg)
    if (prack !== undefined) this.#sendPrack(prack.dialog, prack.rseq, leg)
    if (fresh) this.#handlers.onProgress?.(response)
  }

  // RFC 3262 4: a request in the early dialog, which may be challenged like any other.
  #sendPrack(dialog: Dialog, rseq: number, leg: Leg): void {
    const rack: [string, string] = ['RAck', `${rseq} ${leg.request.headers.get('CSeq')}`]
    const { nextHop } = requestInDialog(dialog, { method: 'PRACK', cseq: 0 })
    let cseq = Math.max(this.#cseq + 1, dialog.localCSeq)
    this.#cseq = cseq
    const exchange = new Exchange(
      this.#core,
      {
        nextHop,
        destination: sameServer(this.#core, nextHop, leg),
        cseq,
        nextCSeq: () => {
          cseq = ++this.#cseq
          return cseq
        },
        build: (number, authorization) =>
          requestInDialog(dialog, { method: 'PRACK', cseq: number, headers: [...authorization, rack] })
            .request,
        digest: this.#digest,
      },
      // The outcome is ignored: when the PRACK gets no answer, the callee gives up the INVITE by itself.
      { onProvisional() {}, onFinal() {}, onFailure() {} },
    )
    exchange.start()
  }

  #onFinal(response: SipResponse, leg: Leg): void {
    if (response.status < 300) {
      this.#onSuccess(response, leg)
      return
    }
    // A 200 that crossed our CANCEL is being hung up. The end of that BYE ends the call.
    if (this.#over || this.#crossing !== undefined) return
    // RFC 4028 7.3: the session interval was too short for an element on the path.
    const minSeS =
      response.status === 422 ? parseDeltaSeconds(response.headers.get('Min-SE') ?? '') : undefined
    if (minSeS !== undefined && minSeS > this.#intervalS && !this.#cancelled && !this.#prolonged) {
      this.#prolonged = true
      this.#intervalS = minSeS
      this.#cseq++
      this.#exchange = this.#invite(minSeS)
      return
    }
    this.#finish(
      this.#cancelled ? { kind: 'cancelled', response, crossed: false } : { kind: 'rejected', response },
    )
  }

  #onFailure(failure: RequestFailure): void {
    if (this.#over || this.#crossing !== undefined) return
    // RFC 3261 9.1: cancelled, and no final response came within 64*T1.
    this.#finish(
      this.#cancelled
        ? { kind: 'cancelled', response: undefined, crossed: false }
        : { kind: 'failed', failure },
    )
  }

  #onSuccess(response: SipResponse, leg: Leg): void {
    const tag = response.toTag ?? ''
    const known = this.#session?.dialog.remoteTag === tag ? this.#session : this.#unwanted?.get(tag)
    if (known !== undefined) {
      known.acknowledge(leg)
      return
    }
    const wanted = this.#session === undefined && !this.#cancelled && !this.#over && leg.abandoned !== true
    const session =
      (this.#unwanted?.size ?? 0) < maxForks ? this.#establish(response, leg, wanted) : undefined
    if (session === undefined) {
      if (!this.#over && this.#cancelled && this.#crossing === undefined)
        this.#finish({ kind: 'cancelled', response, crossed: true })
      return
    }
    if (wanted && session.isReachable) {
      this.#session = session
      this.#ringLimit?.clear()
      this.#early.clear()
      session.setTimer(timerOfClient(response), response)
      this.#handlers.onAnswer?.(response)
      return
    }
    // A second branch answered, the 200 crossed our CANCEL, or there are too many dialogs: acknowledged, then hung up
    // (RFC 3261 15.1.1).
    this.#unwanted ??= new Map()
    this.#unwanted.set(tag, session)
    if (!this.#over && this.#cancelled) this.#crossing ??= { session, response }
    if (wanted) this.#finish({ kind: 'failed', failure: { kind: 'overloaded' } })
    session.bye()
  }

  #establish(response: SipResponse, leg: Leg, wanted: boolean): Session | undefined {
    const early = this.#early.get(response)
    const dialog =
      early === undefined ? dialogOfClient(leg.request, response) : confirmed(early, leg.request, response)
    if (dialog === undefined) {
      if (wanted) this.#finish({ kind: 'failed', failure: { kind: 'overloaded' } })
      return undefined
    }
    const { body } = this.#options
    const offer = body === undefined ? bodyOf(response) : undefined
    const answer = offer === undefined || !wanted ? undefined : this.#handlers.answerOffer?.(offer)
    this.#early.clear()
    const session = new Session(this.#core, {
      dialog: { ...dialog, localCSeq: Math.max(dialog.localCSeq, this.#cseq) },
      leg,
      source: sourceOf(response, leg),
      contact: contactHeader(this.#core, leg.destination, this.#contactUser, leg.request.uri),
      digest: this.#digest,
      handlers: this.#handlers,
      localBody: body ?? answer,
      onEnd: (end) => {
        if (session === this.#session) this.#finish(end)
        else if (session === this.#crossing?.session)
          this.#finish({ kind: 'cancelled', response: this.#crossing.response, crossed: true })
      },
    })
    session.acknowledge(leg, answer)
    return session
  }

  #finish(end: CallEnd): void {
    this.#over = true
    this.#ringLimit?.clear()
    this.#early.clear()
    this.#handlers.onEnd?.(end)
    this.#end = end
    this.#ended?.resolve(end)
  }
}
