import { bytes, flag, json, number, oneOf, orNull, type RecordOf, tableOf, text } from '../record.ts'
import { part, type Sql } from '../sql.ts'
import { sessionTable } from './sessions.ts'

export const roles = ['owner', 'developer', 'accountant', 'read-only'] as const
export type Role = (typeof roles)[number]

const people = tableOf('people', {
  id: number,
  email: text,
  /** "" means that the person cannot sign in with a password. */
  passwordHash: text,
  name: text,
  /** "" uses the language of the browser. */
  language: oneOf<'' | 'en' | 'ru'>(),
  /** Whether the person sees the operator's console. */
  operator: flag,
  /** 0 when no messenger is connected. */
  telegramId: number,
  confirmsByTelegram: flag,
  /** The shared secret of the authenticator app, encrypted. */
  sealedTotp: orNull(bytes),
  /** The time step of the last code that was used, because a code works only once. */
  totpLastStep: number,
  recoveryHashes: json<readonly string[]>(),
  createdAt: number,
  lastSignInAt: number,
})
export type PersonRecord = RecordOf<typeof people>

export type NewPerson = Pick<
  PersonRecord,
  'email' | 'passwordHash' | 'name' | 'language' | 'operator' | 'createdAt'
>

/** The fields of a person to change; the others stay. */
export type PersonChange = Pick<PersonRecord, 'id'> &
  Partial<Omit<PersonRecord, 'id' | 'email' | 'createdAt' | 'totpLastStep'>>

export const membershipTable = tableOf('memberships', {
  accountId: number,
  personId: number,
  role: oneOf<Role>(),
  createdAt: number,
})
export type MembershipRecord = RecordOf<typeof membershipTable>

export const person = (sql: Sql, id: number) => people.find(sql, { id })
export const personByEmail = (sql: Sql, email: string) => people.find(sql, { email })

export const personByTelegram = async (sql: Sql, telegramId: number) =>
  (await people.where(sql, part`telegram_id = ${telegramId} AND telegram_id <> 0`))[0]

export const users = (sql: Sql) => people.all(sql, 'id')

export async function createPerson(sql: Sql, person: NewPerson): Promise<PersonRecord | 'email-taken'> {
  const row = await sql.get(...people.insert(person, 'ON CONFLICT (email) DO NOTHING RETURNING *'))
  return people.ofFound(row) ?? 'email-taken'
}

export async function changePerson(sql: Sql, { id, ...change }: PersonChange): Promise<boolean> {
  if (Object.keys(change).length === 0) return (await person(sql, id)) !== undefined
  const changed = await sql.run(...people.update({ id }, change))
  if ('telegramId' in change || 'confirmsByTelegram' in change)
    for (const { accountId } of await memberships(sql, id)) await mirrorMessenger(sql, accountId)
  return changed === 1
}

/** True once for each time step: a code does not work a second time. */
export async function useTotpStep(sql: Sql, { personId, step }: { personId: number; step: number }) {
  const changed = await sql.run`UPDATE people SET totp_last_step = ${step}
    WHERE id = ${personId} AND totp_last_step < ${step}`
  return changed === 1
}

/** True once for each code: the code is deleted. */
export async function useRecoveryCode(sql: Sql, request: { personId: number; hash: string }) {
  const row = await sql.get`SELECT recovery_hashes FROM people WHERE id = ${request.personId}`
  const before = String(row?.recovery_hashes ?? '[]')
  const hashes = JSON.parse(before) as string[]
  if (!hashes.includes(request.hash)) return false
  const left = JSON.stringify(hashes.filter((hash) => hash !== request.hash))
  const changed = await sql.run`UPDATE people SET recovery_hashes = ${left}
    WHERE id = ${request.personId} AND recovery_hashes = ${before}`
  return changed === 1
}

export const memberships = (sql: Sql, personId: number) =>
  membershipTable.all(sql, 'account_id', { personId })

export async function members(sql: Sql, accountId: number) {
  const found = await membershipTable.all(sql, 'created_at, person_id', { accountId })
  return Promise.all(
    found.map(async (membership) => ({ ...membership, person: (await person(sql, membership.personId))! })),
  )
}

