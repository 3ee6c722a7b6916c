import { type Static, Type } from 'typebox'
import type { Mode } from '../../books/call.ts'
import type { VelocityReason } from '../../books/velocity.ts'
import type { ConsentText } from '../../storage/queries/consent-texts.ts'
import type { Dialect, DialectCredential, DialectTypes } from '../../storage/queries/dialects.ts'
import type { GatewayRecord } from '../../storage/queries/gateways.ts'
import type { HookKind, HookRecord } from '../../storage/queries/hooks.ts'
import type { OidcClient } from '../../storage/queries/oidc.ts'
import type { KeyRecord } from '../../storage/queries/service-keys.ts'
import type { ServiceRecord } from '../../storage/queries/services.ts'
import { time } from './answer.ts'

const reasons: VelocityReason[] = ['new-country', 'new-prefix', 'burst', 'conversion']

/** A destination that a service may not call after unusual traffic. */
export const pausedView = Type.Object({
  serviceId: Type.Integer(),
  prefix: Type.String({
    description: 'digits, the two letters of a country, or `operator:` and the name of a network operator',
  }),
  reason: Type.Enum(reasons),
  calls: Type.Integer({ description: 'in the hour of the pause' }),
  expected: Type.Number({ description: "what the account's past allowed to expect" }),
  pausedAt: time,
})
export type PausedView = Static<typeof pausedView>

/** A service as its owner sees it: everything but the key, which is shown once. */
export type ServiceView = Pick<
  ServiceRecord,
  'id' | 'name' | 'useDirection' | 'status' | 'settings' | 'lastRequestAt' | 'createdAt'
>

/** Roubles; null is no bound. */
export interface SpendBounds {
  readonly perHour: number | null
  readonly perDay: number | null
}

/** All that the page of a service shows. */
export interface ServiceDetail extends ServiceView {
  readonly limits: {
    /** The owner's own. */
    readonly own: SpendBounds
    /** The operator's, which the owner's cannot exceed. */
    readonly operator: SpendBounds
  }
  /** Destinations that it may not call after unusual traffic. */
  readonly paused: readonly PausedView[]
  /** The profile of a service that follows the installation. */
  readonly defaultProfile: 'standard' | 'ucaller'
  /** What this service answers errors with, if it chooses nothing itself. */
  readonly defaultErrorStatus: 'mirror' | '200'
  /** How many requests it may send a second, if the operator has set no other limit for it; 0 means no limit. */
  readonly defaultRequestsPerSecond: number
  /** Where programs call: no slash at the end. */
  readonly apiUrl: string
}

/** A key of a service, without the secret. */
export type KeyView = Omit<KeyRecord, 'serviceId' | 'keyHash' | 'replacedBy'>

export interface KeyList {
  readonly keys: readonly KeyView[]
  /** How many a service may have besides the main key. */
  readonly max: number
}

/** A new secret key. It is shown only once. */
export interface NewKey {
  readonly service: ServiceView
  /** "" for the main key. */
  readonly name: string
  readonly secretKey: string
}

export interface WebhookSecretView {
  readonly current: string
  /** The one before, while webhooks are signed with both. */
  readonly previous: string | null
  readonly previousEndsAt: number
}

/** What a call of one phone would do, and what it would cost at most. */
export interface WorkflowPreviewView {
  readonly country: string
  readonly operator: string
  /** The place of the rule that decides, from 0; null when none matches. */
  readonly rule: number | null
  readonly steps: readonly {
    readonly mode: Mode
    readonly seconds: number
    /** Why it would be skipped; null when it can start. */
    readonly skipReason: string | null
    /** Roubles; null where the role may not see money. */
    readonly price: number | null
  }[]
  readonly maxCost: number | null
  readonly chargesOnApproval: boolean
  readonly isPaused: boolean
}

/** The wordings that end users of a service agree to, oldest first. */
export interface ConsentView {
  readonly versions: readonly ConsentText[]
  readonly maxLength: number
}

/** The proofs of one number as a file. */
export interface ConsentOfNumber {
  readonly count: number
  readonly csv: string
}

/** A gateway as its owner sees it: everything but the secret. */
export type GatewayView = Omit<GatewayRecord, 'secret'>

export interface GatewayList {
  readonly items: readonly GatewayView[]
  readonly max: number
}

/** The hook of an identity server as its owner sees it: everything but the credential. */
export interface HookView extends Pick<HookRecord, 'id' | 'serviceId' | 'kind' | 'settings' | 'createdAt'> {
  /** Until when the credential before is accepted too; null when there was none. */
  readonly previousEndsAt: number | null
}

export interface HookList {
  readonly items: readonly HookView[]
  readonly kinds: readonly HookKind[]
}

export interface MadeHook extends HookView {
  /** Shown once; null when it was pasted. */
  readonly credential: string | null
}

/** A program that signs people in by OpenID Connect, without its secret. */
export interface OidcClientView extends Omit<OidcClient, 'secretHash'> {
  readonly isPublic: boolean
}

export interface OidcClientList {
  readonly items: readonly OidcClientView[]
  /** What a program calls the issuer, its authority or its discovery address. */
  readonly issuer: string
}

export interface MadeOidcClient extends OidcClientView {
  /** null for a public client. */
  readonly secret: string | null
}

/** The dialect of a service, without its credential, which is shown once. */
export interface DialectView {
  readonly dialect: Dialect | 'none'
  readonly types: DialectTypes
  /** "" for none. */
  readonly callback: string
}

export interface ChangedDialect extends DialectView {
  /** null when it was kept. */
  readonly credential: DialectCredential | null
}
