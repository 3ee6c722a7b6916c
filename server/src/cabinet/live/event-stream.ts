import { PassThrough } from 'node:stream'
import { type Clock, secondMs } from '../../platform/clock.ts'
import type { LiveEvent } from '../views/live-event.ts'

/** How long a stream without events may outlive its session; the page hears that often that the service still works. */
const recheckMs = 5 * secondMs
/** The stream of a browser that does not read is closed before it buffers this much. */
const maxUnreadBytes = 1024 * 1024
/** How long a browser waits before it reconnects. */
const retryMs = 3 * secondMs

/**
 * Server-sent events (WHATWG HTML 9.2). The session was checked when the stream began. It is checked again before each
 * event and every five seconds: a stream ends with its session, and nothing is told after it.
 */
export function openEventStream(clock: Clock, isStillAllowed: () => Promise<boolean>, onEnd: () => void) {
  const body = new PassThrough()
  const write = (text: string) => {
    if (body.writableEnded || body.destroyed) return
    body.write(text)
    if (body.writableLength + body.readableLength > maxUnreadBytes) body.destroy()
  }
  const send = (event: LiveEvent) => write(`data: ${JSON.stringify(event)}\n\n`)
  const recheck = async () => {
    if (await isStillAllowed()) return true
    send({ kind: 'ended' })
    body.end()
    return false
  }
  /** What belongs to the account, if the session may still see it. One after the other, so that events keep their order. */
  let last: Promise<unknown> = Promise.resolve()
  const sendIfAllowed = (event: LiveEvent) => {
    last = last.then(async () => {
      if (await recheck()) send(event)
    })
    // The store is unavailable: the page finds missed changes when it reloads its data.
    last = last.catch(() => send({ kind: 'reload' }))
  }
  const timer = clock.every(
    recheckMs,
    async () => {
      if (await recheck()) send({ kind: 'still-here' })
    },
    // An unavailable store does not end the stream. The page hears nothing meanwhile and says how old it is.
    () => {},
  )
  body.once('close', () => {
    timer.cancel()
    onEnd()
  })
  write(`retry: ${retryMs}\n\n`)
  return { body, send, sendIfAllowed, end: () => void body.end() }
}
