import { bytes, number, orNull, type RecordOf, tableOf } from '../record.ts'
import type { Sql } from '../sql.ts'

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
