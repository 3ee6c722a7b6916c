import type { VelocityReason } from '../books/velocity.ts'
import type { Refusal } from '../quality/number-counts.ts'
import type { HookKind } from '../storage/queries/hooks.ts'
import type { keyKinds, signInKinds } from '../storage/queries/operators-log.ts'
import type { KeyScope } from '../storage/queries/service-keys.ts'

/** No facts besides the kind of the action. */
type NoFacts = Readonly<Record<string, never>>

/** Confirmation numbers, with the marks that were set. */
export interface MarkedNumbers {
  readonly count: number
  readonly range: string
  readonly tollFree?: boolean
  readonly countries?: readonly string[]
  readonly thanks?: boolean
}

/** Events at sign-in. They contain no secret: no token, no code, no password, no key. */
export interface AccessFacts {
  /** The last correct factor: the password, a code, a button in the messenger, a link. */
  readonly 'signed-in': { readonly by: 'password' | 'app' | 'recovery-code' | 'messenger' | 'link' }
  readonly 'signed-out': NoFacts
  readonly 'sign-in-refused': {
    readonly reason: 'password' | 'unknown-email' | 'second-factor' | 'messenger' | 'link-ended' | 'too-many'
  }
  /** A signed-in person was asked for the password or code again and failed. */
  readonly 'proof-refused': { readonly reason: 'password' | 'second-factor' }
  readonly 'sessions-ended': { readonly which: 'one' | 'others' }
  readonly 'link-asked': { readonly purpose: string }
  readonly 'link-used': { readonly purpose: string }
  readonly 'password-changed': { readonly by: 'password' | 'link' }
  /** In the words of the account's history. */
  readonly 'second-factor-changed': { readonly change: string }
  /** A secret key was wrong, belonged to an unknown service (null), or came from an address that is not allowed. */
  readonly 'key-refused': {
    readonly service: number | null
    readonly reason: 'key' | 'unknown-service' | 'address' | 'admin-token'
  }
}
export type AccessKind = (typeof signInKinds | typeof keyKinds)[number]

/**
 * The actions of operators, each with the facts that its sentence needs; the web app has a sentence in each language.
 * Kinds and facts are stored permanently: an action that needs other facts gets a new kind. Phone numbers of people are
 * stored as masks only, people who are not operators by their id only; the line's e-mail names the person who signed
 * in.
 */
