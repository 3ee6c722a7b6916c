import texts from '../../assets/reference/errors.json' with { type: 'json' }
import { type Refusal, refusals } from '../books/refusals.ts'

/** The error catalogue of the API: each code once, with its HTTP status and its text in each language. */

export type Language = 'en' | 'ru'

/** A sentence about what would have been right. */
export type Hint = Readonly<Record<Language, string>>

/** What the sentences of a text are filled with. */
export interface Words {
  readonly parameter?: string
  readonly expected?: Readonly<Record<Language, string>>
  readonly requestId?: string
  readonly seconds?: number
  /** The subject, when a code has several meanings. */
  readonly about?: About
  /** Why a call was not admitted; its row has the text. */
  readonly refusal?: Refusal
  /** A number typed by a person, in the form that would be accepted. */
  readonly understood?: string
  /** Follows the text. */
  readonly hint?: Hint
  /** The limit of requests that was exceeded. */
  readonly perSecond?: number
}
type About = 'look-up' | 'inbound' | 'store' | 'never' | 'gone' | 'wrong-credentials' | 'service' | 'test-key'

interface Entry extends Readonly<Record<Language, string>> {
  /** For generated code. */
  readonly name: string
  readonly status: number
  /**
   * The status in a case that differs from the usual one. The code that answers takes it from here, so that the
   * documents list it.
   */
  readonly except?: { readonly status: number; readonly when: string }
  readonly about?: Partial<Readonly<Record<About, Readonly<Record<Language, string>>>>>
}

/** JSON has the codes as texts. */
type Code<Key> = Key extends `${infer Number extends number}` ? Number : never
export type ErrorCode = Code<keyof typeof texts>
export const catalogue: Readonly<Record<ErrorCode, Entry>> = texts

/** Every code with each HTTP status that it can have; `when` is "" for its usual one. */
export const statuses = Object.entries<Entry>(catalogue).flatMap(([key, { status, except }]) => {
  const code = Number(key) as ErrorCode
  return [{ code, status, when: '' }, ...(except === undefined ? [] : [{ code, ...except }])]
})

/** These errors come with the time after which to try again, if waiting helps. */
export const temporaryStatuses: readonly number[] = [429, 503]

export interface FailureOptions {
  readonly status?: number
  /** null when waiting does not help. */
  readonly retryAfterMs?: number | null
  readonly allowedVerbs?: readonly string[]
  /** Certainly nothing was stored: the same request may be sent again. */
  readonly storedNothing?: boolean
}

/** An error answer. A plain value, not an exception: a wrong parameter captures no stack. */
export class Failure {
  readonly code: ErrorCode
  readonly words: Words
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  /** The verbs that are allowed instead of the one used. */
  readonly allowedVerbs: readonly string[]
  readonly storedNothing: boolean

  constructor(code: ErrorCode, words: Words = {}, options: FailureOptions = {}) {
    this.code = code
    this.allowedVerbs = options.allowedVerbs ?? []
    this.storedNothing = options.storedNothing ?? false
    this.status = options.status ?? catalogue[code].status
    const { retryAfterMs = temporaryStatuses.includes(this.status) ? 1000 : null } = options
    this.retryAfterSeconds = retryAfterMs === null ? undefined : Math.max(1, Math.ceil(retryAfterMs / 1000))
    this.words = this.retryAfterSeconds === undefined ? words : { seconds: this.retryAfterSeconds, ...words }
  }

  body(language: Language): { status: false; error: string; code: number } {
    const { hint, about, refusal, expected, ...rest } = this.words
    const entry = catalogue[this.code]
    const ofRefusal = refusal && refusals[refusal].v1?.[language === 'en' ? 0 : 1]
    const text = ofRefusal ?? (about && entry.about?.[about]?.[language]) ?? entry[language]
    const facts = { seconds: 1, understood: '79001234567', ...rest, expected: expected?.[language] }
    const error = text.replace(/\{(\w+)\}/g, (_, name: keyof typeof facts) => String(facts[name]))
    return {
      status: false,
      error: hint === undefined ? error : `${error} ${hint[language]}`,
      code: this.code,
    }
  }

  /** The same with a sentence about what would have been right. */
  withHint(hint: Hint): Failure {
    return new Failure(
      this.code,
      { ...this.words, hint },
      {
        status: this.status,
        retryAfterMs: this.retryAfterSeconds === undefined ? null : this.retryAfterSeconds * 1000,
        allowedVerbs: this.allowedVerbs,
        storedNothing: this.storedNothing,
      },
    )
  }
}

/** The service stops or is overloaded. */
export const notNow = (retryAfterMs: number) => new Failure(503, {}, { retryAfterMs, storedNothing: true })

/** What says to clients, and to their proxies, that the same request may be sent again. */
export const safeToRetry = ['X-Ringkey-Retry', 'safe'] as const

export function wrongParameter(parameter: string, expected: Readonly<Record<Language, string>>): Failure {
  return new Failure(2, { parameter, expected })
}
