import type { PersonRecord, Role } from './people-records.ts'
import type { ActionRecord } from './records.ts'

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

export interface Closing {
  readonly accountId: number
  /** Its keys become this hash, whose key nobody has. */
  readonly deadKeyHash: Uint8Array
  readonly at: number
}

/** An account that was closed and whose verifications still have to be erased, from the newest down. */
export interface ErasureRecord {
  readonly accountId: number
  /** Those below this vendor id are left; null when none was erased yet. */
  readonly below: number | null
}

export interface EntranceStore {
  /** An account with its owner. */
  signUp(request: SignUp): Promise<SignedUp>
  /** An account of a person who has none any more, who owns it; it goes by his address. */
  openAccount(request: Opening): Promise<Opened>
  /** Makes the invited person a member with the role of the invitation. */
  joinAccount(request: Joining): Promise<SignedUp>
  /** The link is used up and every session of the person ends; undefined when the link has ended. */
  replacePassword(request: {
    tokenHash: Uint8Array
    passwordHash: string
    at: number
  }): Promise<number | undefined>
  /** The person signs in with the address of the link from now on, and links that went to the old one end. */
  replaceEmail(request: { tokenHash: Uint8Array; at: number }): Promise<EmailReplaced>
  /** The last owner keeps his role. */
  changeRole(request: { accountId: number; personId: number; role: Role }): Promise<RoleChanged>
  /** Newest first; `before` is the id of the last one seen. */
  actionPage(request: {
    accountId: number
    before: number | null
    limit: number
  }): Promise<(ActionRecord & { readonly id: number })[]>

  ownPhone(accountId: number): Promise<OwnPhoneRecord | undefined>
  /** How many other accounts have confirmed this phone. */
  accountsWithPhone(request: { phoneHash: Uint8Array; exceptAccountId: number }): Promise<number>
  /** A call is about to ring: its code is awaited. Replaces one that was awaited before. */
  awaitOwnPhone(request: {
    accountId: number
    phoneHash: Uint8Array
    phoneMask: string
    codeHash: string
    endsAt: number
  }): Promise<void>
  /** The right code confirms the account's phone; after `maxTries` wrong ones none does. */
  tryOwnPhone(request: {
    accountId: number
    codeHash: string
    maxTries: number
    now: number
  }): Promise<'confirmed' | 'wrong' | 'ended'>

  /**
   * Members go, people without another account with them, keys die, services are archived, the account is
   * blocked and loses its address; the ledger stays. Refused while it has money or a call is under way.
   */
  closeAccount(request: Closing): Promise<'done' | 'has-money' | 'calls-under-way'>
  accountsToErase(): Promise<ErasureRecord[]>
  /** Erases what was found by reading; `below` null says that nothing is left. */
  eraseVerifications(request: {
    accountId: number
    vendorIds: readonly number[]
    below: number | null
  }): Promise<void>
}
