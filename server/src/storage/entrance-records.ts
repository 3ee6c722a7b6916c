import type { PersonRecord } from './people-records.ts'

/** What people do with their accounts: come in, join, leave, close; and the phone that an account confirmed. */

/** What a new account begins with. */
interface NewOwnAccount {
  /** The invitation or the mail that led here; null where anybody may sign up. */
  readonly tokenHash: Uint8Array | null
  readonly tariff: string
  readonly phoneConfirmed: boolean
  /** The demo is on. */
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

/** Somebody who is known already, and whose accounts are gone. */
export interface Opening extends NewOwnAccount {
  readonly personId: number
}
export type Opened = SignedUp | { readonly kind: 'has-account' }

export interface Joining {
  readonly tokenHash: Uint8Array
  /** Somebody who is known already, or a newcomer with the address of the invitation. */
  readonly person: { readonly id: number } | Pick<PersonRecord, 'passwordHash' | 'name' | 'language'>
  readonly at: number
}

export type EmailReplaced =
  | {
      readonly kind: 'done'
      readonly personId: number
      readonly oldEmail: string
      /** The account that goes by the new address from now on; 0 when none did by the old one. */
      readonly accountId: number
    }
  | { readonly kind: 'link-ended' }
  | { readonly kind: 'email-taken' }

export type RoleChanged = 'done' | 'unknown' | 'last-owner'

/** The phone of an account: as a keyed hash and a mask, like every other number. */
export interface OwnPhoneRecord {
  readonly accountId: number
  readonly phoneMask: string
  /** How long the code of the last call can be given. */
  readonly endsAt: number
  /** 0 until the code was given. */
  readonly confirmedAt: number
}

/**
 * Closing an account removes its members, and the people who have no other account. Its keys stop working, its services
 * are archived, it is blocked and loses its address. The ledger stays. It is refused while a call is under way.
 */
export interface Closing {
  readonly accountId: number
  /** Its keys become this hash, whose key nobody has. */
  readonly deadKeyHash: Uint8Array
  /** The balance that the owner gives up, with a note for the ledger. null refuses an account that has money. */
  readonly givesUp: { readonly balanceUnits: number; readonly note: string } | null
  readonly at: number
}

/** An account that was closed and whose verifications still have to be erased, from the newest down. */
export interface ErasureRecord {
  readonly accountId: number
  /** Those below this vendor id are left; null when none was erased yet. */
  readonly below: number | null
}
