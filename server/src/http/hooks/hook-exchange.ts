import type { Failure } from '../errors.ts'
import { languageOf } from '../language.ts'
import { type ProblemCode, problems } from '../v2/catalogue.ts'
import { Problem, problemOf } from '../v2/problem.ts'
import { ProblemExchange } from '../v2/problem-exchange.ts'

/** One request of a hook and its answer: `{}`, or problem details. */
export class HookExchange extends ProblemExchange {
  /** What a 401 is called. */
  wrongCredential: ProblemCode = 'hook_credential'

  override refuse(failure: Failure): void {
    this.answerProblem(failure.code === 401 ? new Problem(this.wrongCredential) : problemOf(failure))
  }

  done(status = 200): void {
    this.send(status, 'application/json; charset=utf-8', status === 204 ? '' : '{}', [])
  }

  /** The title of a problem in the language of the client, with its word of `/v2`. */
  protected titleOf({ code }: Problem): string {
    return `${problems[code].title[languageOf(this.request.headers['accept-language'])]} (${code})`
  }

  protected headersOf({ retryAfterSeconds, allowedVerbs }: Problem): string[] {
    const headers: string[] = []
    if (retryAfterSeconds !== undefined) headers.push('Retry-After', String(retryAfterSeconds))
    if (allowedVerbs.length > 0) headers.push('Allow', allowedVerbs.join(', '))
    return headers
  }
}
