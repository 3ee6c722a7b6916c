import type { StoreUnavailable } from '../../storage/store.ts'
import type { OnAnswer } from '../exchange.ts'
import type { Gate } from '../gate.ts'
import type { V2Parts } from './method.ts'

/** What serves a request of `/v2`, besides the dependencies of its methods. */
export interface V2ServerParts {
  readonly gate: Gate
  readonly api: V2Parts
  readonly nextRequestId: () => string
  readonly onError: (requestId: string, error: Error) => void
  readonly onStoreTrouble: (error: StoreUnavailable, requestId: string) => void
  readonly onAnswer: OnAnswer
}
