import type { Row, Sql } from '../sql.ts'

type At = { readonly now: number }

/** A session, grant, interaction, code or token of OpenID Connect. What its holder presents is stored as a hash. */
export interface OidcRecord {
  readonly idHash: Uint8Array
  readonly kind: string
  /** JSON; it has no phone number but a mask. */
  readonly payload: string
  /** Ended together: what one sign-in has given; "" when it belongs to none. */
  readonly grantId: string
  /** The public id of a session; "" for other kinds. */
  readonly uid: string
  /** Whose it is, so that erasing a number finds it. */
  readonly phoneHash: Uint8Array | null
  readonly endsAt: number
  /** When it was used up; 0 until then. */
  readonly consumedAt: number
}

export type SavedOidcRecord = Omit<OidcRecord, 'endsAt' | 'consumedAt'> & At & { readonly lifeMs: number }

export async function saveOidcRecord(sql: Sql, record: SavedOidcRecord): Promise<void> {
  await sql.run(
    `INSERT INTO oidc_records (id_hash, kind, payload, grant_id, uid, phone_hash, ends_at, consumed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 0)
     ON CONFLICT (id_hash) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
       uid = excluded.uid, phone_hash = excluded.phone_hash, ends_at = excluded.ends_at`,
    record.idHash,
    record.kind,
    record.payload,
    record.grantId,
    record.uid,
    record.phoneHash,
    record.now + record.lifeMs,
  )
}

export async function oidcRecord(
  sql: Sql,
  { idHash, now }: At & Pick<OidcRecord, 'idHash'>,
): Promise<OidcRecord | undefined> {
  return recordOf(
    await sql.get('SELECT * FROM oidc_records WHERE id_hash = $1 AND ends_at > $2', idHash, now),
  )
}

export async function oidcSession(
  sql: Sql,
  { uid, now }: At & Pick<OidcRecord, 'uid'>,
): Promise<OidcRecord | undefined> {
  return recordOf(
    await sql.get("SELECT * FROM oidc_records WHERE uid = $1 AND uid <> '' AND ends_at > $2", uid, now),
  )
}

/** False when it was used before: of two requests with one code, one succeeds. */
export async function consumeOidcRecord(
  sql: Sql,
  { idHash, now }: At & Pick<OidcRecord, 'idHash'>,
): Promise<boolean> {
  const changed = await sql.run(
    'UPDATE oidc_records SET consumed_at = $2 WHERE id_hash = $1 AND consumed_at = 0',
    idHash,
    now,
  )
  return changed === 1
}

export async function removeOidcRecord(sql: Sql, idHash: Uint8Array): Promise<void> {
  await sql.run('DELETE FROM oidc_records WHERE id_hash = $1', idHash)
}

export async function revokeOidcGrant(sql: Sql, grantId: string): Promise<void> {
  await sql.run("DELETE FROM oidc_records WHERE grant_id = $1 AND grant_id <> ''", grantId)
}

export async function endOldOidcRecords(sql: Sql, now: number): Promise<void> {
  await sql.run('DELETE FROM oidc_records WHERE ends_at <= $1', now)
}

export async function eraseOidcRecords(sql: Sql, phoneHash: Uint8Array): Promise<number> {
  return sql.run('DELETE FROM oidc_records WHERE phone_hash = $1', phoneHash)
}

function recordOf(row: Row | undefined): OidcRecord | undefined {
  return (
    row && {
      idHash: row.id_hash as Uint8Array,
      kind: String(row.kind),
      payload: String(row.payload),
      grantId: String(row.grant_id),
      uid: String(row.uid),
      phoneHash: row.phone_hash as Uint8Array | null,
      endsAt: Number(row.ends_at),
      consumedAt: Number(row.consumed_at),
    }
  )
}
