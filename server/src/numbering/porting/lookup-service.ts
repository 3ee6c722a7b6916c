// Asks an MNP or HLR service over HTTP, for operators who buy single answers instead of the whole database.
import type { Clock } from '../../platform/clock.ts'
import type { Phone } from '../phone.ts'
import { AnswerCache } from './answer-cache.ts'
import { type LookupFields, readLookupAnswer } from './lookup-answer.ts'
import type { Recipient } from './ported-set.ts'

export interface LookupServiceOptions {
  /** `{phone}` is replaced by the E.164 digits. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly fields: LookupFields
  readonly timeoutMs: number
  /** Random bytes of this process: the cache stores numbers only as keyed hashes. */
  readonly hashKey: Uint8Array
  readonly timers: Pick<Clock, 'after'>
  nowMs(): number
  onProblem(message: string): void
}

export interface LookupService {
  /** Asks once; never throws. Without an answer in time the number is described from our own data. */
  ask(phone: Phone): Promise<void>
  /** The cached answer, without asking. */
  answered(phone: Phone): Recipient | undefined
  readonly breakerState: Breaker['state']
}

const maxAnswerBytes = 64 * 1024
/**
 * The most requests at a time; further ones are not sent, because checkPhone must not queue behind an outside service.
 */
const maxQuestionsAtOnce = 64

export function lookupService(options: LookupServiceOptions): LookupService {
  const cache = new AnswerCache(options.hashKey, options.nowMs)
  const asking = new Map<string, Promise<void>>()
  let breaker: Breaker = closedBreaker

  const question = async (e164: string) => {
    try {
      cache.put(e164, readLookupAnswer(await fetchJson(e164, options), options.fields))
      breaker = answered()
    } catch (cause) {
      const before = breaker.state
      breaker = failed(breaker, options.nowMs())
      if (breaker.state === 'open' && before === 'closed')
        options.onProblem(`the number lookup service does not answer: ${(cause as Error).message}`)
    } finally {
      asking.delete(e164)
    }
  }

  return {
    async ask({ e164, countryIso }) {
      if (countryIso !== 'RU' || cache.get(e164) !== undefined) return
      const underway = asking.get(e164)
      if (underway !== undefined) return underway
      if (asking.size >= maxQuestionsAtOnce) return
      const [allowed, after] = ask(breaker, options.nowMs())
      breaker = after
      if (!allowed) return
      const asked = question(e164)
      asking.set(e164, asked)
      return asked
    },
    answered: ({ e164 }) => cache.get(e164)?.recipient,
    get breakerState() {
      return breaker.state
    },
  }
}

/** Error messages never include the URL, because it has the number. */
async function fetchJson(
  e164: string,
  { url, headers, timeoutMs, timers }: LookupServiceOptions,
): Promise<unknown> {
  const abort = new AbortController()
  const timer = timers.after(timeoutMs, () => abort.abort(new Error(`no answer within ${timeoutMs} ms`)))
  try {
    const response = await fetch(url.replaceAll('{phone}', e164), {
      headers,
      redirect: 'error',
      signal: abort.signal,
    })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return JSON.parse(await boundedText(response))
  } catch (cause) {
    if (abort.signal.aborted) throw abort.signal.reason
    if (cause instanceof SyntaxError) throw new Error('the answer is not JSON')
    throw cause instanceof TypeError ? new Error('the connection failed') : cause
  } finally {
    timer.cancel()
  }
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxAnswerBytes) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

// A circuit breaker: stops calling a service that does not answer, and tries it again from time to time.

/** This many failures in a row open the breaker. */
const failuresToOpen = 5
/** After this pause one request is let through. */
const pauseMs = 30_000

type Breaker =
  | { readonly state: 'closed'; readonly failures: number }
  | { readonly state: 'open'; readonly untilMs: number }
  | { readonly state: 'probing' }

const closedBreaker: Breaker = { state: 'closed', failures: 0 }

/** Whether a request may be sent now, and the state of the breaker after it. */
function ask(breaker: Breaker, nowMs: number): readonly [allowed: boolean, after: Breaker] {
  if (breaker.state === 'closed') return [true, breaker]
  if (breaker.state === 'open' && nowMs >= breaker.untilMs) return [true, { state: 'probing' }]
  return [false, breaker]
}

function answered(): Breaker {
  return closedBreaker
}

function failed(breaker: Breaker, nowMs: number): Breaker {
  const failures = breaker.state === 'closed' ? breaker.failures + 1 : failuresToOpen
  return failures < failuresToOpen
    ? { state: 'closed', failures }
    : { state: 'open', untilMs: nowMs + pauseMs }
}
