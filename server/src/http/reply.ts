import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RateState } from '../platform/request-rate.ts'
import { strictTransport } from '../platform/strict-transport.ts'
import { stopwatchMs } from '../platform/system-clock.ts'
import type { Caller } from './authenticate.ts'
import { type Failure, safeToRetry } from './errors.ts'
import { languageOf } from './language.ts'

/** A finished answer, for metrics and the request log. */
export interface Answered {
  readonly method: string
  readonly status: number
  /** A number of `/v1.0` or a word of `/v2`; undefined when the answer is not an error. */
  readonly errorCode: number | string | undefined
  readonly elapsedMs: number
  readonly requestId: string
}

/** What the request log needs to know of a request; filled as far as the request comes. */
interface LogFacts {
  /** The service that the request names; 0 for none. */
  serviceId: number
  /** The presented key; never stored. */
  key: string
  /** The key is that of the service. */
  hasKey: boolean
  /** The parameters as they came, not yet checked. */
  given: unknown
  /** What it is about: the body of the answer, or the id of a call. */
  about: unknown
}

export type OnAnswer = (answer: Answered, reply: Reply) => void

const jsonType = 'application/json; charset=utf-8'

/** One request and its single answer. */
export class Reply {
  readonly request: IncomingMessage
  readonly caller: Caller
  /** The request id: in the answer, and in every log line about this request. */
  readonly requestId: string
  readonly #response: ServerResponse
  readonly #method: string
  readonly #onAnswer: OnAnswer
  readonly #begunMs = stopwatchMs()
  /** The limit of requests that applies, once the request was counted; undefined when there is none. */
  rate: RateState | undefined = undefined
  /** The client has to open a new connection for its next request. */
  closeConnection = false
  cacheControl = 'no-store'
  /** The public address is HTTPS: browsers shall use only HTTPS (RFC 6797). */
  isStrict = false
  /** Notes for a client that was served; ASCII. */
  warning: string | undefined
  readonly log: LogFacts = { serviceId: 0, key: '', hasKey: false, given: undefined, about: undefined }

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    method: string,
    requestId: string,
    caller: Caller,
    onAnswer: OnAnswer,
  ) {
    this.request = request
    this.#response = response
    this.#method = method
    this.requestId = requestId
    this.caller = caller
    this.#onAnswer = onAnswer
  }

  answer(body: object, status = 200): void {
    this.send(status, jsonType, JSON.stringify(body), [])
  }

  /** In the client's language; `mode` decides whether the HTTP status shows the error too. */
  refuse(failure: Failure, mode: 'mirror' | '200'): void {
    const status = mode === '200' ? 200 : failure.status
    const headers: string[] = []
    if (failure.retryAfterSeconds !== undefined)
      headers.push('Retry-After', String(failure.retryAfterSeconds))
    if (failure.storedNothing) headers.push(...safeToRetry)
    // RFC 9110 15.5.2 and 15.5.6: these two must state what would have been right.
    if (status === 401) headers.push('WWW-Authenticate', 'Bearer realm="ringkey"')
    if (status === 405) headers.push('Allow', failure.allowedVerbs.join(', '))
    const body = failure.body(languageOf(this.request.headers['accept-language']))
    this.send(status, jsonType, JSON.stringify(body), headers, failure.code)
  }

  protected addRateHeaders(rate: RateState, headers: string[]): void {
    const { limit, remaining, resetAt } = rate
    headers.push('X-Rate-Limit-Limit', String(limit), 'X-Rate-Limit-Remaining', String(remaining))
    headers.push('X-Rate-Limit-Reset', String(resetAt))
    addDraftHeaders(rate, headers)
  }

  /** The client closed the connection before the answer. */
  onGone(forget: () => void): void {
    // It may have closed while the key was looked up: then nothing says so any more.
    if (this.#response.closed) return void forget()
    // Not `once`, which wraps the function: 150 bytes for each request that waits, and it closes once anyway.
    this.#response.on('close', forget)
  }

  /** The only function that writes: headers as a flat list and the whole body in one piece, so in one system call. */
  send(status: number, type: string, body: string | Buffer, headers: string[], errorCode?: number | string) {
    const bytes = Buffer.byteLength(body)
    // RFC 9110 8.6: a 204 has no Content-Length, and a 304 would need that of the full answer.
    if (status !== 204 && status !== 304) headers.push('Content-Type', type, 'Content-Length', String(bytes))
    headers.push('Cache-Control', this.cacheControl, 'X-Request-Id', this.requestId)
    if (this.rate !== undefined) this.addRateHeaders(this.rate, headers)
    if (this.warning !== undefined) headers.push('X-Ringkey-Warning', this.warning)
    if (this.isStrict) headers.push('Strict-Transport-Security', strictTransport)
    if (this.closeConnection) headers.push('Connection', 'close')
    // As many bytes as characters means ASCII, which node copies unchanged: 3 µs less than encoding it.
    this.#response.writeHead(status, headers).end(body, bytes === body.length ? 'latin1' : 'utf8')
    const elapsedMs = stopwatchMs() - this.#begunMs
    const { requestId } = this
    this.#onAnswer({ method: this.#method, status, errorCode, elapsedMs, requestId }, this)
  }
}

/** draft-ietf-httpapi-ratelimit-headers: a window of a second always ends within a second. */
export function addDraftHeaders({ subject, limit, remaining }: RateState, headers: string[]): void {
  headers.push(
    'RateLimit-Policy',
    `"${subject}";q=${limit};w=1`,
    'RateLimit',
    `"${subject}";r=${remaining};t=1`,
  )
}
