import type { Failure } from '../errors.ts'
import { Exchange } from '../exchange.ts'
import { languageOf } from '../language.ts'
import { type ProblemCode, problems } from './catalogue.ts'
import { Problem, problemOf } from './problem.ts'

/**
 * These keep their HTTP status. Supabase shows the app only messages that come with HTTP 200, but a request that was not
 * signed was not sent by it, and it repeats a 429 or 503 with `Retry-After` by itself.
 */
const realStatuses: ReadonlySet<ProblemCode> = new Set([
  'hook_signature',
  'address_blocked',
  'rate_limited',
  'method_not_allowed',
  'body_too_large',
  'internal_error',
  'overloaded',
  'channels_in_use',
])

/** One request of a hook and its answer: `{}`, or an error in the form of Supabase. */
export class HookExchange extends Exchange {
  override refuse(failure: Failure): void {
    this.answerProblem(failure.code === 401 ? new Problem('hook_signature') : problemOf(failure))
  }

  answerProblem({ code, status, retryAfterSeconds, allowedVerbs }: Problem): void {
    const headers: string[] = []
    if (retryAfterSeconds !== undefined) headers.push('Retry-After', String(retryAfterSeconds))
    if (allowedVerbs.length > 0) headers.push('Allow', allowedVerbs.join(', '))
    const title = problems[code].title[languageOf(this.request.headers['accept-language'])]
    this.#send(
      realStatuses.has(code) ? status : 200,
      { error: { http_code: status, message: `${title} (${code})` } },
      headers,
    )
  }

  done(): void {
    this.#send(200, {}, [])
  }

  #send(status: number, body: object, headers: string[]): void {
    this.send(status, 'application/json; charset=utf-8', JSON.stringify(body), headers)
  }
}
