import type { PersonRecord } from './people-records.ts'

/** Sign-up, invitations, membership and closing of accounts, and the phone that an account confirmed. */

/** The first settings of a new account. */
interface NewOwnAccount {
  /** The token of the invitation or the mail that led here; null where anybody may sign up. */
  readonly tokenHash: Uint8Array | null
  readonly tariff: string
  readonly phoneConfirmed: boolean
  /** Whether the demo is on. */
  readonly demo: boolean
  readonly at: number
}

export interface SignUp extends NewOwnAccount {
  readonly email: string
  readonly passwordHash: string
  readonly name: string
  readonly language: PersonRecord['language']
}
export type SignedUp =
  | { readonly kind: 'done'; readonly accountId: number; readonly personId: number }
  | { readonly kind: 'link-ended' }
  | { readonly kind: 'email-taken' }

/** A new account for a person who exists already and has no account left. */
export interface Opening extends NewOwnAccount {
  readonly personId: number
}
export type Opened = SignedUp | { readonly kind: 'has-account' }

export interface Joining {
  readonly tokenHash: Uint8Array
  /** A person who exists already, or a new one with the address of the invitation. */
  readonly person: { readonly id: number } | Pick<PersonRecord, 'passwordHash' | 'name' | 'language'>
  readonly at: number
}

export type EmailReplaced =
  | {
      readonly kind: 'done'
      readonly personId: number
      readonly oldEmail: string
      /** The account whose address changes to the new one; 0 when no account used the old address. */
      readonly accountId: number
    }
  | { readonly kind: 'link-ended' }
  | { readonly kind: 'email-taken' }

export type RoleChanged = 'done' | 'unknown' | 'last-owner'

/** The phone of an account: as a keyed hash and a mask, like every other number. */
export interface OwnPhoneRecord {
  readonly accountId: number
  readonly phoneMask: string
  /** Until when the code of the last call is accepted. */
  readonly endsAt: number
  /** 0 until the code was entered. */
  readonly confirmedAt: number
}

/**
 * Closing an account removes its members, and the people who have no other account. Its keys stop working, its services
 * are archived, it is blocked and loses its address. The ledger is kept. Closing is refused while a call is under way.
 */
export interface Closing {
  readonly accountId: number
  /** Replaces the hashes of its keys; there is no key for this hash. */
  readonly deadKeyHash: Uint8Array
  /**
   * The balance that the owner gives up, with a note for the ledger. With null, an account that has money is refused.
   */
  readonly givesUp: { readonly balanceUnits: number; readonly note: string } | null
  readonly at: number
}

/** A closed account whose calls still have to be erased, from the newest to the oldest. */
export interface ErasureRecord {
  readonly accountId: number
  /** Calls below this vendor id are left to erase; null when none was erased yet. */
  readonly below: number | null
}
