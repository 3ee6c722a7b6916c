import type { Role } from '../../storage/queries/people.ts'
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
  readonly person: {
    readonly id: number
    readonly email: string
    readonly name: string
    readonly language: '' | 'en' | 'ru'
    readonly operator: boolean
    /** The operator's pages are closed until this person has a second factor. */
    readonly needsSecondFactor: boolean
  }
  /** null for an operator without an account, and after the person left the account that was open. */
  readonly account: {
    readonly id: number
    readonly email: string
    readonly role: Role
    readonly permissions: readonly Permission[]
    readonly status: 'active' | 'blocked'
    readonly phoneConfirmed: boolean
    readonly demo: boolean
    /** null where the role may not see money. */
    readonly balance: number | null
  } | null
  readonly accounts: readonly { readonly id: number; readonly email: string; readonly role: Role }[]
  readonly demo: boolean
  /** For operators; 0 for everybody else. */
  readonly openAlarms: number
}
