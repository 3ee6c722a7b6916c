import type { Role } from '../../storage/queries/people.ts'
import type { LinkPurpose } from '../../storage/queries/sessions.ts'

export interface MemberView {
  readonly personId: number
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly isMe: boolean
  readonly hasSecondFactor: boolean
  readonly lastSignInAt: number
}

export interface InvitationView {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly endsAt: number
}

export interface AccountDetails {
  readonly id: number
  readonly email: string
  readonly createdAt: number
  readonly members: readonly MemberView[]
  /** Empty for roles that may not invite. */
  readonly invitations: readonly InvitationView[]
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

export interface ActionView {
  readonly id: number
  readonly action: string
  readonly userAgent: string
  readonly ip: string
  readonly at: number
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
