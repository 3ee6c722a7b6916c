import { bytes, list, number, type RecordOf, tableOf, text } from '../record.ts'
import { part, type Sql } from '../sql.ts'

/** What a token of the admin API may do. `dangerous` is what asks an operator for the password again. */
export const adminScopes = ['read', 'trunks', 'accounts', 'money', 'dangerous'] as const
export type AdminScope = (typeof adminScopes)[number]

/** A token of the admin API. Its secret is stored as a hash. */
const shown = { name: text, scopes: list<AdminScope>(','), createdAt: number }
const tokens = tableOf('admin_tokens', shown)
const newTokens = tableOf('admin_tokens', { ...shown, tokenHash: bytes })
export type AdminToken = RecordOf<typeof tokens>

export const adminTokens = (sql: Sql) => tokens.all(sql, 'name')

export const adminToken = async (sql: Sql, tokenHash: Uint8Array) =>
  (await tokens.where(sql, part`token_hash = ${tokenHash}`))[0]

/** False when there is a token of this name. */
export const addAdminToken = async (sql: Sql, token: RecordOf<typeof newTokens>) =>
  (await sql.run(...newTokens.insert(token, 'ON CONFLICT (name) DO NOTHING'))) === 1

export const removeAdminToken = (sql: Sql, name: string) => tokens.removeOne(sql, { name })
