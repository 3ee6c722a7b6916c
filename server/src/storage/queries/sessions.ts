import type { Row, Sql, SqlValue } from '../sql.ts'
import { endOldOidcRecords } from './oidc-artifacts.ts'

/** `second-factor`: the password was right and the second factor is missing; the session can do nothing else. */
export type SessionStage = 'full' | 'second-factor'

export interface SessionRecord {
  readonly id: string
  readonly personId: number
  /** The account that is shown now; 0 for an operator without one. */
  readonly accountId: number
  readonly tokenHash: Uint8Array
  readonly previousHash: Uint8Array | null
  readonly rotatedAt: number
  readonly stage: SessionStage
  /** The browser's name without versions: a token that is used from another browser is refused. */
  readonly device: string
  readonly userAgent: string
  readonly ip: string
  readonly createdAt: number
  readonly seenAt: number
  readonly endsAt: number
  /** When the person last entered the password or a second factor in this session. */
  readonly provedAt: number
}

export type SessionChange = Pick<SessionRecord, 'id'> &
  Partial<
    Pick<
      SessionRecord,
      | 'accountId'
      | 'tokenHash'
      | 'previousHash'
      | 'rotatedAt'
      | 'stage'
      | 'seenAt'
      | 'endsAt'
      | 'ip'
      | 'provedAt'
    >
  >

export type LinkPurpose =
  | 'new-password'
  | 'new-email'
  | 'sign-up'
  | 'join-account'
  | 'connect-telegram'
  | 'confirm-sign-in'
  | 'enter-demo'
  | 'become-operator'

/** A link that works once, stored as a hash of its token. */
export interface OneTimeLink {
  readonly tokenHash: Uint8Array
  readonly purpose: LinkPurpose
  readonly email: string
  readonly personId: number
  readonly accountId: number
  /** Further data for the purpose: a role, a session. */
  readonly detail: string
  readonly createdAt: number
  readonly endsAt: number
}

