// `ringkey endpoint listen` and `endpoint trigger`: events for a program on the developer's own machine.

import type { EventType } from '../../server/src/books/event-types.ts'
import { CommandFailed } from '../../server/src/cli/failures.ts'
import type { Terminal } from '../../server/src/cli/terminal.ts'
import { eventExample } from '../../server/src/http/v2/events.ts'
import { secondMs } from '../../server/src/platform/clock.ts'
import { randomWord } from '../../server/src/platform/random.ts'
import { newWebhookSecret, signedHeaders } from '../../server/src/webhooks/signature.ts'

const waitSeconds = 55
const pageSize = 100
const retryMs = 2 * secondMs
const forwardMs = 10 * secondMs

/** The program; a new secret when none is given. */
export interface Receiver {
  readonly to: string
  readonly secret: string | undefined
}

interface Page {
  readonly events: readonly { readonly id: string; readonly type: string }[]
  readonly next_cursor: string
}

/** Sends what happens from now on, until the command is interrupted. */
export async function forwardEvents(
  terminal: Terminal,
  receiver: Receiver,
  { server, key, json }: { readonly server: string; readonly key: string; readonly json: boolean },
): Promise<void> {
  const { to } = receiver
  const secret = secretOf(terminal, receiver)
  const stop = new AbortController()
  void terminal.interrupted().then(() => stop.abort())
  const read = async (after: string | undefined): Promise<Page | undefined> => {
    // Without a wait it is known when the stream has begun.
    const place = after === undefined ? { from: 'now' } : { after, wait: String(waitSeconds) }
    const query = new URLSearchParams({ ...place, limit: String(pageSize) })
    const answer = await fetch(new URL(`/v2/events?${query}`, server), {
      headers: { Authorization: `Bearer ${key}` },
      signal: stop.signal,
    }).catch(() => undefined)
    if (answer === undefined || answer.status >= 500 || answer.status === 429) return undefined
    if (!answer.ok) throw new CommandFailed(await refusalIn(answer))
    return (await answer.json()) as Page
  }
  let cursor: string | undefined
  while (!stop.signal.aborted) {
    const page = await read(cursor)
    if (page === undefined || page.next_cursor === 'now') {
      if (stop.signal.aborted) break
      if (page === undefined) terminal.err('The service does not answer; trying again.\n')
      await new Promise<void>((resolve) => terminal.clock.after(retryMs, resolve))
      continue
    }
    if (cursor === undefined) terminal.err(`Sending events to ${to}, signed with ${secret}\n`)
    cursor = page.next_cursor
    for (const { id, ...event } of page.events) {
      const result = await forward(terminal, { to, secret, id, body: JSON.stringify(event) })
      terminal.out(
        json ? `${JSON.stringify({ id, type: event.type, result })}\n` : `${event.type} ${id}: ${result}\n`,
      )
    }
  }
}

/** One made-up event of this type. */
export async function sendExample(terminal: Terminal, receiver: Receiver, type: EventType) {
  const secret = secretOf(terminal, receiver)
  const id = `msg_${randomWord(terminal.random, 24)}`
  const timestamp = new Date(terminal.clock.now()).toISOString()
  const body = JSON.stringify({ type, timestamp, data: eventExample(type) })
  return { id, type, result: await forward(terminal, { to: receiver.to, secret, id, body }), secret }
}

const secretOf = ({ random }: Terminal, { secret }: Receiver) =>
  secret ?? newWebhookSecret((count) => random.bytes(count))

/** Signed as an endpoint gets it; one try. */
async function forward(
  { clock }: Terminal,
  { to, secret, id, body }: { to: string; secret: string; id: string; body: string },
): Promise<string> {
  try {
    const headers = signedHeaders([secret], id, Math.floor(clock.now() / secondMs), body)
    const answer = await fetch(to, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body,
      signal: AbortSignal.timeout(forwardMs),
    })
    await answer.body?.cancel()
    return `HTTP ${answer.status}`
  } catch (error) {
    const { cause, message } = error as Error
    return cause instanceof Error ? cause.message : message
  }
}

async function refusalIn(answer: Response): Promise<string> {
  const { title, detail } = (await answer.json().catch(() => ({}))) as { title?: string; detail?: string }
  return `the service refuses: HTTP ${answer.status}${title === undefined ? '' : `, ${title}. ${detail}`}`
}
