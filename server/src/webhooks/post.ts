import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { Clock, Timer } from '../platform/clock.ts'
import { hostOf, portOf } from './receiver.ts'

/** An answer within 10 s (D9-2). */
export const postLimits = {
  connectMs: 3_000,
  /** From the start to the last byte of the headers, over all addresses. */
  headersMs: 10_000,
  /** The text of the answer is stored only for display: later bytes are not waited for. */
  bodyMs: 2_000,
  answerBytes: 64 * 1024,
  headerBytes: 16 * 1024,
  addresses: 3,
}
export type PostLimits = Readonly<typeof postLimits>

export interface Post {
  readonly url: URL
  /** The checked addresses: nothing else is connected to. */
  readonly addresses: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Exchange {
  /** 0 when there was no answer. */
  readonly status: number
  /** Why there was no answer; "" when there was one. */
  readonly error: string
  readonly answer: Buffer
}

type Leg = Exchange & { readonly connected: boolean }

const nothing = Buffer.alloc(0)

/** Sends once. The next address is tried only if nothing was sent. A redirect counts as an ordinary answer. */
export async function post(
  request: Post,
  clock: Clock,
  limits: PostLimits = postLimits,
  /** Certificates to trust instead of the system's. */
  ca?: string,
): Promise<Exchange> {
  const endsAtMs = clock.monotonicMs() + limits.headersMs
  let last: Leg = { status: 0, error: 'no address', answer: nothing, connected: false }
  for (const address of request.addresses.slice(0, limits.addresses)) {
    if (clock.monotonicMs() >= endsAtMs) break
    last = await sendTo(address, request, clock, { ...limits, headersMs: endsAtMs - clock.monotonicMs() }, ca)
    if (last.connected) break
  }
  return last
}

function sendTo(
  address: string,
  post: Post,
  clock: Clock,
  limits: PostLimits,
  ca: string | undefined,
): Promise<Leg> {
  return new Promise((resolve) => {
    const timers = new Set<Timer>()
    const chunks: Buffer[] = []
    let connected = false
    let status = 0
    let finished = false

    const finish = (error: string) => {
      if (finished) return
      finished = true
      for (const timer of timers) timer.cancel()
      request.destroy()
      const answer = chunks.length === 0 ? nothing : Buffer.concat(chunks).subarray(0, limits.answerBytes)
      resolve({ status, error: status === 0 ? error : '', answer, connected })
    }
    const limit = (timeMs: number, error: string): Timer => {
      const timer = clock.after(timeMs, () => finish(error))
      if (finished) timer.cancel()
      else timers.add(timer)
      return timer
    }

    const heading = limit(limits.headersMs, 'no answer in time')
    const connecting = limit(limits.connectMs, 'no connection in time')
    const request = open(address, post, limits, ca)
    request.on('socket', (socket) => {
      socket.once(post.url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connected = true
        connecting.cancel()
      })
    })
    request.on('response', (response: IncomingMessage) => {
      status = response.statusCode ?? 0
      heading.cancel()
      limit(limits.bodyMs, '')
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes >= limits.answerBytes) finish('')
      })
      response.on('end', () => finish(''))
      response.on('error', () => finish(''))
    })
    request.on('upgrade', (response) => {
      status = response.statusCode ?? 0
      finish('')
    })
    request.on('error', (error) => finish(plainError(error)))
    request.on('close', () => finish('the connection was closed without an answer'))
    request.end(post.body)
  })
}

function open(address: string, post: Post, limits: PostLimits, ca: string | undefined): ClientRequest {
  const { url, headers, body } = post
  const options = {
    // A literal address: Node does not look it up, so the result of a second look-up cannot differ from the checked
    // one.
    host: address,
    port: portOf(url),
    path: url.pathname + url.search,
    method: 'POST',
    headers: { ...headers, Host: url.host, 'Content-Length': Buffer.byteLength(body), Connection: 'close' },
    agent: false,
    maxHeaderSize: limits.headerBytes,
  }
  if (url.protocol === 'http:') return httpRequest(options)
  const name = hostOf(url)
  // RFC 6066 3: no server name for literal addresses. The certificate is checked against the name in the URL.
  const servername = isIP(name) === 0 ? name : ''
  return httpsRequest({ ...options, servername, ...(ca === undefined ? {} : { ca }) })
}

/** Node's message includes the address, and a receiver's certificate may contain any text, so only the code is kept. */
function plainError(error: NodeJS.ErrnoException): string {
  return error.code === undefined ? 'the connection failed' : `the connection failed (${error.code})`
}
