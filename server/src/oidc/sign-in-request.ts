import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import type { Directory, Subscriber } from '../accounts/directory.ts'
import type { PhoneHasher } from '../calls/phone-privacy.ts'
import type { V2Parts } from '../http/v2/method.ts'
import type { OidcClient } from '../storage/queries/oidc.ts'
import type { WorkCost } from './proof-of-work.ts'
import type { PageLanguage } from './texts.ts'

export interface SignInDeps
  extends Pick<V2Parts, 'store' | 'clock' | 'numbering' | 'verifications' | 'work' | 'clientTokens'> {
  readonly hasher: PhoneHasher
  readonly directory: Directory
  /** Signs the one-time state of a form. */
  readonly stateKey: Buffer
  /** What a browser pays for a call with; tests pass a lower cost. */
  readonly workCost?: WorkCost | undefined
}

/** What an interaction remembers of the calls that it has started. */
export interface Progress {
  readonly verification?: string
  /** How many it has started. */
  readonly tries: number
}

/** One request to the sign-in page, by a browser that is in a sign-in. */
export interface SignInRequest {
  readonly provider: Provider
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly address: string
  readonly interaction: Awaited<ReturnType<Provider['interactionDetails']>>
  readonly progress: Progress
  readonly client: OidcClient
  readonly subscriber: Subscriber
  readonly language: PageLanguage
  /** Calls of the page for this client that were not approved, within the last hour. */
  readonly unapproved: number
  /** What people agree to at this service; undefined when it has no wording. */
  readonly wording: string | undefined
}
