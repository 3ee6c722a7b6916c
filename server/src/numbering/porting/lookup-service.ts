// Asks an MNP or HLR service over HTTP, for operators who buy single answers instead of the whole database.

import { createHmac } from 'node:crypto'
import { type Clock, dayMs } from '../../platform/clock.ts'
import { NewestMap } from '../../platform/newest-map.ts'
import type { Phone } from '../phone.ts'
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
}

const maxAnswerBytes = 64 * 1024
/**
 * The most requests at a time; further ones are not sent, because checkPhone must not queue behind an outside service.
 */
const maxQuestionsAtOnce = 64
/** After this many failures in a row it is not asked any more, but for one request after each pause. */
const failuresToPause = 5
const pauseMs = 30_000
/** This many answers at least are kept: those that were used last. */
const leastAnswers = 50_000
/** Numbers are ported at night and published once a day. */
const lifetimeMs = dayMs

interface Answer {
  /** Undefined: the service answered that the number was not ported. */
  readonly recipient: Recipient | undefined
  readonly untilMs: number
}

export function lookupService(options: LookupServiceOptions): LookupService {
  const { nowMs } = options
  /** Under a keyed hash of the number: the numbers themselves are not stored. */
  const answers = new NewestMap<string, Answer>(leastAnswers)
  const keyOf = (e164: string) =>
    createHmac('sha256', options.hashKey).update(e164).digest('base64url').slice(0, 22)
  const cached = (e164: string) => {
    const key = keyOf(e164)
    const answer = answers.get(key)
    if (answer === undefined || answer.untilMs <= nowMs()) return undefined
    answers.set(key, answer)
    return answer
  }
  const asking = new Map<string, Promise<void>>()
  let failures = 0
  let pausedUntilMs = 0

  const question = async (e164: string) => {
    try {
      const recipient = readLookupAnswer(await fetchJson(e164, options), options.fields)
      answers.set(keyOf(e164), { recipient, untilMs: nowMs() + lifetimeMs })
      failures = 0
    } catch (cause) {
      failures += 1
      pausedUntilMs = nowMs() + pauseMs
      if (failures === failuresToPause)
        options.onProblem(`the number lookup service does not answer: ${(cause as Error).message}`)
    } finally {
      asking.delete(e164)
    }
  }

  return {
    async ask({ e164, countryIso }) {
      if (countryIso !== 'RU' || cached(e164) !== undefined) return
      const underway = asking.get(e164)
      if (underway !== undefined) return underway
      if (asking.size >= maxQuestionsAtOnce) return
      if (failures >= failuresToPause) {
        if (nowMs() < pausedUntilMs) return
        // Until this one request has ended.
        pausedUntilMs = Number.POSITIVE_INFINITY
      }
      const asked = question(e164)
      asking.set(e164, asked)
      return asked
    },
    answered: ({ e164 }) => cached(e164)?.recipient,
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

/** Where the JSON answer of a lookup service has each value, as dotted paths such as `result.mnc`. */
export interface LookupFields {
  /** The current operator: a name or an id of the porting database. */
  readonly operator: string
  /** Its network code, with or without the country code 250. */
  readonly mnc?: string | undefined
  /** A yes or no. Without it a number counts as ported when its operator is not the operator of its range. */
  readonly ported?: string | undefined
}

const russianCountryCode = '250'

/** Undefined when the answer says that the number was not ported; throws when the answer cannot be read. */
export function readLookupAnswer(body: unknown, fields: LookupFields): Recipient | undefined {
  if (fields.ported !== undefined && isNo(valueAt(body, fields.ported))) return undefined
  const operator = textAt(body, fields.operator)
  if (operator === '') throw new Error(`the answer has no "${fields.operator}"`)
  const mnc = fields.mnc === undefined ? '' : textAt(body, fields.mnc)
  return { id: operator, mnc: networkCode(mnc), inn: '', name: operator }
}

function networkCode(text: string): number {
  const digits = text.length === 5 && text.startsWith(russianCountryCode) ? text.slice(3) : text
  return /^\d{1,3}$/.test(digits) ? Number(digits) : 0
}

function isNo(value: unknown): boolean {
  return value === false || value === 0 || value === '0' || value === 'false' || value === 'no'
}

function textAt(body: unknown, path: string): string {
  const value = valueAt(body, path)
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

function valueAt(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    return isObject ? (value as Record<string, unknown>)[name] : undefined
  }, body)
}
