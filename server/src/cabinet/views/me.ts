import type { AccountRecord } from '../../storage/queries/accounts.ts'
import type { PersonRecord, Role } from '../../storage/queries/people.ts'
import type { SessionRecord } from '../../storage/queries/sessions.ts'
import type { Permission } from '../permissions.ts'

/** Before anybody has signed in. */
export interface Entrance {
  /** The demo is on: its owner comes in by the link that the terminal printed. */
  readonly demo: boolean
  readonly signUp: 'open' | 'invite' | 'closed'
  /** How a link reaches its reader: by mail, on the console of the demo, or only from the operator's hand. */
  readonly links: 'mail' | 'console' | 'operator'
}

/** Who is signed in, for the frame of the page. */
export interface Me {
  readonly stage: 'full' | 'second-factor'
  /** How the sign-in can be confirmed, while that is awaited. */
  readonly secondFactors: readonly ('telegram' | 'totp' | 'recovery')[]
  readonly person: Pick<PersonRecord, 'id' | 'email' | 'name' | 'language' | 'operator'> & {
    /** The operator's pages are closed until this person has a second factor. */
    readonly needsSecondFactor: boolean
  }
  /** null for an operator without an account, and after the person left the account that was open. */
  readonly account: OpenAccount | null
  readonly accounts: readonly { readonly id: number; readonly email: string; readonly role: Role }[]
  readonly demo: boolean
  /** For operators; 0 for everybody else. */
  readonly openAlarms: number
}

interface OpenAccount extends Pick<AccountRecord, 'id' | 'email' | 'status' | 'phoneConfirmed' | 'demo'> {
  readonly role: Role
  readonly permissions: readonly Permission[]
  /** null where the role may not see money. */
  readonly balance: number | null
}

/** What a new account has done. */
export interface FirstStepsView {
  /** null when the list is over: everything was done, or it was dismissed. */
  readonly steps: {
    readonly ring: boolean
    readonly code: boolean
    readonly key: boolean
    readonly request: boolean
    readonly webhook: boolean
    /** Of the person who asks. */
    readonly factor: boolean
  } | null
  /** A service to try it with; null when none is on. */
  readonly serviceId: number | null
}

/** Security settings of a person. */
export interface Security {
  readonly telegram: {
    /** The operator has set up a bot. */
    readonly offered: boolean
    readonly connected: boolean
    readonly confirms: boolean
  }
  readonly totp: boolean
  readonly recoveryCodesLeft: number
}

/** Shown once, when a second factor was switched on or new codes were asked for. */
export interface RecoveryCodes {
  /** Empty when the person has some already. */
  readonly recoveryCodes: readonly string[]
}

export interface TotpOffer {
  readonly secret: string
  /** For the picture. */
  readonly address: string
  /** Comes back with the first code. */
  readonly pending: string
}

export interface SessionView extends Pick<SessionRecord, 'id' | 'userAgent' | 'ip' | 'createdAt' | 'seenAt'> {
  readonly isThis: boolean
}
