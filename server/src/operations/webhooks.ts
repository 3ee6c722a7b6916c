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
  { vendorId, accountId }: { readonly vendorId: number; readonly accountId: number },
): Promise<void> {
  const log = { kind: 'webhook-resent', facts: { verification: vendorId } } as const
  return record(operating, log, [{ accountId, text: `web-hook of verification ${vendorId} sent again` }])
}
