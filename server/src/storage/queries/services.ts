import type { AddressLimits } from '../../books/address-limits.ts'
import type { Mode } from '../../books/call.ts'
import { defaultsOf, type ValuesOf } from '../../fields/field.ts'
import { serviceFields } from '../../fields/service-fields.ts'
import { bytes, each, json, number, oneOf, orNull, type RecordOf, tableOf, text } from '../record.ts'
import type { Sql } from '../sql.ts'
import { bumpSettingsVersion } from './meta.ts'
import { inOneOrder } from './one-order.ts'

export type ServiceStatus = 'active' | 'off' | 'archived'

/** One rule of a workflow: the first rule that matches a phone decides which steps are taken. */
export interface WorkflowRule {
  /** A field that is left out matches everything. */
  readonly match: {
    /** ISO code of the country. */
    readonly country?: string
    /** As calls show it; compared ignoring case. */
    readonly operator?: string
    /** The first digits of the number in E.164. */
    readonly prefix?: string
    /** Only phones whose people have left flash calls of the account unconfirmed lately, in a network that is well. */
    readonly reach?: 'poor'
  }
  readonly steps: readonly {
    readonly mode: Mode
    readonly seconds: number
    readonly channel?: string
    readonly confirm?: 'key'
  }[]
}

export interface ServiceSettings extends Omit<ValuesOf<typeof serviceFields>, 'workflow' | 'addressLimits'> {
  /** The steps of a verification when its request names none; empty uses those of the installation. */
  readonly workflow: readonly WorkflowRule[]
  /** What one address of end users (`ip` of `/v2`) may start in an hour; null does not limit it. */
  readonly addressLimits: AddressLimits | null
}

export const defaultServiceSettings: ServiceSettings = defaultsOf(serviceFields)

const serviceTable = tableOf('services', {
  ...each(number, 'id', 'accountId', 'previousKeyEndsAt', 'previousKeyUsedAt', 'lastRequestAt', 'createdAt'),
  ...each(text, 'name', 'useDirection'),
  status: oneOf<ServiceStatus>(),
  /** SHA-256 of the secret key. */
  keyHash: bytes,
  /** The key before the last rotation, valid until `previousKeyEndsAt`. */
  previousKeyHash: orNull(bytes),
  /** 0 when it was never used. Up to a minute behind. */
  keyUsedAt: number,
  settings: json<ServiceSettings>(),
  /** Until then its steps do not wait for an approval to be charged: too few were approved. 0 when that never was. */
  chargedOnDeliveryUntil: number,
})
export type ServiceRecord = RecordOf<typeof serviceTable>

type Given = 'accountId' | 'name' | 'useDirection' | 'keyHash' | 'settings'

interface NewService extends Pick<ServiceRecord, Given> {
  /** The key that signs its webhooks, encrypted; a service without one gets it with its first webhook. */
  readonly sealedWebhookSecret?: Uint8Array
  readonly at: number
}

export interface ServiceChange extends Partial<Pick<ServiceRecord, 'name' | 'useDirection' | 'status'>> {
  readonly id: number
  /**
   * Only the fields to change: the others stay as they are at that moment, also if another request changed them
   * meanwhile.
   */
  readonly settings?: Partial<ServiceSettings>
  readonly at: number
}

export async function createService(sql: Sql, service: NewService): Promise<ServiceRecord | undefined> {
  const owner = await sql.run`UPDATE accounts SET updated_at = ${service.at} WHERE id = ${service.accountId}`
  if (owner === 0) return undefined
  await bumpSettingsVersion(sql)
  const row = await sql.get(...serviceTable.insert({ ...service, createdAt: service.at }, 'RETURNING *'))
  const made = withDefaults(serviceTable.of(row!))
  const sealed = service.sealedWebhookSecret
  if (sealed !== undefined) await ensureWebhookSecret(sql, { serviceId: made.id, sealed })
  return made
}

export async function service(sql: Sql, id: number): Promise<ServiceRecord | undefined> {
  const found = await serviceTable.find(sql, { id })
  return found && withDefaults(found)
}

/** The services of one account, or of all when it is null. */
export async function services(sql: Sql, accountId: number | null): Promise<ServiceRecord[]> {
  return (await serviceTable.all(sql, 'id', accountId === null ? {} : { accountId })).map(withDefaults)
}

/** Returns the changed service; undefined when it does not exist. */
export async function changeService(sql: Sql, change: ServiceChange): Promise<ServiceRecord | undefined> {
  const before = await service(sql, change.id)
  if (before === undefined) return undefined
  const { at, ...changed } = change
  const after = { ...before, ...changed, settings: { ...before.settings, ...change.settings } }
  const { name, useDirection, status, settings } = after
  await sql.run(...serviceTable.update({ id: change.id }, { name, useDirection, status, settings }))
  await sql.run`UPDATE accounts SET updated_at = ${at} WHERE id = ${before.accountId}`
  return after
}

export async function rotateKey(
  sql: Sql,
  rotation: Pick<ServiceRecord, 'keyHash' | 'previousKeyEndsAt'> & { serviceId: number; at: number },
): Promise<boolean> {
  await bumpSettingsVersion(sql)
  const changed = await sql.run`UPDATE services SET previous_key_hash = key_hash,
    previous_key_used_at = key_used_at, previous_key_ends_at = ${rotation.previousKeyEndsAt},
    key_hash = ${rotation.keyHash}, key_used_at = 0 WHERE id = ${rotation.serviceId}`
  return changed === 1
}

export async function recordRequests(sql: Sql, requests: readonly { serviceId: number; at: number }[]) {
  for (const { serviceId, at } of inOneOrder(requests, (each) => each.serviceId)) {
    await sql.run`UPDATE services SET last_request_at = ${at} WHERE id = ${serviceId} AND last_request_at < ${at}`
  }
}

/** A service that was saved before a setting existed has the default. */
function withDefaults(found: ServiceRecord): ServiceRecord {
  return { ...found, settings: { ...defaultServiceSettings, ...found.settings } }
}

/** The secret is encrypted: the store cannot read it. */
const secrets = tableOf('webhook_secrets', {
  serviceId: number,
  sealed: bytes,
  previousSealed: orNull(bytes),
  previousEndsAt: number,
})
export type WebhookSecretRecord = Omit<RecordOf<typeof secrets>, 'serviceId'>

export const webhookSecret = (sql: Sql, serviceId: number): Promise<WebhookSecretRecord | undefined> =>
  secrets.find(sql, { serviceId })

/**
 * Stores the secret if the service has none yet, and returns the stored one; undefined when there is no such service.
 */
export async function ensureWebhookSecret(
  sql: Sql,
  { serviceId, sealed }: { serviceId: number; sealed: Uint8Array },
): Promise<WebhookSecretRecord | undefined> {
  await sql.run`INSERT INTO webhook_secrets (service_id, sealed) SELECT id, ${sealed} FROM services
    WHERE id = ${serviceId}
    ON CONFLICT (service_id) DO NOTHING`
  return await webhookSecret(sql, serviceId)
}

export async function rotateWebhookSecret(
  sql: Sql,
  request: { serviceId: number; sealed: Uint8Array; previousEndsAt: number },
): Promise<boolean> {
  const changed = await sql.run`UPDATE webhook_secrets
    SET previous_sealed = sealed, previous_ends_at = ${request.previousEndsAt}, sealed = ${request.sealed}
    WHERE service_id = ${request.serviceId}`
  return changed === 1
}
