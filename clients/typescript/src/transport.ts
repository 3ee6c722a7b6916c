import { type Problem, RingkeyError } from './error.ts'
import { version } from './version.ts'

export interface Options {
  /** Where the service is, such as https://ringkey.example. */
  readonly url: string
  /** `SECRET_KEY.SERVICE_ID`; in a browser the client token `vt_…` of one verification. */
  readonly key: string
  /** For one request, without the time that it asked to wait. */
  readonly timeoutMs?: number
  /** Of requests that are safe to repeat. */
  readonly retries?: number
  /** Of error texts. */
  readonly language?: 'en' | 'ru'
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** The pause before a retry. */
  readonly sleep?: (ms: number) => Promise<unknown>
}

/** What a caller may say about one request. */
export interface Asking {
  readonly signal?: AbortSignal
}

interface Sent extends Asking {
  readonly body?: unknown
  /** Doing it twice does what doing it once does. */
  readonly isSafe: boolean
  readonly idempotencyKey?: string
  /** How long the service was asked to wait. */
  readonly waitMs?: number
}

const firstPauseMs = 300
/** A rest that is longer is left to the caller. */
const longestPauseMs = 5_000
/** Nothing was done, or nobody knows: the same request may succeed. */
const isTemporary = (status: number) => status === 0 || status === 429 || (status >= 502 && status <= 504)

/** Sends requests, repeats those that are safe, and turns refusals into errors. */
export class Transport {
  readonly #options: Options

  constructor(options: Options) {
    if (!URL.canParse(options.url))
      throw new TypeError(`url is "${options.url}": expected an address such as https://verify.example.com`)
    this.#options = { ...options, url: options.url.replace(/\/+$/, '') }
  }

  async send<Answer>(verb: 'GET' | 'POST', path: string, sent: Sent): Promise<Answer> {
    const { retries = 2, sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) } =
      this.#options
    for (let tries = 0; ; tries++) {
      try {
        return await this.#once<Answer>(verb, path, sent)
      } catch (error) {
        if (!(error instanceof RingkeyError) || sent.signal?.aborted || tries >= retries) throw error
        const pauseMs = error.retryAfterMs ?? firstPauseMs * 2 ** tries
        if (!sent.isSafe || !isTemporary(error.status) || pauseMs > longestPauseMs) throw error
        await sleep(pauseMs)
      }
    }
  }

  async #once<Answer>(verb: string, path: string, sent: Sent): Promise<Answer> {
    const { url, key, timeoutMs = 10_000, language, fetch = globalThis.fetch } = this.#options
    const { body, idempotencyKey, signal, waitMs = 0 } = sent
    const timeout = AbortSignal.timeout(timeoutMs + waitMs)
    let response: Response
    let text: string
    try {
      response = await fetch(url + path, {
        method: verb,
        headers: {
          Authorization: `Bearer ${key}`,
          // In a browser it would be a header that answers to other origins do not allow.
          ...(key.startsWith('vt_') ? {} : { 'User-Agent': `ringkey-typescript/${version}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
          ...(language === undefined ? {} : { 'Accept-Language': language }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        // Followed, a POST would become a GET: a creation would answer a list.
        redirect: 'manual',
      })
      text = await response.text()
    } catch (cause) {
      throw new RingkeyError('no_answer', `no answer of ${url}: ${(cause as Error).message}`, { cause })
    }
    const answer = parsed(text)
    const isRefused = !response.ok || (path.startsWith('/v1.0/') && isFailure(answer))
    if (isRefused || answer === undefined) throw refusal(response, answer)
    return answer as Answer
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An error of `/v1.0`, which may come with HTTP 200. */
const isFailure = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === false

function refusal({ status, headers }: Response, answer: unknown): RingkeyError {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const facts = {
    status,
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : null,
    requestId: headers.get('x-request-id'),
  }
  if (isFailure(answer)) {
    const { code, error } = answer as { readonly code?: number; readonly error?: string }
    return new RingkeyError(String(code ?? ''), `${code}: ${error}`, facts)
  }
  const problem = answer as Partial<Problem> | undefined
  if (typeof problem?.code !== 'string')
    return new RingkeyError(
      'no_answer',
      `HTTP ${status} that is none of Ringkey: is the address right?`,
      facts,
    )
  const wrong = problem.errors?.map(({ pointer, expected }) => ` ${pointer}: expected ${expected}.`) ?? []
  const message = `${problem.code}: ${problem.detail}${wrong.join('')}`
  return new RingkeyError(problem.code, message, { ...facts, problem: problem as Problem })
}
