import type { Timer } from '../clock.ts'
import { type SessionTimer, timerDelayMs, timerOfClient } from '../dialog/session-timer.ts'
import type { SipResponse } from '../message/message.ts'
import type { Body } from './body.ts'
import type { AgentCore } from './core.ts'
import { isResponse, type RequestFailure } from './exchange.ts'

/** The session that is kept alive. */
export interface RefreshedSession {
  readonly core: AgentCore
  readonly localBody: Body | undefined
  readonly ended: boolean
  request(
    method: string,
    options: { headers: readonly [string, string][] },
  ): Promise<SipResponse | RequestFailure>
  reinvite(
    body: Body | undefined,
    headers: readonly [string, string][],
  ): Promise<SipResponse | RequestFailure>
  lose(reason: 'session-expired'): void
}

/** Refreshes a session, or notices that the peer no longer refreshes it (RFC 4028). */
export class SessionRefresh {
  readonly #session: RefreshedSession
  #timer: SessionTimer | undefined
  #byUpdate = false
  #due: Timer | undefined
  #again: Timer | undefined

  constructor(session: RefreshedSession) {
    this.#session = session
  }

  /** `byUpdate`: the peer accepts UPDATE, which needs no offer; otherwise a re-INVITE with the same offer is sent. */
  start(timer: SessionTimer | undefined, byUpdate: boolean): void {
    this.#timer = timer
    this.#byUpdate = byUpdate
    this.#schedule()
  }

  stop(): void {
    this.#due?.clear()
    this.#again?.clear()
  }

  #schedule(): void {
    this.stop()
    const timer = this.#timer
    if (timer === undefined) return
    const onDue = timer.weRefresh
      ? () => void this.#refresh(timer)
      : () => this.#session.lose('session-expired')
    this.#due = this.#session.core.clock.after(timerDelayMs(timer), onDue)
  }

  async #refresh(timer: SessionTimer): Promise<void> {
    // Until the peer confirms a refresh, the session lives for the second half of its interval.
    this.#due = this.#session.core.clock.after((timer.intervalS / 2) * 1000, () =>
      this.#session.lose('session-expired'),
    )
    await this.#ask(timer)
  }

  async #ask(timer: SessionTimer): Promise<void> {
    const { clock, random } = this.#session.core
    const headers: [string, string][] = [['Session-Expires', `${timer.intervalS};refresher=uac`]]
    const result = this.#byUpdate
      ? await this.#session.request('UPDATE', { headers })
      : await this.#session.reinvite(this.#session.localBody, headers)
    if (this.#session.ended || !isResponse(result)) return
    // RFC 3261 14.1: both sides sent a request at once; both try again after a random pause.
    if (result.status === 491)
      this.#again = clock.after(2100 + random.below(1900), () => void this.#ask(timer))
    if (result.status >= 300) return
    this.#timer = timerOfClient(result)
    this.#schedule()
  }
}
