import type { DeliveryRecord } from '../storage/delivery-records.ts'
import type { Store } from '../storage/store.ts'
import { type Operating, operate, record } from './operate.ts'

interface Service {
  readonly id: number
  readonly accountId: number
}

/** Records who looked at the secret. */
export function recordSecretShown(operating: Operating, { id, accountId }: Service): Promise<void> {
  const log = { kind: 'webhook-secret', facts: { service: id, rotated: false } } as const
  return record(operating, log, [{ accountId, text: `web-hook secret of service ${id} shown` }])
}

/** Where `WebhookSecrets.rotate` stores the new secret: together with its lines in the logs. */
export function recordedRotation(
  operating: Operating,
  { id, accountId }: Service,
): Store['rotateWebhookSecret'] {
  return async (request) =>
    (await operate(operating, async () => ({
      change: 'rotateWebhookSecret',
      isIndependent: true,
      input: request,
      log: { kind: 'webhook-secret', facts: { service: id, rotated: true } },
      history: { accountId, text: `web-hook secret of service ${id} rotated` },
    }))) ?? false
}

export function recordResent(
  operating: Operating,
  { endpointId, vendorId, webhookId }: Pick<DeliveryRecord, 'endpointId' | 'vendorId' | 'webhookId'>,
  accountId: number,
): Promise<void> {
  return endpointId === null && vendorId !== null
    ? record(operating, { kind: 'webhook-resent', facts: { call: vendorId } }, [
        { accountId, text: `web-hook of call ${vendorId} sent again` },
      ])
    : record(operating, { kind: 'event-resent', facts: { webhookId } }, [
        { accountId, text: `event ${webhookId} sent again` },
      ])
}
