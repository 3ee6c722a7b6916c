import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SentMessage {
  readonly method: string
  readonly chatId: number
  readonly text: string
  /** What pressing them sends back. */
  readonly buttons: readonly { readonly text: string; readonly data: string }[]
}

/** A server that speaks as much of Telegram's Bot API as a bot needs, and a person who uses it. */
export interface BotApiServer {
  readonly url: string
  readonly token: string
  readonly sent: SentMessage[]
  /** Every request answers as if the token were wrong. */
  isBroken: boolean
  /** Updates asked for at this moment. */
  readonly asking: number
  says(telegramId: number, text: string): void
  presses(telegramId: number, data: string): void
  /** The first message that matches, sent before or after. */
  message(matches: (message: SentMessage) => boolean): Promise<SentMessage>
  close(): Promise<void>
}

const botName = 'ringkey_test_bot'

export async function startBotApiServer(): Promise<BotApiServer> {
  const token = '12345:test-token'
  const sent: SentMessage[] = []
  const updates: { update_id: number }[] = []
  const polls = new Set<{ response: ServerResponse; offset: number }>()
  const waiting = new Set<() => void>()
  let lastUpdate = 0

  const answer = (response: ServerResponse, result: unknown) => {
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ ok: true, result }))
  }
  const deliver = () => {
    for (const poll of polls) {
      const fresh = updates.filter(({ update_id: id }) => id >= poll.offset)
      if (fresh.length === 0) continue
      polls.delete(poll)
      answer(poll.response, fresh)
    }
  }
  const happen = (update: object) => {
    updates.push({ update_id: ++lastUpdate, ...update })
    deliver()
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}')
    const method = request.url?.slice(`/bot${token}/`.length) ?? ''
    if (bot.isBroken || !request.url?.startsWith(`/bot${token}/`)) {
      return void response.writeHead(401).end(JSON.stringify({ ok: false, description: 'Unauthorized' }))
    }
    if (method === 'getMe') return answer(response, { id: 12345, is_bot: true, username: botName })
    if (method === 'getUpdates') {
      const poll = { response, offset: Number(body.offset) }
      polls.add(poll)
      response.on('close', () => polls.delete(poll))
      return deliver()
    }
    const rows = (body.reply_markup?.inline_keyboard ?? []).flat() as {
      text: string
      callback_data: string
    }[]
    const buttons = rows.map(({ text, callback_data: data }) => ({ text, data }))
    sent.push({ method, chatId: Number(body.chat_id), text: String(body.text ?? ''), buttons })
    answer(response, true)
    for (const wake of waiting) wake()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const chat = (id: number) => ({ id, type: 'private' })
  const bot: BotApiServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    sent,
    isBroken: false,
    get asking() {
      return polls.size
    },
    says: (id, text) => happen({ message: { message_id: 1, chat: chat(id), from: { id }, text } }),
    presses: (id, data) =>
      happen({ callback_query: { id: '1', from: { id }, data, message: { message_id: 2, chat: chat(id) } } }),
    async message(matches) {
      for (;;) {
        const found = sent.find(matches)
        if (found !== undefined) return found
        await new Promise<void>((resolve) => waiting.add(resolve))
      }
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return bot
}
