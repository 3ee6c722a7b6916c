import { type Failure, safeToRetry } from '../errors.ts'
import { languageOf } from '../language.ts'
import { type ProblemCode, problems } from '../v2/catalogue.ts'
import { Problem, ProblemReply, problemOf } from '../v2/problem.ts'

/** One request of a hook and its answer: `{}`, or problem details. */
export class HookReply extends ProblemReply {
  /** What a 401 is called. */
  wrongCredential: ProblemCode = 'hook_credential'

  override refuse(failure: Failure): void {
    const problem = failure.code === 401 ? new Problem(this.wrongCredential) : problemOf(failure)
    this.answerProblem(problem, failure.storedNothing ? [...safeToRetry] : [])
  }

  done(status = 200): void {
    this.send(status, 'application/json; charset=utf-8', status === 204 ? '' : '{}', [])
  }

  /** A problem in one line, in the language of the client: its title, what was expected, and its word of `/v2`. */
  protected lineOf({ code, errors }: Problem): string {
    const language = languageOf(this.request.headers['accept-language'])
    const expected = errors.map((each) => each.expected[language])
    return `${[problems[code].title[language], ...expected].join(': ')} (${code})`
  }

  /** A problem in another form than problem details. */
  protected answerIn(
    type: string,
    body: string,
    problem: Problem,
    headers: string[],
    status = problem.status,
  ): void {
    const { code, retryAfterSeconds, allowedVerbs } = problem
    if (retryAfterSeconds !== undefined) headers.push('Retry-After', String(retryAfterSeconds))
    if (allowedVerbs.length > 0) headers.push('Allow', allowedVerbs.join(', '))
    this.send(status, `${type}; charset=utf-8`, body, headers, code)
  }
}
