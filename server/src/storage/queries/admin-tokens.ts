import type { Row, Sql } from '../sql.ts'
import { bumpSettingsVersion } from './settings-version.ts'

/** What a token of the admin API may do. `dangerous` is what asks an operator for the password again. */
export const adminScopes = ['read', 'trunks', 'accounts', 'money', 'dangerous'] as const
export type AdminScope = (typeof adminScopes)[number]

/** A token of the admin API. Its secret is stored as a hash. */
export interface AdminToken {
  readonly name: string
  readonly scopes: readonly AdminScope[]
  readonly createdAt: number
}

const tokenOf = (row: Row): AdminToken => ({
  name: String(row.name),
  scopes: String(row.scopes).split(',') as AdminScope[],
  createdAt: Number(row.created_at),
})

export async function adminTokens(sql: Sql): Promise<AdminToken[]> {
  return (await sql.all('SELECT name, scopes, created_at FROM admin_tokens ORDER BY name')).map(tokenOf)
}

export async function adminToken(sql: Sql, tokenHash: Uint8Array): Promise<AdminToken | undefined> {
  const row = await sql.get(
    'SELECT name, scopes, created_at FROM admin_tokens WHERE token_hash = $1',
    tokenHash,
  )
  return row === undefined ? undefined : tokenOf(row)
}

/** False when there is a token of this name. */
export async function addAdminToken(
  sql: Sql,
  { name, scopes, createdAt, tokenHash }: AdminToken & { readonly tokenHash: Uint8Array },
): Promise<boolean> {
  await bumpSettingsVersion(sql)
  const added = await sql.run(
    'INSERT INTO admin_tokens (name, token_hash, scopes, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO NOTHING',
    name,
    tokenHash,
    scopes.join(','),
    createdAt,
  )
  return added === 1
}

export async function removeAdminToken(sql: Sql, name: string): Promise<boolean> {
  await bumpSettingsVersion(sql)
  return (await sql.run('DELETE FROM admin_tokens WHERE name = $1', name)) === 1
}
