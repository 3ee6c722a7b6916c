import type { RateState } from '../../platform/request-rate.ts'
import { type Failure, safeToRetry } from '../errors.ts'
import { Exchange } from '../exchange.ts'
import { languageOf } from '../language.ts'
import { type Problem, problemOf } from './problem.ts'

/** One request of `/v2` and its single answer: errors are problem details, and HTTP statuses are always real. */
export class ProblemExchange extends Exchange {
  override refuse(failure: Failure): void {
    this.answerProblem(problemOf(failure), failure.storedNothing ? [...safeToRetry] : [])
  }

  answerProblem(problem: Problem, headers: string[] = []): void {
    const { status, retryAfterSeconds, allowedVerbs } = problem
    if (retryAfterSeconds !== undefined) headers.push('Retry-After', String(retryAfterSeconds))
    if (status === 401) headers.push('WWW-Authenticate', 'Bearer realm="ringkey"')
    if (allowedVerbs.length > 0) headers.push('Allow', allowedVerbs.join(', '))
    const body = problem.body(languageOf(this.request.headers['accept-language']))
    this.send(status, 'application/problem+json; charset=utf-8', JSON.stringify(body), headers, problem.code)
  }

  /** draft-ietf-httpapi-ratelimit-headers. */
  protected override addRateHeaders({ limit, remaining }: RateState, headers: string[]): void {
    headers.push('RateLimit-Policy', `"address";q=${limit};w=1`, 'RateLimit', `"address";r=${remaining};t=1`)
  }
}
