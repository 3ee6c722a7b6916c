import { secondMs } from '../platform/clock.ts'

/** The part of Telegram's Bot API that we use, with its own names. */
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
  /** Returned when the button is pressed: at most 64 bytes. */
  readonly data: string
}

const answerTimeoutMs = 10 * secondMs

export class BotApi {
  readonly #base: string

  constructor({ api, token }: { readonly api: string; readonly token: string }) {
    this.#base = `${api.replace(/\/+$/, '')}/bot${token}`
  }

  async botName(): Promise<string> {
    return (await this.#ask<{ username: string }>('getMe', {})).username
  }

  /** Waits up to `waitSeconds` for updates; `offset` confirms all updates before it. */
  updates(offset: number, waitSeconds: number, signal: AbortSignal): Promise<Update[]> {
    const request = { offset, timeout: waitSeconds, allowed_updates: ['message', 'callback_query'] }
    return this.#ask('getUpdates', request, waitSeconds * secondMs, signal)
  }

  async send(chatId: number, text: string, buttons: readonly Button[] = []): Promise<void> {
    const keyboard = [buttons.map((button) => ({ text: button.text, callback_data: button.data }))]
    const markup = buttons.length === 0 ? {} : { reply_markup: { inline_keyboard: keyboard } }
    await this.#ask('sendMessage', { chat_id: chatId, text, ...markup })
  }

  /** Replaces the message by a new text without buttons. */
  async replace(chatId: number, messageId: number, text: string): Promise<void> {
    await this.#ask('editMessageText', { chat_id: chatId, message_id: messageId, text })
  }

  /** Ends the progress indicator that the messenger shows on a pressed button. */
  async acknowledge(callbackId: string): Promise<void> {
    await this.#ask('answerCallbackQuery', { callback_query_id: callbackId })
  }

  /** An error never includes the token, which is in every URL. */
  async #ask<T>(method: string, body: object, waitMs = 0, signal?: AbortSignal): Promise<T> {
    const timeout = AbortSignal.timeout(waitMs + answerTimeoutMs)
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
      throw new Error(`${method}: the messenger cannot be reached`)
    }
    if (answer.ok !== true) {
      const said = { responseCode: response.ok ? 0 : response.status, response: answer.description ?? '' }
      throw Object.assign(new Error(`${method}: ${answer.description ?? response.status}`), said)
    }
    return answer.result as T
  }
}
