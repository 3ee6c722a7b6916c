import type { Mode } from '../../books/call.ts'
import { callStarts } from '../../books/page-calls.ts'
import type { Step } from '../../books/verification.ts'
import { hourMs } from '../../platform/clock.ts'
import { bytes, json, number, oneOf, orNull, type RecordOf, tableOf, text } from '../record.ts'
import { part, raw, type Sql } from '../sql.ts'
import { unapprovedOfPage } from './verification-rows.ts'

/** Algorithms that sign ID tokens. */
export const signingAlgorithms = ['RS256', 'ES256'] as const
export type SigningAlgorithm = (typeof signingAlgorithms)[number]

export interface OidcClientSettings {
  readonly name: string
  /** They must match exactly. */
  readonly redirects: readonly string[]
  readonly logoutRedirects: readonly string[]
  /** Test numbers may sign in. */
  readonly isTest: boolean
  readonly algorithm: SigningAlgorithm
  /** How long a person who signed in is not asked again; 0 asks every time. */
  readonly rememberDays: number
  /** Ways to call, in this order; the workflow of the service when left out. */
  readonly modes?: readonly Mode[] | undefined
  /** `#rrggbb`, of buttons and links on the sign-in page. */
  readonly colour?: string | undefined
  /** A `data:` URL, because the page loads nothing from elsewhere. */
  readonly logo?: string | undefined
}

/** A program that may sign people in by OpenID Connect; its service pays for the calls. */
const clients = tableOf('oidc_clients', {
  id: text,
  serviceId: number,
  /** null for a public client, which proves itself by PKCE alone. */
  secretHash: orNull(bytes),
  settings: json<OidcClientSettings>(),
  createdAt: number,
})
export type OidcClient = RecordOf<typeof clients>

export const oidcClient = (sql: Sql, id: string) => clients.find(sql, { id })

/** Of one service, or of all with null. */
export const oidcClients = (sql: Sql, serviceId: number | null) =>
  clients.all(sql, 'created_at, id', serviceId === null ? {} : { serviceId })

export async function hasOidcClients(sql: Sql): Promise<boolean> {
  return (await sql.get('SELECT 1 AS found FROM oidc_clients LIMIT 1')) !== undefined
}

export const addOidcClient = (sql: Sql, client: OidcClient) => sql.run(...clients.insert(client))

export const changeOidcClient = (sql: Sql, { id, settings }: Pick<OidcClient, 'id' | 'settings'>) =>
  sql.run(...clients.update({ id }, { settings }))

export const removeOidcClient = (sql: Sql, id: string) => clients.removeOne(sql, { id })

/** `subject` makes the `sub` of people, and is never replaced. */
const keyTable = tableOf('oidc_keys', {
  /** Of a signing key its `kid`. */
  id: text,
  algorithm: oneOf<SigningAlgorithm | 'subject'>(),
  sealed: bytes,
  createdAt: number,
  /** When it is published no longer; 0 while it signs. */
  endsAt: number,
})
export type OidcKey = RecordOf<typeof keyTable>

/** Newest first: the first of an algorithm signs. */
export const oidcKeys = (sql: Sql) => keyTable.all(sql, 'created_at DESC, id')

export type NewOidcKey = Pick<OidcKey, 'id' | 'algorithm' | 'sealed'>

/** A key that is there stays as it is. */
export async function addOidcKeys(
  sql: Sql,
  { keys, at }: { readonly keys: readonly NewOidcKey[]; readonly at: number },
): Promise<void> {
  for (const key of keys)
    await sql.run(...keyTable.insert({ ...key, createdAt: at, endsAt: 0 }, 'ON CONFLICT (id) DO NOTHING'))
}

/** The keys that sign now are published until `endsAt`; those whose time is over go. */
export async function retireOidcKeys(sql: Sql, { at, endsAt }: { at: number; endsAt: number }) {
  await sql.run`DELETE FROM oidc_keys WHERE ends_at > 0 AND ends_at <= ${at}`
  await sql.run`UPDATE oidc_keys SET ends_at = ${endsAt} WHERE ends_at = 0 AND algorithm <> 'subject'`
}

