import type { Sql } from '../sql.ts'
import { createAccount, type NewAccount } from './accounts.ts'
import {
  changePerson,
  createPerson,
  isLastOwner,
  lockMembers,
  memberships,
  membershipTable,
  mirrorMessenger,
  type PersonRecord,
  person,
  personByEmail,
  type Role,
  saveMembership,
} from './people.ts'
import { endSessions, liveLink, removeLink } from './sessions.ts'

/** The first settings of a new account. */
interface NewOwnAccount extends Pick<NewAccount, 'tariff' | 'phoneConfirmed' | 'demo' | 'timeZone' | 'at'> {
  /** The token of the invitation or the mail that led here; null where anybody may sign up. */
  readonly tokenHash: Uint8Array | null
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

/** Creates an account with its owner. */
export async function signUp(sql: Sql, request: SignUp): Promise<SignedUp> {
  const { tokenHash, email, passwordHash, name, language, at } = request
  if (!(await leadsIn(sql, tokenHash, email, at))) return { kind: 'link-ended' }
  const made = await createAccount(sql, request)
  if (made === 'no-such-tariff') throw new Error(`there is no tariff "${request.tariff}"`)
  if (made === 'email-taken') return { kind: 'email-taken' }
  if (tokenHash !== null) await removeLink(sql, tokenHash)
  const owner = await personByEmail(sql, email)
  await changePerson(sql, { id: owner!.id, passwordHash, name, language })
  return { kind: 'done', accountId: made.id, personId: owner!.id }
}

/** Creates an account for a person who has none left. The person owns it, and it has the person's address. */
export async function openAccount(sql: Sql, request: Opening): Promise<Opened> {
  const { tokenHash, personId, at } = request
  const owner = await person(sql, personId)
  if (owner === undefined || !(await leadsIn(sql, tokenHash, owner.email, at))) return { kind: 'link-ended' }
  if ((await memberships(sql, personId)).length > 0) return { kind: 'has-account' }
  // Of two requests at the same time the second finds the address taken, so that no second account is opened.
  const made = await createAccount(sql, { ...request, email: owner.email, passwordHash: '' })
  if (made === 'no-such-tariff') throw new Error(`there is no tariff "${request.tariff}"`)
  if (made === 'email-taken') return { kind: 'email-taken' }
  if (tokenHash !== null) await removeLink(sql, tokenHash)
  await saveMembership(sql, { accountId: made.id, personId, role: 'owner', createdAt: at })
  return { kind: 'done', accountId: made.id, personId }
}

/** Whether the invitation allows this sign-up: it is for one address, or for anybody who has it. */
async function leadsIn(sql: Sql, tokenHash: Uint8Array | null, email: string, now: number): Promise<boolean> {
  if (tokenHash === null) return true
  const found = await liveLink(sql, tokenHash, 'sign-up', now)
  return found !== undefined && (found.email === '' || found.email === email)
}

/** Makes the invited person a member with the role of the invitation. */
export async function joinAccount(sql: Sql, { tokenHash, person, at }: Joining): Promise<SignedUp> {
  const invitation = await liveLink(sql, tokenHash, 'join-account', at)
  if (invitation === undefined) return { kind: 'link-ended' }
  const personId = 'id' in person ? person.id : await newcomer(sql, invitation.email, person, at)
  if (personId === 'email-taken') return { kind: 'email-taken' }
  const { accountId } = invitation
  await removeLink(sql, tokenHash)
  await lockMembers(sql, accountId)
  // A person who is a member already keeps the role: an invitation must not take an owner's role away.
  const isMember = await membershipTable.find(sql, { accountId, personId })
  if (isMember === undefined)
    await saveMembership(sql, { accountId, personId, role: invitation.detail as Role, createdAt: at })
  return { kind: 'done', accountId, personId }
}

async function newcomer(
  sql: Sql,
  email: string,
  person: { passwordHash: string; name: string; language: '' | 'en' | 'ru' },
  at: number,
): Promise<number | 'email-taken'> {
  const made = await createPerson(sql, { ...person, email, operator: false, createdAt: at })
  return made === 'email-taken' ? made : made.id
}

/** Uses up the link and ends all sessions of the person; undefined when the link has expired. */
export async function replacePassword(
  sql: Sql,
  request: { tokenHash: Uint8Array; passwordHash: string; at: number },
): Promise<number | undefined> {
  const found = await liveLink(sql, request.tokenHash, 'new-password', request.at)
  if (found === undefined) return undefined
  const { personId } = found
  // The first link that is used invalidates all other password links.
  await sql.run`DELETE FROM one_time_links WHERE person_id = ${personId} AND purpose = 'new-password'`
  if (!(await changePerson(sql, { id: personId, passwordHash: request.passwordHash }))) return undefined
  await endSessions(sql, { personId, except: null })
  return personId
}

/** Refuses to change the role of the last owner. */
export async function changeRole(
  sql: Sql,
  { accountId, personId, role }: { accountId: number; personId: number; role: Role },
): Promise<'done' | 'unknown' | 'last-owner'> {
  await lockMembers(sql, accountId)
  if (role !== 'owner' && (await isLastOwner(sql, accountId, personId))) return 'last-owner'
  const changed = await sql.run(...membershipTable.update({ accountId, personId }, { role }))
  await mirrorMessenger(sql, accountId)
  return changed === 1 ? 'done' : 'unknown'
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

/** The person signs in with the address of the link from now on, and links to the old address are invalidated. */
export async function replaceEmail(
  sql: Sql,
  { tokenHash, at }: { tokenHash: Uint8Array; at: number },
): Promise<EmailReplaced> {
  const link = await liveLink(sql, tokenHash, 'new-email', at)
  const reader = link === undefined ? undefined : await person(sql, link.personId)
  if (link === undefined || reader === undefined) return { kind: 'link-ended' }
  const { id, email: oldEmail } = reader
  if (await isTaken(sql, link.email)) return { kind: 'email-taken' }
  await sql.run`UPDATE people SET email = ${link.email} WHERE id = ${id}`
  const accountId = await takeAccountAlong(sql, { ownerId: id, from: oldEmail, to: link.email, at })
  // Links to the old address are invalidated: somebody else may read that mailbox, and the operator meant that address.
  await sql.run`DELETE FROM one_time_links
    WHERE person_id = ${id} AND purpose IN ('new-email', 'new-password', 'become-operator')`
  return { kind: 'done', personId: id, oldEmail, accountId }
}

/** Whether a person or an account already has it, as at a sign-up. */
async function isTaken(sql: Sql, email: string): Promise<boolean> {
  if ((await personByEmail(sql, email)) !== undefined) return true
  return (await sql.get`SELECT 1 AS found FROM accounts WHERE email = ${email}`) !== undefined
}

/**
 * An account with the address of its owner gets the new address too, because the operator and getAccount identify the
 * account by it. An account that the person no longer owns keeps its address.
 */
async function takeAccountAlong(sql: Sql, move: { ownerId: number; from: string; to: string; at: number }) {
  const row = await sql.get`UPDATE accounts SET email = ${move.to}, updated_at = ${move.at}
    WHERE email = ${move.from}
      AND id IN (SELECT account_id FROM memberships WHERE person_id = ${move.ownerId} AND role = 'owner')
    RETURNING id`
  return Number(row?.id ?? 0)
}
