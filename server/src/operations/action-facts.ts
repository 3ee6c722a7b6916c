import type { VelocityReason } from '../books/velocity.ts'
import type { Refusal } from '../quality/number-health.ts'
import type { HookKind } from '../storage/queries/hooks.ts'
import type { keyKinds, signInKinds } from '../storage/queries/operators-log.ts'
import type { KeyScope } from '../storage/queries/service-keys.ts'

/** Of each field that a change made different, what it was and what it is, as text; null of what nobody may read. */
export type Changes = Readonly<Record<string, readonly [from: string, to: string] | null>>

/** By kind. */
type Facts<Kinds> = { readonly [Kind in keyof Kinds]: Readonly<Kinds[Kind]> }
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
interface Access {
  /** The last correct factor: the password, a code, a button in the messenger, a link. */
  'signed-in': { by: 'password' | 'app' | 'recovery-code' | 'messenger' | 'link' }
  'signed-out': NoFacts
  'sign-in-refused': {
    reason: 'password' | 'unknown-email' | 'second-factor' | 'messenger' | 'link-ended' | 'too-many'
  }
  /** A signed-in person was asked for the password or code again and failed. */
  'proof-refused': { reason: 'password' | 'second-factor' }
  'sessions-ended': { which: 'one' | 'others' }
  'link-asked': { purpose: string }
  'link-used': { purpose: string }
  'password-changed': { by: 'password' | 'link' }
  /** In the words of the account's history. */
  'second-factor-changed': { change: string }
  /** A secret key was wrong, belonged to an unknown service (null), or came from an address that is not allowed. */
  'key-refused': { service: number | null; reason: 'key' | 'unknown-service' | 'address' | 'admin-token' }
}
export type AccessFacts = Facts<Access>
export type AccessKind = (typeof signInKinds | typeof keyKinds)[number]

/**
 * The actions of operators, each with the facts that its sentence needs; the web app has a sentence in each language.
 * Kinds and facts are stored permanently: an action that needs other facts gets a new kind. Phone numbers of people are
 * stored as masks only, people who are not operators by their id only; the line's e-mail names the person who signed
 * in.
 */
