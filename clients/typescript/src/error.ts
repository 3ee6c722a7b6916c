import type { Schemas } from './schemas.ts'

export type Problem = Schemas['Problem']
/** Of the service, of this client, or of a newer service. */
export type ErrorCode =
  | Schemas['ProblemCode']
  | 'no_answer'
  | 'bad_signature'
  | (string & Record<never, never>)

/** A refusal of the service, or no answer from it. `code` says which; /docs/errors/CODE explains each. */
export class RingkeyError extends Error {
  override readonly name = 'RingkeyError'
  /** For `/v1.0` the number of the error as text. */
  readonly code: ErrorCode
  /** Of HTTP; 0 without an answer. */
  readonly status: number
  /** When to try again; null when waiting does not help, or nobody knows. */
  readonly retryAfterMs: number | null
  /** For the operator of the service. */
  readonly requestId: string | null
  /** The whole answer of `/v2`, with the wrong members in `errors`. */
  readonly problem: Problem | null

  constructor(
    code: ErrorCode,
    message: string,
    {
      status = 0,
      retryAfterMs = null,
      requestId = null,
      problem = null,
      cause,
    }: Partial<Pick<RingkeyError, 'status' | 'retryAfterMs' | 'requestId' | 'problem' | 'cause'>> = {},
  ) {
    super(message, { cause })
    this.code = code
    this.status = status
    this.retryAfterMs = retryAfterMs
    this.requestId = requestId
    this.problem = problem
  }
}
