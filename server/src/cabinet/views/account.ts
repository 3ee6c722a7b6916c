import type { MembershipRecord, PersonRecord, Role } from '../../storage/queries/people.ts'
import type { LinkPurpose, OneTimeLink } from '../../storage/queries/sessions.ts'

export type { ActionRecord } from '../../storage/queries/accounts.ts'

export interface MemberView
  extends Pick<MembershipRecord, 'personId' | 'role'>,
    Pick<PersonRecord, 'email' | 'name' | 'lastSignInAt'> {
  readonly isMe: boolean
  readonly hasSecondFactor: boolean
}

export interface AccountDetails {
  readonly id: number
  readonly email: string
  readonly createdAt: number
  readonly members: readonly MemberView[]
  /** Empty for roles that may not invite. */
  readonly invitations: readonly (Pick<OneTimeLink, 'email' | 'endsAt'> & {
    readonly id: string
    readonly role: Role
  })[]
  readonly ownPhone: {
    readonly confirmed: boolean
    /** "" when none was given. */
    readonly mask: string
    /** The code of a call is awaited until then; 0 when none is. */
    readonly awaitedUntil: number
  }
  /** Whether invitations go by mail; else their link is shown. */
  readonly mails: boolean
}

export interface Invited {
  /** "" when it went by mail. */
  readonly link: string
}

/** What a link that works once is for, before anybody uses it. */
export interface LinkView {
  readonly purpose: LinkPurpose
  /** "" when the reader of the link may choose. */
  readonly email: string
  /** Of an invitation. */
  readonly account: string
  readonly role: Role | ''
}
