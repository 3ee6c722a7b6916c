import type { Row, Sql, SqlValue } from '../sql.ts'
import { isLastOwner, lockMembers } from './last-owner.ts'
import { mirrorMessenger, mirrorMessengerOf } from './messenger-mirror.ts'

export const roles = ['owner', 'developer', 'accountant', 'read-only'] as const
export type Role = (typeof roles)[number]

export interface PersonRecord {
  readonly id: number
  readonly email: string
  /** "" means that the person cannot sign in with a password. */
  readonly passwordHash: string
  readonly name: string
  /** "" uses the language of the browser. */
  readonly language: '' | 'en' | 'ru'
  /** Whether the person sees the operator's console. */
  readonly operator: boolean
  /** 0 when no messenger is connected. */
  readonly telegramId: number
  readonly confirmsByTelegram: boolean
  /** The shared secret of the authenticator app, encrypted. */
  readonly sealedTotp: Uint8Array | null
  /** The time step of the last code that was used, because a code works only once. */
  readonly totpLastStep: number
  readonly recoveryHashes: readonly string[]
  readonly createdAt: number
  readonly lastSignInAt: number
}

export type NewPerson = Pick<
  PersonRecord,
  'email' | 'passwordHash' | 'name' | 'language' | 'operator' | 'createdAt'
>

/** The fields of a person to change; the others stay. */
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

export async function person(sql: Sql, id: number): Promise<PersonRecord | undefined> {
  return personOf(await sql.get('SELECT * FROM people WHERE id = $1', id))
}

export async function personByEmail(sql: Sql, email: string): Promise<PersonRecord | undefined> {
  return personOf(await sql.get('SELECT * FROM people WHERE email = $1', email))
}

export async function personByTelegram(sql: Sql, telegramId: number): Promise<PersonRecord | undefined> {
  return personOf(
    await sql.get('SELECT * FROM people WHERE telegram_id = $1 AND telegram_id <> 0', telegramId),
  )
}

export async function operators(sql: Sql): Promise<PersonRecord[]> {
  const rows = await sql.all('SELECT * FROM people WHERE operator = 1 ORDER BY id')
  return rows.map((row) => personOf(row)!)
}

export async function createPerson(sql: Sql, person: NewPerson): Promise<PersonRecord | 'email-taken'> {
  const row = await sql.get(
    `INSERT INTO people (email, password_hash, name, language, operator, created_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (email) DO NOTHING RETURNING *`,
    person.email,
    person.passwordHash,
    person.name,
    person.language,
    person.operator ? 1 : 0,
    person.createdAt,
  )
  return personOf(row) ?? 'email-taken'
}

type Changeable = Exclude<keyof PersonChange, 'id'>
const columns: Record<Changeable, string> = {
  passwordHash: 'password_hash',
  name: 'name',
  language: 'language',
  operator: 'operator',
  telegramId: 'telegram_id',
  confirmsByTelegram: 'confirms_by_telegram',
  sealedTotp: 'sealed_totp',
  recoveryHashes: 'recovery_hashes',
  lastSignInAt: 'last_sign_in_at',
}

export async function changePerson(sql: Sql, { id, ...change }: PersonChange): Promise<boolean> {
  const names = Object.keys(change) as Changeable[]
  if (names.length === 0) return (await person(sql, id)) !== undefined
  const assignments = names.map((name, index) => `${columns[name]} = $${index + 2}`).join(', ')
  const values = names.map((name) => columnValue(change[name]!))
  const changed = await sql.run(`UPDATE people SET ${assignments} WHERE id = $1`, id, ...values)
  if ('telegramId' in change || 'confirmsByTelegram' in change) await mirrorMessengerOf(sql, id)
  return changed === 1
}

function columnValue(value: NonNullable<PersonChange[Changeable]> | null): SqlValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (Array.isArray(value)) return JSON.stringify(value)
  return value as SqlValue
}

/** True once for each time step: a code does not work a second time. */
export async function useTotpStep(sql: Sql, request: { personId: number; step: number }): Promise<boolean> {
  const changed = await sql.run(
    'UPDATE people SET totp_last_step = $2 WHERE id = $1 AND totp_last_step < $2',
    request.personId,
    request.step,
  )
  return changed === 1
}

