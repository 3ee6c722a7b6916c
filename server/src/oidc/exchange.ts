import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** One request of OpenID Connect and its answer. */
interface OidcExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Whether anything may have been stored for it. */
  mayHaveStored: boolean
  /** Answers it with what went wrong. */
  failed(error: Error): void
}

/** The library does not say for which request it keeps or looks for something. */
export const currentExchange = new AsyncLocalStorage<OidcExchange>()

/** Something is stored now, or it is not known whether it was. */
export function noteWrite(): void {
  const exchange = currentExchange.getStore()
  if (exchange !== undefined) exchange.mayHaveStored = true
}
