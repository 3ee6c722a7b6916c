import type { ServerResponse } from 'node:http'
import type { Clock } from '../../platform/clock.ts'
import type { HandsetUse } from './handset.ts'
import type { HandsetCall } from './handset-call.ts'

/** A page that hears nothing for longer says that it is not connected. */
const keepAliveMs = 5_000
/** A reader that is this far behind is disconnected; it reconnects by itself and gets all calls again. */
const maxUnreadBytes = 256_000

/** Server-sent events: `calls` with all of them once, then `call` with each change, and `still-here`. */
export function streamCalls(handset: HandsetUse, clock: Clock, response: ServerResponse): void {
  const send = (event: string, data: unknown) => {
    if (response.writableLength > maxUnreadBytes) response.destroy()
    else response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  const leave = handset.watch((call: HandsetCall) => send('call', call))
  if (leave === undefined) {
    response.writeHead(503).end()
    return
  }
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    // nginx would buffer the events until its buffer is full
    'X-Accel-Buffering': 'no',
  })
  send('calls', handset.calls)
  const keepAlive = clock.every(keepAliveMs, () => send('still-here', null))
  response.once('close', () => {
    leave()
    keepAlive.cancel()
  })
}