/** True once for each code: the code is deleted. */
export async function useRecoveryCode(
  sql: Sql,
  request: { personId: number; hash: string },
): Promise<boolean> {
  const row = await sql.get('SELECT recovery_hashes FROM people WHERE id = $1', request.personId)
  const before = String(row?.recovery_hashes ?? '[]')
  const hashes = JSON.parse(before) as string[]
  if (!hashes.includes(request.hash)) return false
  const changed = await sql.run(
    'UPDATE people SET recovery_hashes = $2 WHERE id = $1 AND recovery_hashes = $3',
    request.personId,
    JSON.stringify(hashes.filter((hash) => hash !== request.hash)),
    before,
  )
  return changed === 1
}

export async function memberships(sql: Sql, personId: number): Promise<MembershipRecord[]> {
  const rows = await sql.all('SELECT * FROM memberships WHERE person_id = $1 ORDER BY account_id', personId)
  return rows.map(membershipOf)
}

export async function members(
  sql: Sql,
  accountId: number,
): Promise<(MembershipRecord & { readonly person: PersonRecord })[]> {
  const rows = await sql.all(
    'SELECT * FROM memberships WHERE account_id = $1 ORDER BY created_at, person_id',
    accountId,
  )
  return Promise.all(
    rows.map(membershipOf).map(async (membership) => ({
      ...membership,
      person: (await person(sql, membership.personId))!,
    })),
  )
}

export async function saveMembership(sql: Sql, membership: MembershipRecord): Promise<void> {
  await sql.run(
    `INSERT INTO memberships VALUES ($1, $2, $3, $4)
     ON CONFLICT (account_id, person_id) DO UPDATE SET role = excluded.role`,
    membership.accountId,
    membership.personId,
    membership.role,
    membership.createdAt,
  )
  await mirrorMessenger(sql, membership.accountId)
}

/** Returns false for the last owner, who cannot be removed. */
export async function removeMembership(
  sql: Sql,
  request: { accountId: number; personId: number },
): Promise<boolean> {
  const { accountId, personId } = request
  await lockMembers(sql, accountId)
  if (await isLastOwner(sql, accountId, personId)) return false
  const removed = await sql.run(
    'DELETE FROM memberships WHERE account_id = $1 AND person_id = $2',
    accountId,
    personId,
  )
  await sql.run(
    'UPDATE sessions SET account_id = 0 WHERE person_id = $1 AND account_id = $2',
    personId,
    accountId,
  )
  await mirrorMessenger(sql, accountId)
  return removed === 1
}

function personOf(row: Row | undefined): PersonRecord | undefined {
  if (row === undefined) return undefined
  return {
    id: Number(row.id),
    email: String(row.email),
    passwordHash: String(row.password_hash),
    name: String(row.name),
    language: row.language as PersonRecord['language'],
    operator: row.operator === 1,
    telegramId: Number(row.telegram_id),
    confirmsByTelegram: row.confirms_by_telegram === 1,
    sealedTotp: row.sealed_totp as Uint8Array | null,
    totpLastStep: Number(row.totp_last_step),
    recoveryHashes: JSON.parse(String(row.recovery_hashes)) as string[],
    createdAt: Number(row.created_at),
    lastSignInAt: Number(row.last_sign_in_at),
  }
}

function membershipOf(row: Row): MembershipRecord {
  return {
    accountId: Number(row.account_id),
    personId: Number(row.person_id),
    role: row.role as Role,
    createdAt: Number(row.created_at),
  }
}

/** The most accounts of one owner that are counted together. */
const maxOwnersAccounts = 100

/** The accounts that share an owner with this one, itself first. */
export async function ownersAccounts(sql: Sql, accountId: number): Promise<number[]> {
  const rows = await sql.all(
    `SELECT DISTINCT other.account_id FROM memberships AS own
     JOIN memberships AS other ON other.person_id = own.person_id AND other.role = 'owner'
     WHERE own.account_id = $1 AND own.role = 'owner' AND other.account_id <> $1
     ORDER BY other.account_id LIMIT $2`,
    accountId,
    maxOwnersAccounts,
  )
  return [accountId, ...rows.map((row) => Number(row.account_id))]
}
