import { StoreUnavailable } from '../../storage/store.ts'
import { Problem } from './problem.ts'
import type { V2ServerParts } from './server-parts.ts'

/** Reports an internal error and answers it as an error. */
export function faultOf(
  deps: Pick<V2ServerParts, 'onError' | 'onStoreTrouble'>,
  requestId: string,
  error: Error,
): Problem {
  if (error instanceof StoreUnavailable) {
    deps.onStoreTrouble(error, requestId)
    return new Problem('overloaded')
  }
  deps.onError(requestId, error)
  return new Problem('internal_error', { more: { request_id: requestId } })
}
