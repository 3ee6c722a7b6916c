import { bytes, each, number, oneOf, orNull, type RecordOf, tableOf, text } from '../record.ts'
import type { Sql } from '../sql.ts'
import { endOldOidcRecords } from './oidc.ts'

/** `second-factor`: the password was right and the second factor is missing; the session can do nothing else. */
export type SessionStage = 'full' | 'second-factor'

export const sessionTable = tableOf('sessions', {
  ...each(text, 'id', 'userAgent', 'ip'),
  ...each(number, 'personId', 'rotatedAt', 'createdAt', 'seenAt', 'endsAt'),
  /** The account that is shown now; 0 for an operator without one. */
  accountId: number,
  tokenHash: bytes,
  previousHash: orNull(bytes),
  stage: oneOf<SessionStage>(),
  /** The browser's name without versions: a token that is used from another browser is refused. */
  device: text,
  /** When the person last entered the password or a second factor in this session. */
  provedAt: number,
})
export type SessionRecord = RecordOf<typeof sessionTable>

export type SessionChange = Pick<SessionRecord, 'id'> &
  Partial<Omit<SessionRecord, 'personId' | 'device' | 'userAgent' | 'createdAt'>>

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
const linkTable = tableOf('one_time_links', {
  ...each(number, 'personId', 'accountId', 'createdAt', 'endsAt'),
  tokenHash: bytes,
  purpose: oneOf<LinkPurpose>(),
  email: text,
  /** Further data for the purpose: a role, a session. */
  detail: text,
})
export type OneTimeLink = RecordOf<typeof linkTable>

export const createSession = (sql: Sql, session: SessionRecord) => sql.run(...sessionTable.insert(session))

export const session = (sql: Sql, id: string) => sessionTable.find(sql, { id })

export const sessionsOf = (sql: Sql, personId: number) => sessionTable.all(sql, 'seen_at DESC', { personId })

export async function changeSession(sql: Sql, { id, ...change }: SessionChange): Promise<boolean> {
  return (await sql.run(...sessionTable.update({ id }, change))) === 1
}

/** Changes the token only if it is still the given one: of two requests that rotate at the same time, one succeeds. */
export async function rotateSession(
  sql: Sql,
  { id, from, to, at, endsAt }: { id: string; from: Uint8Array; to: Uint8Array; at: number; endsAt: number },
): Promise<boolean> {
  const changed = { tokenHash: to, previousHash: from, rotatedAt: at, seenAt: at, endsAt }
  return (await sql.run(...sessionTable.update({ id, tokenHash: from }, changed))) === 1
}

export const endSession = (sql: Sql, id: string) => sessionTable.removeOne(sql, { id })

/** Ends all sessions but one; null ends all. */
export async function endSessions(
  sql: Sql,
  { personId, except }: { personId: number; except: string | null },
): Promise<number> {
  return sql.run`DELETE FROM sessions WHERE person_id = ${personId} AND id <> ${except ?? ''}`
}

/** Deletes expired sessions and links, those of OpenID Connect too. */
export async function endOldSessions(sql: Sql, now: number): Promise<number> {
  await sql.run`DELETE FROM one_time_links WHERE ends_at <= ${now}`
  await endOldOidcRecords(sql, now)
  return sql.run`DELETE FROM sessions WHERE ends_at <= ${now}`
}

export async function createLink(sql: Sql, link: OneTimeLink): Promise<void> {
  await sql.run(...linkTable.insert(link))
}

/** Reads the link without using it up. */
export const link = (sql: Sql, tokenHash: Uint8Array) => linkTable.find(sql, { tokenHash })

/** Returns the link once and deletes it; undefined when it is unknown, used or expired. */
export async function useLink(
  sql: Sql,
  request: { tokenHash: Uint8Array; purpose: LinkPurpose; now: number },
): Promise<OneTimeLink | undefined> {
  const row = await sql.get`DELETE FROM one_time_links
    WHERE token_hash = ${request.tokenHash} AND purpose = ${request.purpose} AND ends_at > ${request.now}
    RETURNING *`
  return linkTable.ofFound(row)
}

/**
 * Reads the link without using it up: a refusal must leave it usable. The update changes nothing but locks the row, so
 * that of two requests with one link the second finds it gone.
 */
export async function liveLink(sql: Sql, tokenHash: Uint8Array, purpose: LinkPurpose, now: number) {
  const row = await sql.get`UPDATE one_time_links SET purpose = purpose
    WHERE token_hash = ${tokenHash} AND purpose = ${purpose} AND ends_at > ${now} RETURNING *`
  return linkTable.ofFound(row)
}

export const linksOf = (sql: Sql, { accountId, purpose }: Pick<OneTimeLink, 'accountId' | 'purpose'>) =>
  linkTable.all(sql, 'created_at', { accountId, purpose })

export const removeLink = (sql: Sql, tokenHash: Uint8Array) => linkTable.removeOne(sql, { tokenHash })
