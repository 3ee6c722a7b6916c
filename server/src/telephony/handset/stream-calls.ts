import type { ServerResponse } from 'node:http'
import type { Clock } from '../../platform/clock.ts'
import type { HandsetUse } from './handset.ts'
import type { HandsetCall } from './handset-call.ts'

/** Proxies cut what is silent for a minute. */
const keepAliveMs = 15_000
/** A reader that is so far behind is cut off; it comes back by itself and gets the calls anew. */
const maxUnreadBytes = 256_000

/** Server-sent events: `calls` with all of them once, then `call` with each change. */
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
    // nginx would hold events back to fill its buffer
    'X-Accel-Buffering': 'no',
  })
  send('calls', handset.calls)
  const keepAlive = clock.every(keepAliveMs, () => void response.write(': still here\n\n'))
  response.once('close', () => {
    leave()
    keepAlive.cancel()
  })
}
