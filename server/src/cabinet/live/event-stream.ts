import { PassThrough, type Readable } from 'node:stream'
import { type Clock, minuteMs, secondMs } from '../../platform/clock.ts'
import type { LiveEvent } from '../views/verification.ts'

/** Proxies close what is silent for a minute. */
const heartbeatMs = 15 * secondMs
const recheckMs = minuteMs
/** A browser that reads nothing is let go before it holds this much. */
const maxUnreadBytes = 1024 * 1024
/** How long a browser waits before it comes again. */
const retryMs = 3 * secondMs

export interface EventStream {
  readonly body: Readable
  send(event: LiveEvent): void
  end(): void
}

/**
 * Server-sent events (WHATWG HTML 9.2). The session was checked when the stream began and is checked again every
 * minute: whoever signs out or loses his role is told no more.
 */
export function openEventStream(
  clock: Clock,
  isStillAllowed: () => Promise<boolean>,
  onEnd: () => void,
): EventStream {
  const body = new PassThrough()
  const write = (text: string) => {
    if (body.writableEnded || body.destroyed) return
    body.write(text)
    if (body.writableLength + body.readableLength > maxUnreadBytes) body.destroy()
  }
  const send = (event: LiveEvent) => write(`data: ${JSON.stringify(event)}\n\n`)
  const recheck = async () => {
    if (await isStillAllowed()) return
    send({ kind: 'ended' })
    body.end()
  }
  const timers = [
    clock.every(heartbeatMs, () => write(': still here\n\n')),
    // A store that is away proves nothing against anybody: the next minute asks again.
    clock.every(recheckMs, recheck, () => {}),
  ]
  body.once('close', () => {
    for (const timer of timers) timer.cancel()
    onEnd()
  })
  write(`retry: ${retryMs}\n\n`)
  return { body, send, end: () => void body.end() }
}
