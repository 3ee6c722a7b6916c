/** Who signs in to the cabinet: people, their roles in accounts, their sessions. */

export const roles = ['owner', 'developer', 'accountant', 'read-only'] as const
export type Role = (typeof roles)[number]

export interface PersonRecord {
  readonly id: number
  readonly email: string
  /** "" cannot sign in with a password. */
  readonly passwordHash: string
  readonly name: string
  /** "" follows the browser. */
  readonly language: '' | 'en' | 'ru'
  /** Sees the operator's console. */
  readonly operator: boolean
  /** 0 when no messenger is connected. */
  readonly telegramId: number
  readonly confirmsByTelegram: boolean
  /** The shared secret of the authenticator app, sealed. */
  readonly sealedTotp: Uint8Array | null
  /** The time step of the last code that was used: a code works once. */
  readonly totpLastStep: number
  readonly recoveryHashes: readonly string[]
  readonly createdAt: number
  readonly lastSignInAt: number
}

export type NewPerson = Pick<
  PersonRecord,
  'email' | 'passwordHash' | 'name' | 'language' | 'operator' | 'createdAt'
>

/** What changes of a person; the rest stays. */
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

/** `second-factor`: the password was right, the second factor is awaited; nothing else may be done with it. */
export type SessionStage = 'full' | 'second-factor'

export interface SessionRecord {
  readonly id: string
  readonly personId: number
  /** The account that is being looked at; 0 for an operator without one. */
  readonly accountId: number
  readonly tokenHash: Uint8Array
  readonly previousHash: Uint8Array | null
  readonly rotatedAt: number
  readonly stage: SessionStage
  /** What the browser calls itself, without versions: a token that moves to another browser is refused. */
  readonly device: string
  readonly userAgent: string
  readonly ip: string
  readonly createdAt: number
  readonly seenAt: number
  readonly endsAt: number
  /** When the person last gave the password or a second factor in this session. */
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

/** Something that works once, kept as a hash of its token. */
export interface OneTimeLink {
  readonly tokenHash: Uint8Array
  readonly purpose: LinkPurpose
  readonly email: string
  readonly personId: number
  readonly accountId: number
  /** What the purpose needs besides: a role, a session. */
  readonly detail: string
  readonly createdAt: number
  readonly endsAt: number
}
