import type { Mode } from '../../books/call.ts'
import type { Row, Sql } from '../sql.ts'

/** Algorithms that sign ID tokens. */
export const signingAlgorithms = ['RS256', 'ES256'] as const
export type SigningAlgorithm = (typeof signingAlgorithms)[number]

export interface OidcClientSettings {
  readonly name: string
  /** Compared letter by letter. */
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
export interface OidcClient {
  readonly id: string
  readonly serviceId: number
  /** null for a public client, which proves itself by PKCE alone. */
  readonly secretHash: Uint8Array | null
  readonly settings: OidcClientSettings
  readonly createdAt: number
}

export async function oidcClient(sql: Sql, id: string): Promise<OidcClient | undefined> {
  const row = await sql.get('SELECT * FROM oidc_clients WHERE id = $1', id)
  return row === undefined ? undefined : clientOf(row)
}

/** Of one service, or of all with null. */
export async function oidcClients(sql: Sql, serviceId: number | null): Promise<OidcClient[]> {
  const rows =
    serviceId === null
      ? await sql.all('SELECT * FROM oidc_clients ORDER BY created_at, id')
      : await sql.all('SELECT * FROM oidc_clients WHERE service_id = $1 ORDER BY created_at, id', serviceId)
  return rows.map(clientOf)
}

export async function hasOidcClients(sql: Sql): Promise<boolean> {
  return (await sql.get('SELECT 1 AS found FROM oidc_clients LIMIT 1')) !== undefined
}

export async function addOidcClient(sql: Sql, client: OidcClient): Promise<void> {
  await sql.run(
    'INSERT INTO oidc_clients (id, service_id, secret_hash, settings, created_at) VALUES ($1, $2, $3, $4, $5)',
    client.id,
    client.serviceId,
    client.secretHash,
    JSON.stringify(client.settings),
    client.createdAt,
  )
}

export async function removeOidcClient(sql: Sql, id: string): Promise<boolean> {
  return (await sql.run('DELETE FROM oidc_clients WHERE id = $1', id)) === 1
}

function clientOf(row: Row): OidcClient {
  return {
    id: String(row.id),
    serviceId: Number(row.service_id),
    secretHash: row.secret_hash as Uint8Array | null,
    settings: JSON.parse(String(row.settings)) as OidcClientSettings,
    createdAt: Number(row.created_at),
  }
}

/** `subject` makes the `sub` of people, and is never replaced. */
export interface OidcKey {
  /** Of a signing key its `kid`. */
  readonly id: string
  readonly algorithm: SigningAlgorithm | 'subject'
  readonly sealed: Uint8Array
  readonly createdAt: number
  /** When it is published no longer; 0 while it signs. */
  readonly endsAt: number
}

/** Newest first: the first of an algorithm signs. */
export async function oidcKeys(sql: Sql): Promise<OidcKey[]> {
  const rows = await sql.all('SELECT * FROM oidc_keys ORDER BY created_at DESC, id')
  return rows.map((row) => ({
    id: String(row.id),
    algorithm: row.algorithm as OidcKey['algorithm'],
    sealed: row.sealed as Uint8Array,
    createdAt: Number(row.created_at),
    endsAt: Number(row.ends_at),
  }))
}

export type NewOidcKey = Pick<OidcKey, 'id' | 'algorithm' | 'sealed'>

/** A key that is there stays as it is. */
export async function addOidcKeys(
  sql: Sql,
  { keys, at }: { readonly keys: readonly NewOidcKey[]; readonly at: number },
): Promise<void> {
  for (const { id, algorithm, sealed } of keys)
    await sql.run(
      `INSERT INTO oidc_keys (id, algorithm, sealed, created_at, ends_at) VALUES ($1, $2, $3, $4, 0)
       ON CONFLICT (id) DO NOTHING`,
      id,
      algorithm,
      sealed,
      at,
    )
}

/** The keys that sign now are published until `endsAt`; those whose time is over go. */
export async function retireOidcKeys(
  sql: Sql,
  { at, endsAt }: { at: number; endsAt: number },
): Promise<void> {
  await sql.run('DELETE FROM oidc_keys WHERE ends_at > 0 AND ends_at <= $1', at)
  await sql.run("UPDATE oidc_keys SET ends_at = $1 WHERE ends_at = 0 AND algorithm <> 'subject'", endsAt)
}
