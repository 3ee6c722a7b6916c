import type { ProblemBody } from './views/answer.ts'

/**
 * Why a request of the cabinet was refused. The web app has a sentence in each language for every code; `field`
 * says beside which input it is shown. The English text here is for developers who read the answers.
 */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    more: { readonly field?: string; readonly retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.field = more.field
    this.retryAfterSeconds = more.retryAfterSeconds
  }

  body(): ProblemBody {
    return {
      error: {
        code: this.code,
        message: this.message,
        ...(this.field === undefined ? {} : { field: this.field }),
      },
    }
  }
}

export const notSignedIn = () => new Problem(401, 'not-signed-in', 'sign in first')
export const notAllowed = () => new Problem(403, 'not-allowed', 'your role does not allow this')
/** The same answer for data that does not exist and for data of another account. */
export const notFound = () => new Problem(404, 'not-found', 'there is no such thing')
export const wrongField = (field: string, expected: string) =>
  new Problem(400, 'wrong-field', `"${field}" is wrong: expected ${expected}`, { field })
export const addressBlocked = () =>
  new Problem(403, 'address-blocked', 'the operator has blocked this address')
export const tooManyRequests = () =>
  new Problem(429, 'too-many-requests', 'too many requests from this address', { retryAfterSeconds: 1 })
export const busy = () =>
  new Problem(503, 'busy', 'too many people sign in right now: try again in a moment', {
    retryAfterSeconds: 5,
  })
export const tooManyAttempts = (retryAfterSeconds: number) =>
  new Problem(429, 'too-many-attempts', 'too many attempts: wait a little', { retryAfterSeconds })