type At = { readonly now: number }

/** How many calls of the sign-in page for this client were not approved within the last hour. */
export async function unapprovedPageCalls(
  sql: Sql,
  { serviceId, client, now }: At & { readonly serviceId: number; readonly client: string },
): Promise<number> {
  const rows = await sql.all`SELECT steps FROM verifications WHERE service_id = ${serviceId}
    AND client = ${client} AND ${raw(unapprovedOfPage)} AND expires_at > ${now - hourMs}`
  const starts = rows.flatMap(({ steps }) => callStarts(JSON.parse(String(steps)) as Step[]))
  return starts.filter((at) => now - at < hourMs).length
}

/** A session, grant, interaction, code or token of OpenID Connect. What its holder presents is stored as a hash. */
const records = tableOf('oidc_records', {
  idHash: bytes,
  kind: text,
  /** JSON; it has no phone number but a mask. */
  payload: text,
  /** Ended together: what one sign-in has given; "" when it belongs to none. */
  grantId: text,
  /** The public id of a session; "" for other kinds. */
  uid: text,
  /** Whose it is, so that erasing a number finds it. */
  phoneHash: orNull(bytes),
  endsAt: number,
  /** When it was used up; 0 until then. */
  consumedAt: number,
})
export type OidcRecord = RecordOf<typeof records>

export type SavedOidcRecord = Omit<OidcRecord, 'endsAt' | 'consumedAt'> & At & { readonly lifeMs: number }

export async function saveOidcRecord(sql: Sql, record: SavedOidcRecord): Promise<void> {
  const made = { ...record, endsAt: record.now + record.lifeMs, consumedAt: 0 }
  const end = `ON CONFLICT (id_hash) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
    uid = excluded.uid, phone_hash = excluded.phone_hash, ends_at = excluded.ends_at`
  await sql.run(...records.insert(made, end))
}

export const oidcRecord = async (sql: Sql, { idHash, now }: At & Pick<OidcRecord, 'idHash'>) =>
  (await records.where(sql, part`id_hash = ${idHash} AND ends_at > ${now}`))[0]

export const oidcSession = async (sql: Sql, { uid, now }: At & Pick<OidcRecord, 'uid'>) =>
  (await records.where(sql, part`uid = ${uid} AND uid <> '' AND ends_at > ${now}`))[0]

/** False when it was used before: of two requests with one code, one succeeds. */
export async function consumeOidcRecord(sql: Sql, { idHash, now }: At & Pick<OidcRecord, 'idHash'>) {
  const changed = await sql.run`UPDATE oidc_records SET consumed_at = ${now}
    WHERE id_hash = ${idHash} AND consumed_at = 0`
  return changed === 1
}

export const removeOidcRecord = (sql: Sql, idHash: Uint8Array) => records.remove(sql, { idHash })

export async function revokeOidcGrant(sql: Sql, grantId: string): Promise<void> {
  await sql.run`DELETE FROM oidc_records WHERE grant_id = ${grantId} AND grant_id <> ''`
}

export async function endOldOidcRecords(sql: Sql, now: number): Promise<void> {
  await sql.run`DELETE FROM oidc_records WHERE ends_at <= ${now}`
}

/** What people got at the clients of an account. A row has no column for it: an account is closed rarely. */
export async function endAccountOidcRecords(sql: Sql, accountId: number): Promise<void> {
  const ids = await sql.all`SELECT id FROM oidc_clients
    WHERE service_id IN (SELECT id FROM services WHERE account_id = ${accountId})`
  for (const { id } of ids) await sql.run`DELETE FROM oidc_records WHERE payload LIKE ${`%"${id}"%`}`
}

/** Sessions, codes and tokens of this phone. */
export const oidcRecordsOf = (sql: Sql, phoneHash: Uint8Array) =>
  records.where(sql, part`phone_hash = ${phoneHash} ORDER BY ends_at`)

export const eraseOidcRecords = (sql: Sql, phoneHash: Uint8Array) => records.remove(sql, { phoneHash })