export async function createSession(sql: Sql, session: SessionRecord): Promise<void> {
  await sql.run(
    `INSERT INTO sessions (id, person_id, account_id, token_hash, previous_hash, rotated_at, stage, device,
       user_agent, ip, created_at, seen_at, ends_at, proved_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    session.id,
    session.personId,
    session.accountId,
    session.tokenHash,
    session.previousHash,
    session.rotatedAt,
    session.stage,
    session.device,
    session.userAgent,
    session.ip,
    session.createdAt,
    session.seenAt,
    session.endsAt,
    session.provedAt,
  )
}

export async function session(sql: Sql, id: string): Promise<SessionRecord | undefined> {
  const row = await sql.get('SELECT * FROM sessions WHERE id = $1', id)
  return row === undefined ? undefined : sessionOf(row)
}

export async function sessionsOf(sql: Sql, personId: number): Promise<SessionRecord[]> {
  const rows = await sql.all('SELECT * FROM sessions WHERE person_id = $1 ORDER BY seen_at DESC', personId)
  return rows.map(sessionOf)
}

type Changeable = Exclude<keyof SessionChange, 'id'>
const columns: Record<Changeable, string> = {
  accountId: 'account_id',
  tokenHash: 'token_hash',
  previousHash: 'previous_hash',
  rotatedAt: 'rotated_at',
  stage: 'stage',
  seenAt: 'seen_at',
  endsAt: 'ends_at',
  ip: 'ip',
  provedAt: 'proved_at',
}

export async function changeSession(sql: Sql, { id, ...change }: SessionChange): Promise<boolean> {
  const names = Object.keys(change) as Changeable[]
  const assignments = names.map((name, index) => `${columns[name]} = $${index + 2}`).join(', ')
  const values = names.map((name) => change[name] as SqlValue)
  return (await sql.run(`UPDATE sessions SET ${assignments} WHERE id = $1`, id, ...values)) === 1
}

/** Changes the token only if it is still the given one: of two requests that rotate at the same time, one succeeds. */
export async function rotateSession(
  sql: Sql,
  request: { id: string; from: Uint8Array; to: Uint8Array; at: number; endsAt: number },
): Promise<boolean> {
  const changed = await sql.run(
    `UPDATE sessions SET token_hash = $3, previous_hash = $2, rotated_at = $4, seen_at = $4, ends_at = $5
     WHERE id = $1 AND token_hash = $2`,
    request.id,
    request.from,
    request.to,
    request.at,
    request.endsAt,
  )
  return changed === 1
}

export async function endSession(sql: Sql, id: string): Promise<boolean> {
  return (await sql.run('DELETE FROM sessions WHERE id = $1', id)) === 1
}

/** Ends all sessions but one; null ends all. */
export async function endSessions(
  sql: Sql,
  request: { personId: number; except: string | null },
): Promise<number> {
  return sql.run(
    'DELETE FROM sessions WHERE person_id = $1 AND id <> $2',
    request.personId,
    request.except ?? '',
  )
}

/** Deletes expired sessions and links, those of OpenID Connect too. */
export async function endOldSessions(sql: Sql, now: number): Promise<number> {
  await sql.run('DELETE FROM one_time_links WHERE ends_at <= $1', now)
  await endOldOidcRecords(sql, now)
  return sql.run('DELETE FROM sessions WHERE ends_at <= $1', now)
}

export async function createLink(sql: Sql, link: OneTimeLink): Promise<void> {
  await sql.run(
    `INSERT INTO one_time_links (token_hash, purpose, email, person_id, account_id, detail, created_at, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    link.tokenHash,
    link.purpose,
    link.email,
    link.personId,
    link.accountId,
    link.detail,
    link.createdAt,
    link.endsAt,
  )
}

/** Reads the link without using it up. */
export async function link(sql: Sql, tokenHash: Uint8Array): Promise<OneTimeLink | undefined> {
  const row = await sql.get('SELECT * FROM one_time_links WHERE token_hash = $1', tokenHash)
  return row === undefined ? undefined : linkOf(row)
}

/** Returns the link once and deletes it; undefined when it is unknown, used or expired. */
export async function useLink(
  sql: Sql,
  request: { tokenHash: Uint8Array; purpose: LinkPurpose; now: number },
): Promise<OneTimeLink | undefined> {
  const row = await sql.get(
    'DELETE FROM one_time_links WHERE token_hash = $1 AND purpose = $2 AND ends_at > $3 RETURNING *',
    request.tokenHash,
    request.purpose,
    request.now,
  )
  return row === undefined ? undefined : linkOf(row)
}

/**
 * Reads the link without using it up: a refusal must leave it usable. The update changes nothing but locks the row, so
 * that of two requests with one link the second finds it gone.
 */
export async function liveLink(
  sql: Sql,
  tokenHash: Uint8Array,
  purpose: LinkPurpose,
  now: number,
): Promise<OneTimeLink | undefined> {
  const row = await sql.get(
    `UPDATE one_time_links SET purpose = purpose
     WHERE token_hash = $1 AND purpose = $2 AND ends_at > $3 RETURNING *`,
    tokenHash,
    purpose,
    now,
  )
  return row === undefined ? undefined : linkOf(row)
}

export async function linksOf(
  sql: Sql,
  request: { accountId: number; purpose: LinkPurpose },
): Promise<OneTimeLink[]> {
  const rows = await sql.all(
    'SELECT * FROM one_time_links WHERE account_id = $1 AND purpose = $2 ORDER BY created_at',
    request.accountId,
    request.purpose,
  )
  return rows.map(linkOf)
}

export async function removeLink(sql: Sql, tokenHash: Uint8Array): Promise<boolean> {
  return (await sql.run('DELETE FROM one_time_links WHERE token_hash = $1', tokenHash)) === 1
}

function sessionOf(row: Row): SessionRecord {
  return {
    id: String(row.id),
    personId: Number(row.person_id),
    accountId: Number(row.account_id),
    tokenHash: row.token_hash as Uint8Array,
    previousHash: row.previous_hash as Uint8Array | null,
    rotatedAt: Number(row.rotated_at),
    stage: row.stage as SessionStage,
    device: String(row.device),
    userAgent: String(row.user_agent),
    ip: String(row.ip),
    createdAt: Number(row.created_at),
    seenAt: Number(row.seen_at),
    endsAt: Number(row.ends_at),
    provedAt: Number(row.proved_at),
  }
}

function linkOf(row: Row): OneTimeLink {
  return {
    tokenHash: row.token_hash as Uint8Array,
    purpose: row.purpose as LinkPurpose,
    email: String(row.email),
    personId: Number(row.person_id),
    accountId: Number(row.account_id),
    detail: String(row.detail),
    createdAt: Number(row.created_at),
    endsAt: Number(row.ends_at),
  }
}
