import { boundedReport } from '../platform/bounded-report.ts'
import { type Clock, minuteMs, secondMs, type Timer } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Store } from '../storage/store.ts'
import type { BotApi, Button, Update } from './bot-api.ts'

/** How long Telegram keeps a long poll open. */
const pollSeconds = 25
/** Longer than a poll and the handling of its updates, so that a live node never loses the lease to another. */
const leaseMs = 90 * secondMs
const leaseName = 'telegram-updates'
const nextLookMs = 10 * secondMs
const troublePauseMs = 5 * secondMs
const troublePeriodMs = 10 * minuteMs

/** Actions of people in the messenger. Each returns the text of the reply. */
export interface BotListener {
  /** `/start CODE` in a private chat; the code is "" when there was none. */
  started(code: string, telegramId: number): Promise<string>
  /** A button under one of our messages was pressed; the returned text replaces the message. */
  pressed(data: string, telegramId: number): Promise<string>
}

export interface BotDeps {
  readonly api: BotApi
  readonly store: Pick<Store, 'takeLease'>
  readonly clock: Clock
  readonly log: Log
}

/** Our bot. Telegram gives an update to one poller only, so one node at a time polls; any node may send. */
export class TelegramBot {
  readonly #deps: BotDeps
  readonly #stopping = new AbortController()
  readonly #report: (error: Error) => void
  #name: string | undefined
  #offset = 0
  #polling: Promise<void> = Promise.resolve()
  #wake: (() => void) | undefined

  constructor(deps: BotDeps) {
    this.#deps = deps
    this.#report = boundedReport(deps.clock, troublePeriodMs, (error, unsaid) =>
      deps.log.error(
        { event: 'messenger-trouble', trouble: error.message, unsaid },
        'the messenger cannot be reached',
      ),
    )
  }

  /** Undefined while the messenger cannot be reached. */
  async name(): Promise<string | undefined> {
    try {
      this.#name ??= await this.#deps.api.botName()
    } catch (error) {
      this.#report(error as Error)
    }
    return this.#name
  }

  /** Returns false when the messenger did not accept it. */
  async send(telegramId: number, text: string, buttons: readonly Button[] = []): Promise<boolean> {
    try {
      await this.#deps.api.send(telegramId, text, buttons)
      return true
    } catch (error) {
      this.#report(error as Error)
      return false
    }
  }

  listen(listener: BotListener): void {
    this.#polling = this.#poll(listener)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#wake?.()
    await this.#polling
  }

  async #poll(listener: BotListener): Promise<void> {
    const { store, clock, api } = this.#deps
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        const isMine = await store.takeLease({ name: leaseName, forMs: leaseMs, at: clock.now() })
        if (!isMine) {
          await this.#pause(nextLookMs)
          continue
        }
        for (const update of await api.updates(this.#offset, pollSeconds, signal)) {
          this.#offset = update.update_id + 1
          await this.#handle(listener, update).catch(this.#report)
        }
      } catch (error) {
        if (signal.aborted) return
        this.#report(error as Error)
        await this.#pause(troublePauseMs)
      }
    }
  }

  async #handle(listener: BotListener, { message, callback_query: pressed }: Update): Promise<void> {
    const { api } = this.#deps
    if (message?.from !== undefined && message.chat.type === 'private') {
      const start = /^\/start(?:\s+(\S+))?\s*$/.exec(message.text ?? '')
      if (start !== null)
        await api.send(message.chat.id, await listener.started(start[1] ?? '', message.from.id))
    }
    if (pressed?.message !== undefined) {
      const answer = await listener.pressed(pressed.data ?? '', pressed.from.id)
      await api.acknowledge(pressed.id)
      await api.replace(pressed.message.chat.id, pressed.message.message_id, answer)
    }
  }

  #pause(forMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer: Timer = this.#deps.clock.after(forMs, resolve)
      this.#wake = () => {
        timer.cancel()
        resolve()
      }
    })
  }
}
