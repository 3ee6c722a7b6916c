import type { Metrics } from '../platform/metrics.ts'
import { type AttemptDeps, createAttempt } from './attempt.ts'
import { DeliveryEngine } from './delivery-engine.ts'

export interface WebhookDeps extends Omit<AttemptDeps, 'onAttempt'> {
  readonly metrics: Metrics
  /** Besides counting it. */
  readonly onAttempt?: AttemptDeps['onAttempt'] | undefined
}

/** The delivery of webhooks and events as the service runs it, with log and metrics. */
export function createWebhooks(deps: WebhookDeps): DeliveryEngine {
  const { store, clock, metrics, onStoreTrouble } = deps
  const engine = new DeliveryEngine({
    ...deps,
    attempt: createAttempt({
      ...deps,
      onAttempt: (result, delivery, report) => {
        metrics.webhookAttempts.inc({ result })
        deps.onAttempt?.(result, delivery, report)
      },
    }),
  })
  metrics.watch('ringkey_webhooks_in_progress', 'Webhooks being sent now', () => engine.underWay)
  metrics.watchAll(
    {
      pending: { name: 'ringkey_webhooks_pending', help: 'Webhooks that are not delivered yet' },
      oldestSeconds: {
        name: 'ringkey_webhooks_oldest_age_seconds',
        help: 'Age of the oldest pending webhook',
      },
    },
    async () => {
      const { pending, oldestAt } = await store.deliveryBacklog().catch((error: Error) => {
        onStoreTrouble(error)
        throw error
      })
      return { pending, oldestSeconds: oldestAt === null ? 0 : (clock.now() - oldestAt) / 1000 }
    },
  )
  return engine
}