interface Actions extends Access {
  'books-audited': NoFacts
  /** A read over the admin API, or a change that was refused there. */
  'admin-call': { method: string; path: string; status: number }
  'admin-token-added': { name: string; scopes: readonly string[] }
  'admin-token-removed': { name: string }
  'trunk-added': { trunk: string }
  /** By names of settings, and `password`. */
  'trunk-changed': { trunk: string; changes: Changes }
  'trunk-removed': { trunk: string }
  'test-call': { trunk: string; phoneMask: string; mode: 'flash' | 'voice' | 'mix' }
  /** Every way was tested; the mask is "" when no phone was called. */
  'trunk-tested': { trunk: string; phoneMask: string }
  'alarm-receiver-added': { channel: string; target: string }
  'alarm-receiver-changed': { id: number; changes: Changes }
  'alarm-receiver-removed': { id: number }
  'alarms-silenced': { kind: string; subject: string; reason: string; until: number }
  'silence-ended': { id: number }
  /** The last SIP messages were written to a file, with masked phone numbers or clear ones. */
  'sip-captured': { trunk: string; call: number | null; messages: number; isClear: boolean }
  'numbers-added': { first: string; last: string; trunks: readonly string[] }
  'numbers-removed': { first: string; last: string; trunk: string }
  /** What phones show beside the numbers; "" is nothing known. */
  'numbers-labelled': {
    first: string
    last: string
    trunks: readonly string[]
    label: string
    category: string
  }
  /** Refused numbers or blocks of numbers, of which the first are named; the service does it by itself. */
  'numbers-quarantined': {
    trunk: string
    count: number
    numbers: readonly string[]
    refusal: Refusal
    until: number
  }
  'numbers-on-probation': { trunk: string; count: number; numbers: readonly string[] }
  'numbers-healthy': { trunk: string; count: number; numbers: readonly string[] }
  /** A quarantine was ended by hand. */
  'numbers-released': { first: string; last: string; trunk: string }
  /** Added, or existing ones that are marked. */
  'confirmation-added': MarkedNumbers
  /** Calls to them count only over these trunks. */
  'confirmation-bound': MarkedNumbers & { trunks: readonly string[] }
  /** The first of them; they need not be consecutive. */
  'confirmation-removed': { count: number; first: string }
  'tariff-made': { tariff: string }
  /** By fields of the tariff, and its prices by what they are for. */
  'tariff-changed': { tariff: string; changes: Changes }
  'account-topped-up': {
    account: number
    /** In roubles. */
    amount: number
    /** "" when there is none. */
    note: string
  }
  /** An operator looked at the statistics or the calls of a customer; at most one line an hour. */
  'account-opened': { account: number }
  'call-opened': { account: number; call: number }
  'verification-opened': { account: number; verification: string }
  /** A mistaken top-up was taken back; the amount is in roubles. */
  'top-up-reversed': { account: number; entry: number; amount: number; note: string }
  'account-made': { account: number }
  'account-closed': { account: number }
  'account-blocked': { account: number }
  'account-unblocked': { account: number }
  'account-made-real': { account: number }
  'account-tariff': { account: number; from: string; to: string }
  /** How a party is named on statements; account 0 runs the installation. */
  'party-saved': { account: number }
  'account-phone': { account: number; confirmed: boolean }
  'service-made': { service: number; account: number }
  /** By names of settings. */
  'service-changed': { service: number; changes: Changes }
  /** A new main key. */
  'service-key': { service: number }
  'key-added': { key: number; service: number; scope: KeyScope }
  'key-rotated': { key: number; service: number }
  'key-revoked': { key: number; service: number }
  'hook-added': { hook: number; service: number; kind: HookKind }
  'hook-rotated': { hook: number; service: number; kind: HookKind }
  'hook-removed': { hook: number; service: number; kind: HookKind }
  'oidc-client-added': { client: string; service: number }
  'oidc-client-removed': { client: string; service: number }
  'oidc-keys-rotated': Record<string, never>
  'gateway-added': { gateway: number; service: number; channel: string }
  'gateway-removed': { gateway: number; service: number; channel: string }
  'service-dialect': { service: number; dialect: string }
  'webhook-secret': { service: number; rotated: boolean }
  'webhook-resent': { call: number }
  'event-resent': { webhookId: string }
  'endpoint-added': { endpoint: number; service: number }
  /** By names of fields; of the address, the receiver alone. */
  'endpoint-changed': { endpoint: number; service: number; changes: Changes }
  'endpoint-removed': { endpoint: number; service: number }
  'endpoint-secret': { endpoint: number; service: number; rotated: boolean }
  'endpoint-tested': { endpoint: number; service: number }
  'person-link': {
    person: number
    changes: 'password' | 'email'
    /** The second factor was removed too. */
    withoutSecondFactor: boolean
  }
  'operator-link': { email: string }
  'operator-made': { email: string }
  'operator-removed': { email: string }
  'invitation-made': NoFacts
  'demo-link': NoFacts
  'number-erased': { calls: number }
  /** A new version of what end users agree to. */
  'consent-wording': { service: number }
  /** Proofs of consent of a service (0: of all) in a period, or of one number. */
  'consent-exported': { service: number; phoneMask: string }
  'legacy-repeats': { service: number; on: boolean }
  /** 0: as the installation says. */
  'request-limit': { service: number; from: number; perSecond: number }
  'spend-cap': {
    /** `service:1`, `account:1` or `prefix:77`. */
    scope: string
    /** In roubles; 0 means no limit. */
    from: { readonly perHour: number; readonly perDay: number }
    perHour: number
    perDay: number
  }
  'numbering-import': { data: 'registry' | 'porting'; name: string; forced: boolean }
  'numbering-rollback': { data: 'registry' | 'porting'; snapshot: string }
  'address-blocked': { address: string }
  'address-let-in': { address: string }
  /** Digits, the two letters of a country, or `operator:` and the name of a network operator. */
  'prefix-paused': {
    service: number
    prefix: string
    reason: VelocityReason
    calls: number
    expected: number
  }
  /** Too few delivered steps of a service were approved; the service does it by itself. */
  'charged-on-delivery': { service: number; delivered: number; approved: number; until: number }
  'prefix-resumed': { service: number; prefix: string }
  'do-not-call': { phoneMask: string; listed: boolean }
  /** Values sealed with the new root secret, and those that still have the previous one. */
  'secret-rotated': { sealed: number; left: number }
  /** Records past their retention were deleted although the clock was days past the last deletion. */
  'clock-trusted': { deleted: number }
  /** The installation went to PostgreSQL, or the embedded store is used again. */
  moved: { rows: number }
  'move-undone': NoFacts
  /** Recordings of this language, for the calls of the node whose data folder they are in. */
  'prompts-imported': { language: string }
  /** Entries of calls up to the end of this month were summed. */
  'months-closed': { month: string; entries: number }
}

export type OperatorActionFacts = Facts<Actions>
