import type { Sql } from '../sql.ts'

/** Identity providers that ask for a call by a hook: a request to us that they sign. */
export const hookProviders = ['supabase'] as const
export type HookProvider = (typeof hookProviders)[number]

export interface HookOf {
  readonly serviceId: number
  readonly provider: HookProvider
}

/** The secret is encrypted: the store cannot read it. */
export interface HookSecretRecord {
  readonly sealed: Uint8Array
  readonly createdAt: number
  readonly previousSealed: Uint8Array | null
  readonly previousEndsAt: number
}

export interface HookSecretChange extends HookOf {
  readonly sealed: Uint8Array
  /** Until when the secret before is accepted too; nothing when there was none. */
  readonly previousEndsAt: number
  readonly at: number
}

export async function hookSecret(
  sql: Sql,
  { serviceId, provider }: HookOf,
): Promise<HookSecretRecord | undefined> {
  const row = await sql.get(
    'SELECT * FROM hook_secrets WHERE service_id = $1 AND provider = $2',
    serviceId,
    provider,
  )
  if (row === undefined) return undefined
  return {
    sealed: row.sealed as Uint8Array,
    createdAt: Number(row.created_at),
    previousSealed: row.previous_sealed as Uint8Array | null,
    previousEndsAt: Number(row.previous_ends_at),
  }
}

/** Stores the first secret of a hook, or the next one; false when there is no such service. */
export async function replaceHookSecret(sql: Sql, change: HookSecretChange): Promise<boolean> {
  const { serviceId, provider, sealed, previousEndsAt, at } = change
  const changed = await sql.run(
    `INSERT INTO hook_secrets (service_id, provider, sealed, created_at)
     SELECT id, $2, $3, $4 FROM services WHERE id = $1
     ON CONFLICT (service_id, provider) DO UPDATE SET previous_sealed = hook_secrets.sealed, previous_ends_at = $5,
       sealed = $3, created_at = $4`,
    serviceId,
    provider,
    sealed,
    at,
    previousEndsAt,
  )
  return changed === 1
}

/** False when the service has no such hook. */
export async function removeHookSecret(sql: Sql, { serviceId, provider }: HookOf): Promise<boolean> {
  const removed = await sql.run(
    'DELETE FROM hook_secrets WHERE service_id = $1 AND provider = $2',
    serviceId,
    provider,
  )
  return removed === 1
}
