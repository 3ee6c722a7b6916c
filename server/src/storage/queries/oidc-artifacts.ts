import { bytes, number, orNull, type RecordOf, tableOf, text } from '../record.ts'
import { part, type Sql } from '../sql.ts'

type At = { readonly now: number }

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
export async function consumeOidcRecord(
  sql: Sql,
  { idHash, now }: At & Pick<OidcRecord, 'idHash'>,
): Promise<boolean> {
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

export const eraseOidcRecords = (sql: Sql, phoneHash: Uint8Array) => records.remove(sql, { phoneHash })
