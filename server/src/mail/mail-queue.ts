import { type Clock, minuteMs, secondMs, type Timer } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Deliver, Mailer, MailMessage } from './mail.ts'

/**
 * Mails that wait, including those between two tries. A restart loses them; the person then requests the mail
 * again. They have links that sign people in, so they are never stored as notices are.
 */
const maxWaiting = 500
const retryAfterMs: readonly number[] = [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs]

/** `retried`: not accepted now, and tried again later. `dropped`: the queue was full. */
export type MailResult = 'sent' | 'retried' | 'failed' | 'dropped'

export interface MailQueueDeps {
  readonly deliver: Deliver
  readonly clock: Clock
  readonly log: Log
  readonly onResult: (result: MailResult) => void
}

/**
 * Sends mails one after the other. A mail that the server could not accept now is tried again, a refused one is
 * not.
 */
export class MailQueue implements Mailer {
  readonly kind = 'smtp'
  readonly #deps: MailQueueDeps
  readonly #pauses = new Set<Timer>()
  #last = Promise.resolve()
  #isClosed = false
  waiting = 0

  constructor(deps: MailQueueDeps) {
    this.#deps = deps
  }

  send(mail: MailMessage): void {
    if (this.#isClosed) return
    if (this.waiting >= maxWaiting) {
      this.#deps.onResult('dropped')
      this.#deps.log.error(
        { event: 'mail-dropped', waiting: maxWaiting },
        'a mail was dropped: the mail queue is full',
      )
      return
    }
    this.waiting += 1
    this.#enqueue(mail, 0)
  }

  async deliver(mail: MailMessage): Promise<void> {
    const { deliver, onResult } = this.#deps
    try {
      await deliver(mail)
      onResult('sent')
    } catch (error) {
      onResult('retried')
      throw error
    }
  }

  close(): void {
    this.#isClosed = true
    for (const pause of this.#pauses) pause.cancel()
  }

  #enqueue(mail: MailMessage, tries: number): void {
    this.#last = this.#last.then(() => this.#attempt(mail, tries))
  }

  async #attempt(mail: MailMessage, tries: number): Promise<void> {
    const { deliver, clock, log, onResult } = this.#deps
    if (this.#isClosed) return
    try {
      await deliver(mail)
      this.waiting -= 1
      onResult('sent')
    } catch (error) {
      const { code, responseCode: smtp } = error as { code?: string; responseCode?: number }
      const hasNoTls = code === 'ETLS'
      // RFC 5321 4.2.1: 5yz is a permanent refusal; the same mail would be refused again.
      const isRefused = (smtp ?? 0) >= 500 && !hasNoTls
      const pauseMs = isRefused ? undefined : retryAfterMs[tries]
      // Neither the mail nor its recipient is logged: it may have a link that signs somebody in.
      const facts = { code, smtp }
      if (pauseMs === undefined || this.#isClosed) {
        this.waiting -= 1
        onResult('failed')
        log.error({ event: 'mail-failed', ...facts }, 'a mail could not be delivered; no more tries')
        return
      }
      const said = hasNoTls
        ? 'the mail server offers no STARTTLS: ?tls=optional in RINGKEY_SMTP_URL would send mails unencrypted'
        : 'the mail server did not accept a mail'
      onResult('retried')
      log.warn({ event: 'mail-retry', ...facts, retryInMs: pauseMs }, said)
      const pause = clock.after(pauseMs, () => {
        this.#pauses.delete(pause)
        this.#enqueue(mail, tries + 1)
      })
      this.#pauses.add(pause)
    }
  }
}
