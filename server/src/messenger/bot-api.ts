import { secondMs } from '../platform/clock.ts'

/** The few things of Telegram's Bot API that we use, as it writes them. */
interface Sender {
  readonly id: number
}
interface Message {
  readonly message_id: number
  readonly chat: { readonly id: number; readonly type: string }
  readonly from?: Sender
  readonly text?: string
}
export interface Update {
  readonly update_id: number
  readonly message?: Message
  readonly callback_query?: {
    readonly id: string
    readonly from: Sender
    readonly data?: string
    readonly message?: Message
  }
}

export interface Button {
  readonly text: string
  /** Comes back when it is pressed: at most 64 bytes. */
  readonly data: string
}

/** The messenger did not do what it was asked. Its text never holds the token, which stands in every address. */
class BotTrouble extends Error {
  readonly status: number

  constructor(method: string, status: number, description: string) {
    super(`${method}: ${description}`)
    this.status = status
  }
}

const answerTimeoutMs = 10 * secondMs

export class BotApi {
  readonly #base: string

  constructor({ api, token }: { readonly api: string; readonly token: string }) {
    this.#base = `${api.replace(/\/+$/, '')}/bot${token}`
  }

  async botName(): Promise<string> {
    return (await this.#ask<{ username: string }>('getMe', {}, answerTimeoutMs)).username
  }

  /** Waits up to `waitSeconds` for something to happen; `offset` confirms everything before it. */
  updates(offset: number, waitSeconds: number, signal: AbortSignal): Promise<Update[]> {
    const request = { offset, timeout: waitSeconds, allowed_updates: ['message', 'callback_query'] }
    return this.#ask('getUpdates', request, waitSeconds * secondMs + answerTimeoutMs, signal)
  }

  async send(chatId: number, text: string, buttons: readonly Button[] = []): Promise<void> {
    const keyboard = [buttons.map((button) => ({ text: button.text, callback_data: button.data }))]
    await this.#ask(
      'sendMessage',
      {
        chat_id: chatId,
        text,
        ...(buttons.length === 0 ? {} : { reply_markup: { inline_keyboard: keyboard } }),
      },
      answerTimeoutMs,
    )
  }

  /** A new text without buttons in the place of the old. */
  async replace(chatId: number, messageId: number, text: string): Promise<void> {
    await this.#ask('editMessageText', { chat_id: chatId, message_id: messageId, text }, answerTimeoutMs)
  }

  /** Ends the little clock that the messenger draws on a pressed button. */
  async acknowledge(callbackId: string): Promise<void> {
    await this.#ask('answerCallbackQuery', { callback_query_id: callbackId }, answerTimeoutMs)
  }

  async #ask<T>(method: string, body: object, timeoutMs: number, signal?: AbortSignal): Promise<T> {
    const timeout = AbortSignal.timeout(timeoutMs)
    let response: Response
    let answer: { ok?: boolean; result?: T; description?: string }
    try {
      response = await fetch(`${this.#base}/${method}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      })
      answer = (await response.json()) as typeof answer
    } catch {
      throw new BotTrouble(method, 0, 'the messenger cannot be reached')
    }
    if (answer.ok !== true) {
      throw new BotTrouble(method, response.status, String(answer.description ?? response.status))
    }
    return answer.result as T
  }
}
