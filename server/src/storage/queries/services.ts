import type { KeyRotation, NewService, ServiceChange, ServiceRecord } from '../records.ts'
import type { Sql } from '../sql.ts'
import { serviceOf } from './rows.ts'
import { bumpSettingsVersion } from './settings-version.ts'
import { ensureWebhookSecret } from './webhook-secrets.ts'

export async function createService(sql: Sql, service: NewService): Promise<ServiceRecord | undefined> {
  const owner = await sql.run(
    'UPDATE accounts SET updated_at = $2 WHERE id = $1',
    service.accountId,
    service.at,
  )
  if (owner === 0) return undefined
  await bumpSettingsVersion(sql)
  const row = await sql.get(
    `INSERT INTO services (account_id, name, use_direction, key_hash, settings, created_at)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING *`,
    service.accountId,
    service.name,
    service.useDirection,
    service.keyHash,
    JSON.stringify(service.settings),
    service.at,
  )
  const made = serviceOf(row!)
  const sealed = service.sealedWebhookSecret
  if (sealed !== undefined) await ensureWebhookSecret(sql, { serviceId: made.id, sealed })
  return made
}

export async function service(sql: Sql, id: number): Promise<ServiceRecord | undefined> {
  const row = await sql.get('SELECT * FROM services WHERE id = $1', id)
  return row === undefined ? undefined : serviceOf(row)
}

/** The services of one account, or of all when it is null. */
export async function services(sql: Sql, accountId: number | null): Promise<ServiceRecord[]> {
  const rows =
    accountId === null
      ? await sql.all('SELECT * FROM services ORDER BY id')
      : await sql.all('SELECT * FROM services WHERE account_id = $1 ORDER BY id', accountId)
  return rows.map(serviceOf)
}

/** Returns the changed service; undefined when it does not exist. */
export async function changeService(sql: Sql, change: ServiceChange): Promise<ServiceRecord | undefined> {
  const before = await service(sql, change.id)
  if (before === undefined) return undefined
  const { at, ...changed } = change
  const after = { ...before, ...changed, settings: { ...before.settings, ...change.settings } }
  await bumpSettingsVersion(sql)
  await sql.run(
    'UPDATE services SET name = $2, use_direction = $3, status = $4, settings = $5 WHERE id = $1',
    change.id,
    after.name,
    after.useDirection,
    after.status,
    JSON.stringify(after.settings),
  )
  await sql.run('UPDATE accounts SET updated_at = $2 WHERE id = $1', before.accountId, at)
  return after
}

export async function rotateKey(sql: Sql, rotation: KeyRotation): Promise<boolean> {
  await bumpSettingsVersion(sql)
  const changed = await sql.run(
    `UPDATE services SET previous_key_hash = key_hash, previous_key_used_at = key_used_at, previous_key_ends_at = $3,
       key_hash = $2, key_used_at = 0 WHERE id = $1`,
    rotation.serviceId,
    rotation.keyHash,
    rotation.previousKeyEndsAt,
  )
  return changed === 1
}

export async function recordRequests(
  sql: Sql,
  requests: readonly { serviceId: number; at: number }[],
): Promise<void> {
  // Always in the same order, so that two nodes never deadlock.
  for (const { serviceId, at } of requests.toSorted((one, other) => one.serviceId - other.serviceId)) {
    await sql.run(
      'UPDATE services SET last_request_at = $2 WHERE id = $1 AND last_request_at < $2',
      serviceId,
      at,
    )
  }
}
