import { eventExample } from '../../http/v2/events.ts'
import { secondMs } from '../../platform/clock.ts'
import { randomWord } from '../../platform/random.ts'
import { eventTypes } from '../../storage/event-types.ts'
import { newWebhookSecret, signedHeaders } from '../../webhooks/signature.ts'
import { defineCommand, needed, one, operand } from '../command.ts'
import { CommandFailed } from '../failures.ts'
import { oneOf, webAddress } from '../readings.ts'
import type { Terminal } from '../terminal.ts'

/** Events for a program on the developer's own machine. Both commands work on any machine, without an installation. */

const options = {
  'forward-to': needed(
    'URL',
    'where your program listens',
    webAddress('an address such as http://127.0.0.1:3000/events'),
  ),
  secret: one('SECRET', 'signs the events (a new one when not given)', {
    expected: 'whsec_ and 24 to 64 bytes in base64',
    read: (typed: string) => (/^whsec_[A-Za-z0-9+/=]{32,88}$/.test(typed) ? typed : undefined),
    concealed: true,
  }),
}
const waitSeconds = 55
const pageSize = 100
const retryMs = 2 * secondMs
const forwardMs = 10 * secondMs

interface Page {
  readonly events: readonly { readonly id: string; readonly type: string }[]
  readonly next_cursor: string
}

export const listen = defineCommand({
  words: 'endpoint listen',
  summary: 'Send the events of a service to a program on this machine, as they happen',
  options: {
    ...options,
    key: needed('KEY', 'a key of the service and its id: KEY.SERVICE_ID', {
      expected: 'KEY.SERVICE_ID',
      read: (typed: string) => (/^\S+\.[0-9]+$/.test(typed) ? typed : undefined),
      concealed: true,
    }),
    server: one(
      'URL',
      'the service (http://127.0.0.1:8080)',
      webAddress('an address such as https://ringkey.example'),
    ),
  },
  async run({ options, terminal, json }) {
    const to = options['forward-to']
    const secret = secretOf(terminal, options.secret)
    const stop = new AbortController()
    void terminal.interrupted().then(() => stop.abort())
    const read = async (after: string, wait: number): Promise<Page | undefined> => {
      const query = new URLSearchParams({
        after,
        limit: String(pageSize),
        ...(wait > 0 ? { wait: String(wait) } : {}),
      })
      const url = new URL(`/v2/events?${query}`, options.server ?? 'http://127.0.0.1:8080')
      const answer = await fetch(url, {
        headers: { Authorization: `Bearer ${options.key}` },
        signal: stop.signal,
      }).catch(() => undefined)
      if (answer === undefined || answer.status >= 500 || answer.status === 429) return undefined
      if (!answer.ok) throw new CommandFailed(await refusalIn(answer))
      return (await answer.json()) as Page
    }
    let cursor = '0'
    let isCaughtUp = false
    while (!stop.signal.aborted) {
      const page = await read(cursor, isCaughtUp ? waitSeconds : 0)
      if (page === undefined) {
        if (stop.signal.aborted) break
        terminal.err('The service does not answer; trying again.\n')
        await new Promise<void>((resolve) => terminal.clock.after(retryMs, resolve))
        continue
      }
      cursor = page.next_cursor
      // Only what happens from now on is sent.
      if (isCaughtUp) {
        for (const { id, ...event } of page.events) {
          const result = await forward(terminal, { to, secret, id, body: JSON.stringify(event) })
          terminal.out(
            json
              ? `${JSON.stringify({ id, type: event.type, result })}\n`
              : `${event.type} ${id}: ${result}\n`,
          )
        }
      } else if (page.events.length < pageSize) {
        isCaughtUp = true
        terminal.err(`Sending events to ${to}, signed with ${secret}\n`)
      }
    }
    return { json: undefined, text: '' }
  },
})

export const trigger = defineCommand({
  words: 'endpoint trigger',
  summary: 'Send a made-up event to a program on this machine',
  operands: { type: operand('TYPE', oneOf(...eventTypes)) },
  options,
  async run({ operands: { type }, options, terminal }) {
    const to = options['forward-to']
    const secret = secretOf(terminal, options.secret)
    const id = `msg_${randomWord(terminal.random, 24)}`
    const timestamp = new Date(terminal.clock.now()).toISOString()
    const body = JSON.stringify({ type, timestamp, data: eventExample(type) })
    const result = await forward(terminal, { to, secret, id, body })
    const failed = !/^HTTP 2/.test(result)
    return {
      json: { id, type, result, secret },
      text: `${type} ${id}: ${result}\nSigned with ${secret}`,
      failed,
    }
  },
})

const secretOf = ({ random }: Terminal, given: string | undefined) =>
  given ?? newWebhookSecret((count) => random.bytes(count))

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