export async function saveMembership(sql: Sql, membership: MembershipRecord): Promise<void> {
  const end = 'ON CONFLICT (account_id, person_id) DO UPDATE SET role = excluded.role'
  await sql.run(...membershipTable.insert(membership, end))
  await mirrorMessenger(sql, membership.accountId)
}

/** Returns false for the last owner, who cannot be removed. */
export async function removeMembership(sql: Sql, request: { accountId: number; personId: number }) {
  const { accountId, personId } = request
  await lockMembers(sql, accountId)
  if (await isLastOwner(sql, accountId, personId)) return false
  const removed = await membershipTable.remove(sql, { accountId, personId })
  await sql.run(...sessionTable.update({ personId, accountId }, { accountId: 0 }))
  await mirrorMessenger(sql, accountId)
  return removed === 1
}

/** The most accounts of one owner that are counted together. */
const maxOwnersAccounts = 100

/** The accounts that share an owner with this one, itself first. */
export async function ownersAccounts(sql: Sql, accountId: number): Promise<number[]> {
  const rows = await sql.all`SELECT DISTINCT other.account_id FROM memberships AS own
    JOIN memberships AS other ON other.person_id = own.person_id AND other.role = 'owner'
    WHERE own.account_id = ${accountId} AND own.role = 'owner' AND other.account_id <> ${accountId}
    ORDER BY other.account_id LIMIT ${maxOwnersAccounts}`
  return [accountId, ...rows.map((row) => Number(row.account_id))]
}

/**
 * Every change of the members of an account locks its row first: two owners who demote each other run one after the
 * other.
 */
export async function lockMembers(sql: Sql, accountId: number): Promise<void> {
  await sql.run`UPDATE accounts SET updated_at = updated_at WHERE id = ${accountId}`
}

export async function isLastOwner(sql: Sql, accountId: number, personId: number): Promise<boolean> {
  const owners = await membershipTable.all(sql, 'person_id', { accountId, role: 'owner' })
  return owners.length === 1 && owners[0]!.personId === personId
}

/**
 * getAccount shows the messenger of the account's owner (of the first, if there are several). It is stored with the
 * account whenever a person or a role changes.
 */
export async function mirrorMessenger(sql: Sql, accountId: number): Promise<void> {
  const owner = await sql.get`SELECT telegram_id, confirms_by_telegram FROM memberships
    JOIN people ON people.id = person_id
    WHERE account_id = ${accountId} AND role = 'owner' ORDER BY memberships.created_at, person_id LIMIT 1`
  const telegramId = Number(owner?.telegram_id ?? 0)
  await sql.run`UPDATE accounts SET telegram_id = ${telegramId},
    two_auth = ${telegramId !== 0 && owner?.confirms_by_telegram === 1 ? 1 : 0} WHERE id = ${accountId}`
}

/** A page of the cabinet as somebody wants to see it again. */
const views = tableOf('saved_views', {
  personId: number,
  name: text,
  /** Path and query. */
  address: text,
})
type SavedView = RecordOf<typeof views>

/** For one person; a further one is refused. */
export const maxSavedViews = 50

export async function savedViews(sql: Sql, personId: number): Promise<Omit<SavedView, 'personId'>[]> {
  const own = await views.all(sql, 'name', { personId })
  // Sorted here: the databases order letters differently.
  return own
    .map(({ name, address }) => ({ name, address }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** A view of the same name is replaced. False when there are too many. */
export async function saveView(sql: Sql, view: SavedView): Promise<boolean> {
  const known = await views.all(sql, 'name', { personId: view.personId })
  if (known.filter(({ name }) => name !== view.name).length >= maxSavedViews) return false
  await sql.run(...views.upsert(view, 'personId', 'name'))
  return true
}

export async function removeView(sql: Sql, { personId, name }: Omit<SavedView, 'address'>): Promise<boolean> {
  return (await views.remove(sql, { personId, name })) > 0
}
