import type { Dialects } from '../accounts/dialects.ts'
import type { Subscriber } from '../accounts/directory.ts'
import type { Installation } from '../accounts/installation.ts'
import type { Profile } from '../accounts/profile.ts'
import type { RequestTimes } from '../accounts/request-times.ts'
import type { Calls } from '../calls/calls.ts'
import type { Catalogue } from '../calls/catalogue.ts'
import type { PaidLookups } from '../calls/paid-lookups.ts'
import type { Numbering } from '../numbering/phone.ts'
import type { Clock } from '../platform/clock.ts'
import type { WorkInProgress } from '../platform/work-in-progress.ts'
import type { KeyScope } from '../storage/queries/service-keys.ts'
import type { Store } from '../storage/store.ts'
import type { CallbackGuard } from '../webhooks/callback-guard.ts'
import { credentialNames } from './credentials.ts'
import type { Failure, Language } from './errors.ts'
import type { Parameter, RawParams } from './parameters.ts'
import type { ScopeRule } from './scope-rule.ts'

/** The dependencies of the API's methods. */
export interface ApiDeps {
  readonly store: Store
  readonly clock: Clock
  readonly numbering: Numbering
  readonly lookups: PaidLookups
  readonly catalogue: Catalogue
  readonly calls: Calls
  readonly dialects: Dialects
  readonly requestTimes: RequestTimes
  readonly callbackGuard: CallbackGuard
  readonly work: WorkInProgress
  readonly installation: Pick<Installation, 'currency'>
  /** What a line of the history of an account says. */
  sentenceOf(kind: string, facts: object): { readonly en: string }
}

/** One authenticated request. */
export interface Call<V> {
  readonly values: V
  readonly subscriber: Subscriber
  readonly scope: KeyScope
  readonly language: Language
  readonly profile: Profile
  /** Set by the method when the answer is a replay of an earlier call. */
  isReplay: boolean
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>
export type Values<P extends Parameters> = { [K in keyof P]: P[K] extends Parameter<infer T> ? T : never }

/** A method of the API: its parameters, its answer, and its action. */
export interface Method<P extends Parameters = Parameters> {
  readonly name: string
  readonly summary: string
  readonly parameters: P
  /** Of its parameters, and of those that carry credentials: every call needs them. */
  readonly names: ReadonlySet<string>
  readonly scopes: ScopeRule
  /** It starts a call, an inbound request or a paid lookup: a stopping service refuses it. */
  readonly startsWork?: true
  readonly answer: import('typebox').TSchema
  /** Notes about accepted values, in ASCII. */
  readonly remark?: (values: Values<P>, params: RawParams) => string | undefined
  readonly run: (deps: ApiDeps, call: Call<Values<P>>) => Promise<object | Failure>
}

export function defineMethod<const P extends Parameters>(method: Omit<Method<P>, 'names'>): Method {
  const own = Object.values(method.parameters).map(({ name }) => name)
  return { ...(method as unknown as Method), names: new Set([...own, ...credentialNames]) }
}