export interface OperatorActionFacts extends AccessFacts {
  readonly 'books-audited': NoFacts
  /** A read over the admin API, or a change that was refused there. */
  readonly 'admin-call': { readonly method: string; readonly path: string; readonly status: number }
  readonly 'admin-token-added': { readonly name: string; readonly scopes: readonly string[] }
  readonly 'admin-token-removed': { readonly name: string }
  readonly 'trunk-added': { readonly trunk: string }
  /** Names of settings, and `password`. */
  readonly 'trunk-changed': { readonly trunk: string; readonly fields: readonly string[] }
  readonly 'trunk-removed': { readonly trunk: string }
  readonly 'test-call': {
    readonly trunk: string
    readonly phoneMask: string
    readonly mode: 'flash' | 'voice' | 'mix'
  }
  /** Every way was tested; the mask is "" when no phone was called. */
  readonly 'trunk-tested': { readonly trunk: string; readonly phoneMask: string }
  readonly 'alarm-receiver-added': { readonly channel: string; readonly target: string }
  readonly 'alarm-receiver-changed': { readonly id: number }
  readonly 'alarm-receiver-removed': { readonly id: number }
  readonly 'alarms-silenced': {
    readonly kind: string
    readonly subject: string
    readonly reason: string
    readonly until: number
  }
  readonly 'silence-ended': { readonly id: number }
  /** The last SIP messages were written to a file, with masked phone numbers or clear ones. */
  readonly 'sip-captured': {
    readonly trunk: string
    readonly call: number | null
    readonly messages: number
    readonly isClear: boolean
  }
  readonly 'numbers-added': {
    readonly first: string
    readonly last: string
    readonly trunks: readonly string[]
  }
  readonly 'numbers-removed': { readonly first: string; readonly last: string; readonly trunk: string }
  /** What phones show beside the numbers; "" is nothing known. */
  readonly 'numbers-labelled': {
    readonly first: string
    readonly last: string
    readonly trunks: readonly string[]
    readonly label: string
    readonly category: string
  }
  /** Refused numbers or blocks of numbers, of which the first are named; the service does it by itself. */
  readonly 'numbers-rested': {
    readonly trunk: string
    readonly count: number
    readonly numbers: readonly string[]
    readonly refusal: Refusal
    readonly until: number
  }
  readonly 'numbers-on-trial': {
    readonly trunk: string
    readonly count: number
    readonly numbers: readonly string[]
  }
  readonly 'numbers-well': {
    readonly trunk: string
    readonly count: number
    readonly numbers: readonly string[]
  }
  /** A rest was ended by hand. */
  readonly 'numbers-released': { readonly first: string; readonly last: string; readonly trunk: string }
  /** Added, or existing ones that are marked. */
  readonly 'confirmation-added': MarkedNumbers
  /** Calls to them count only over these trunks. */
  readonly 'confirmation-bound': MarkedNumbers & { readonly trunks: readonly string[] }
  /** The first of them; they need not be consecutive. */
  readonly 'confirmation-removed': { readonly count: number; readonly first: string }
  readonly 'tariff-made': { readonly tariff: string }
  readonly 'tariff-changed': { readonly tariff: string }
  readonly 'account-topped-up': {
    readonly account: number
    /** In roubles. */
    readonly amount: number
    /** "" when there is none. */
    readonly note: string
  }
  /** An operator looked at the statistics or the calls of a customer; at most one line an hour. */
  readonly 'account-opened': { readonly account: number }
  readonly 'call-opened': { readonly account: number; readonly call: number }
  readonly 'verification-opened': { readonly account: number; readonly verification: string }
  /** A mistaken top-up was taken back; the amount is in roubles. */
  readonly 'top-up-reversed': {
    readonly account: number
    readonly entry: number
    readonly amount: number
    readonly note: string
  }
  readonly 'account-made': { readonly account: number }
  readonly 'account-closed': { readonly account: number }
  readonly 'account-blocked': { readonly account: number }
  readonly 'account-unblocked': { readonly account: number }
  readonly 'account-made-real': { readonly account: number }
  readonly 'account-tariff': { readonly account: number; readonly from: string; readonly to: string }
  /** How a party is named on statements; account 0 runs the installation. */
  readonly 'party-saved': { readonly account: number }
  readonly 'account-phone': { readonly account: number; readonly confirmed: boolean }
  readonly 'service-made': { readonly service: number; readonly account: number }
  /** Names of settings, as in the command or the form. */
  readonly 'service-changed': { readonly service: number; readonly fields: readonly string[] }
  /** A new main key. */
  readonly 'service-key': { readonly service: number }
  readonly 'key-added': { readonly key: number; readonly service: number; readonly scope: KeyScope }
  readonly 'key-rotated': { readonly key: number; readonly service: number }
  readonly 'key-revoked': { readonly key: number; readonly service: number }
  readonly 'hook-added': { readonly hook: number; readonly service: number; readonly kind: HookKind }
  readonly 'hook-rotated': { readonly hook: number; readonly service: number; readonly kind: HookKind }
  readonly 'hook-removed': { readonly hook: number; readonly service: number; readonly kind: HookKind }
  readonly 'oidc-client-added': { readonly client: string; readonly service: number }
  readonly 'oidc-client-removed': { readonly client: string; readonly service: number }
  readonly 'oidc-keys-rotated': Record<string, never>
  readonly 'gateway-added': { readonly gateway: number; readonly service: number; readonly channel: string }
  readonly 'gateway-removed': { readonly gateway: number; readonly service: number; readonly channel: string }
  readonly 'service-dialect': { readonly service: number; readonly dialect: string }
  readonly 'webhook-secret': { readonly service: number; readonly rotated: boolean }
  readonly 'webhook-resent': { readonly call: number }
  readonly 'event-resent': { readonly webhookId: string }
  readonly 'endpoint-added': { readonly endpoint: number; readonly service: number }
  /** Names of fields. */
  readonly 'endpoint-changed': {
    readonly endpoint: number
    readonly service: number
    readonly fields: readonly string[]
  }
  readonly 'endpoint-removed': { readonly endpoint: number; readonly service: number }
  readonly 'endpoint-secret': {
    readonly endpoint: number
    readonly service: number
    readonly rotated: boolean
  }
  readonly 'endpoint-tested': { readonly endpoint: number; readonly service: number }
  readonly 'person-link': {
    readonly person: number
    readonly changes: 'password' | 'email'
    /** The second factor was removed too. */
    readonly withoutSecondFactor: boolean
  }
  readonly 'operator-link': { readonly email: string }
  readonly 'operator-made': { readonly email: string }
  readonly 'operator-removed': { readonly email: string }
  readonly 'invitation-made': NoFacts
  readonly 'demo-link': NoFacts
  readonly 'number-erased': { readonly calls: number }
  /** A new version of what end users agree to. */
  readonly 'consent-wording': { readonly service: number }
  /** Proofs of consent of a service (0: of all) in a period, or of one number. */
  readonly 'consent-exported': { readonly service: number; readonly phoneMask: string }
  readonly 'legacy-repeats': { readonly service: number; readonly on: boolean }
  readonly 'spend-cap': {
    /** `service:1`, `account:1` or `prefix:77`. */
    readonly scope: string
    /** In roubles; 0 means no limit. */
    readonly perHour: number
    readonly perDay: number
  }
  readonly 'numbering-import': {
    readonly data: 'registry' | 'porting'
    readonly name: string
    readonly forced: boolean
  }
  readonly 'numbering-rollback': { readonly data: 'registry' | 'porting'; readonly snapshot: string }
  readonly 'address-blocked': { readonly address: string }
  readonly 'address-let-in': { readonly address: string }
  /** Digits, the two letters of a country, or `operator:` and the name of a network operator. */
  readonly 'prefix-paused': {
    readonly service: number
    readonly prefix: string
    readonly reason: VelocityReason
    readonly calls: number
    readonly expected: number
  }
  /** Too few delivered steps of a service were approved; the service does it by itself. */
  readonly 'charged-on-delivery': {
    readonly service: number
    readonly delivered: number
    readonly approved: number
    readonly until: number
  }
  readonly 'prefix-resumed': { readonly service: number; readonly prefix: string }
  readonly 'do-not-call': { readonly phoneMask: string; readonly listed: boolean }
}

export type OperatorActionKind = keyof OperatorActionFacts
