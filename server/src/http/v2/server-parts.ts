import { StoreUnavailable } from '../../storage/store.ts'
import type { OnAnswer } from '../exchange.ts'
import type { Gate } from '../gate.ts'
import type { V2Parts } from './method.ts'
import { Problem } from './problem.ts'

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
