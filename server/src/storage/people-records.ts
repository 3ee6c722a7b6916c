/** People who sign in to the cabinet, their roles in accounts and their sessions. */

export const roles = ['owner', 'developer', 'accountant', 'read-only'] as const
export type Role = (typeof roles)[number]

export interface PersonRecord {
  readonly id: number
  readonly email: string
  /** "" means that the person cannot sign in with a password. */
  readonly passwordHash: string
  readonly name: string
  /** "" uses the language of the browser. */
  readonly language: '' | 'en' | 'ru'
  /** Whether the person sees the operator's console. */
  readonly operator: boolean
  /** 0 when no messenger is connected. */
  readonly telegramId: number
  readonly confirmsByTelegram: boolean
  /** The shared secret of the authenticator app, encrypted. */
  readonly sealedTotp: Uint8Array | null
  /** The time step of the last code that was used, because a code works only once. */
  readonly totpLastStep: number
  readonly recoveryHashes: readonly string[]
  readonly createdAt: number
  readonly lastSignInAt: number
}

export type NewPerson = Pick<
  PersonRecord,
  'email' | 'passwordHash' | 'name' | 'language' | 'operator' | 'createdAt'
>

/** The fields of a person to change; the others stay. */
export type PersonChange = Pick<PersonRecord, 'id'> &
  Partial<Omit<PersonRecord, 'id' | 'email' | 'createdAt' | 'totpLastStep' | 'recoveryHashes'>> & {
    readonly recoveryHashes?: readonly string[]
  }

export interface MembershipRecord {
  readonly accountId: number
  readonly personId: number
  readonly role: Role
  readonly createdAt: number
}

/** `second-factor`: the password was right and the second factor is missing; the session can do nothing else. */
export type SessionStage = 'full' | 'second-factor'

export interface SessionRecord {
  readonly id: string
  readonly personId: number
  /** The account that is shown now; 0 for an operator without one. */
  readonly accountId: number
  readonly tokenHash: Uint8Array
  readonly previousHash: Uint8Array | null
  readonly rotatedAt: number
  readonly stage: SessionStage
  /** The browser's name without versions: a token that is used from another browser is refused. */
  readonly device: string
  readonly userAgent: string
  readonly ip: string
  readonly createdAt: number
  readonly seenAt: number
  readonly endsAt: number
  /** When the person last entered the password or a second factor in this session. */
  readonly provedAt: number
}

export type SessionChange = Pick<SessionRecord, 'id'> &
  Partial<
    Pick<
      SessionRecord,
      | 'accountId'
      | 'tokenHash'
      | 'previousHash'
      | 'rotatedAt'
      | 'stage'
      | 'seenAt'
      | 'endsAt'
      | 'ip'
      | 'provedAt'
    >
  >

export type LinkPurpose =
  | 'new-password'
  | 'new-email'
  | 'sign-up'
  | 'join-account'
  | 'connect-telegram'
  | 'confirm-sign-in'
  | 'enter-demo'
  | 'become-operator'

/** A link that works once, stored as a hash of its token. */
export interface OneTimeLink {
  readonly tokenHash: Uint8Array
  readonly purpose: LinkPurpose
  readonly email: string
  readonly personId: number
  readonly accountId: number
  /** Further data for the purpose: a role, a session. */
  readonly detail: string
  readonly createdAt: number
  readonly endsAt: number
}
