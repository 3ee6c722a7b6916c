import type { TSchema } from 'typebox'
import type { Subscriber } from '../../accounts/directory.ts'
import type { View } from '../../books/verification-view.ts'
import type { PhoneHasher } from '../../calls/phone-privacy.ts'
import type { Sealer } from '../../platform/sealing.ts'
import { StoreUnavailable } from '../../storage/store.ts'
import type { ClientTokens } from '../../verifications/client-tokens.ts'
import type { Verifications } from '../../verifications/verifications.ts'
import type { ApiDeps } from '../context.ts'
import type { Gate } from '../gate.ts'
import type { OnAnswer } from '../reply.ts'
import type { ScopeRule } from '../scope-rule.ts'
import type { ProblemCode } from './catalogue.ts'
import { Problem } from './problem.ts'

/** The dependencies of the methods of `/v2`. */
export interface V2Parts extends ApiDeps {
  readonly verifications: Verifications
  readonly clientTokens: ClientTokens
  /** For the credentials of hooks, and to tell the retries of one request. */
  readonly hooks: { readonly sealer: Sealer; readonly hasher: PhoneHasher }
}

/** One authenticated request whose input is valid. */
export interface V2Call<I = unknown> {
  readonly subscriber: Subscriber
  /** The body of a POST, the query of a GET. */
  readonly input: I
  /** What the credential may see of a verification. */
  readonly view: View
  /** The credential is a client token. */
  readonly isByToken: boolean
  /** The id in the path; "" when there is none. */
  readonly id: string
  /** The unparsed body. */
  readonly rawBody: Buffer
  readonly idempotencyKey: string | undefined
  /** The client disconnected before the answer. */
  readonly onGone: (forget: () => void) => void
}

export interface V2Answer {
  readonly status?: number
  readonly headers?: readonly string[]
  readonly body: object
}

/** A body that is written already. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A method of `/v2`: its path, its input, its action. */
export interface V2Method {
  readonly name: string
  readonly verb: 'GET' | 'POST'
  /** `{id}` stands for the id of a verification. */
  readonly path: string
  readonly summary: string
  readonly scopes: ScopeRule
  /** A client token may use it, from a page of any site. */
  readonly isForBrowsers?: true
  readonly input: TSchema
  readonly answer: {
    readonly status: number
    /** Another status with the same body, and what it means. */
    readonly also?: { readonly status: number; readonly description: string }
    readonly schema: TSchema
    readonly example: object
  }
  /** Codes that it can answer and not every method. */
  readonly codes: readonly ProblemCode[]
  /** The body or the query for the documents; a test sends it. */
  readonly example: Readonly<Record<string, unknown>>
  /** An Idempotency-Key is read. */
  readonly isIdempotent?: true
  /** Where it is not that of every method. */
  readonly maxBodyBytes?: number
  /** It starts a call or a paid lookup: a stopping service refuses it. */
  readonly startsWork?: true
  /** The input as it is checked, where people may have written a part of it. */
  readonly reads?: (deps: V2Parts, input: unknown) => unknown
  readonly run: (deps: V2Parts, call: V2Call) => Promise<V2Answer | Problem>
}

export function defineV2<I>(
  method: Omit<V2Method, 'run'> & {
    readonly run: (deps: V2Parts, call: V2Call<I>) => Promise<V2Answer | Problem>
  },
): V2Method {
  return method as V2Method
}

/** What serves a request of `/v2`, and of the other interfaces, besides the dependencies of its methods. */
export interface V2ServerParts {
  readonly gate: Gate
  readonly api: V2Parts
  readonly nextRequestId: () => string
  readonly onError: (requestId: string, error: Error) => void
  /** The store could not serve a request, which was answered with 503. */
  readonly onStoreTrouble: (error: StoreUnavailable, requestId: string) => void
  readonly onAnswer: OnAnswer
}

/** Reports an internal error and answers it as an error. */
export function faultOf(
  deps: Pick<V2ServerParts, 'onError' | 'onStoreTrouble'>,
  requestId: string,
  error: Error,
): Problem {
  if (error instanceof StoreUnavailable) {
    deps.onStoreTrouble(error, requestId)
    return new Problem('unavailable')
  }
  deps.onError(requestId, error)
  return new Problem('internal_error', { more: { request_id: requestId } })
}
