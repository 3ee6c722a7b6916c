import type { RateState } from '../../platform/request-rate.ts'
import { type ErrorCode, type Failure, type Language, safeToRetry, temporaryStatuses } from '../errors.ts'
import { languageOf } from '../language.ts'
import { addDraftHeaders, Reply } from '../reply.ts'
import { type ProblemCode, problems } from './catalogue.ts'

export interface InputFault {
  /** RFC 6901. */
  readonly pointer: string
  readonly expected: Readonly<Record<Language, string>>
}

export interface ProblemOptions {
  readonly errors?: readonly InputFault[]
  readonly retryAfterMs?: number
  /** Waiting does not help, although the status is a temporary one. */
  readonly isPermanent?: true
  readonly allowedVerbs?: readonly string[]
  /** Further members of the answer. */
  readonly more?: Readonly<Record<string, unknown>>
}

/** An error answer of `/v2`: problem details (RFC 9457). A plain value, not an exception. */
export class Problem {
  readonly code: ProblemCode
  readonly status: number
  readonly allowedVerbs: readonly string[]
  readonly retryAfterSeconds: number | undefined
  readonly errors: readonly InputFault[]
  readonly #more: Readonly<Record<string, unknown>>

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    this.code = code
    this.status = problems[code].status
    this.errors = options.errors ?? []
    this.#more = options.more ?? {}
    this.allowedVerbs = options.allowedVerbs ?? []
    this.retryAfterSeconds =
      options.retryAfterMs !== undefined ||
      (temporaryStatuses.includes(this.status) && options.isPermanent !== true)
        ? Math.max(1, Math.ceil((options.retryAfterMs ?? 1000) / 1000))
        : undefined
  }

  body(language: Language): object {
    const { status, title, detail } = problems[this.code]
    return {
      type: `/docs/errors/${this.code}`,
      title: title[language],
      status,
      detail: detail[language],
      code: this.code,
      ...(this.errors.length === 0
        ? {}
        : {
            errors: this.errors.map(({ pointer, expected }) => ({ pointer, expected: expected[language] })),
          }),
      ...this.#more,
    }
  }
}

/** The refusals of the gate, as problems of `/v2`. */
const codes: Readonly<Partial<Record<ErrorCode, ProblemCode>>> = {
  0: 'address_blocked',
  4: 'service_off',
  401: 'unauthorized',
  429: 'rate_limited',
  503: 'overloaded',
  1001: 'account_blocked',
  1003: 'address_not_allowed',
  1004: 'service_archived',
  1005: 'account_unconfirmed',
  1006: 'key_not_allowed',
}

export function problemOf(failure: Failure): Problem {
  const { retryAfterSeconds } = failure
  return new Problem(codes[failure.code] ?? 'internal_error', {
    ...(retryAfterSeconds === undefined ? {} : { retryAfterMs: retryAfterSeconds * 1000 }),
  })
}

/** One request of `/v2` and its single answer: errors are problem details, and HTTP statuses are always real. */
export class ProblemReply extends Reply {
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

  protected override addRateHeaders(rate: RateState, headers: string[]): void {
    addDraftHeaders(rate, headers)
  }
}
