import type { Clock } from '../platform/clock.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Random } from '../platform/random.ts'
import type { Store } from '../storage/store.ts'
import { type AttemptDeps, createAttempt } from './attempt.ts'
import type { CallbackGuard } from './callback-guard.ts'
import { DeliveryEngine } from './delivery-engine.ts'
import type { MessageDeps } from './message.ts'

export interface WebhookDeps extends MessageDeps {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly onStoreTrouble: (error: Error) => void
  readonly metrics: Metrics
  /** Besides counting it. */
  readonly onAttempt?: AttemptDeps['onAttempt'] | undefined
  readonly guard: CallbackGuard
  readonly mayUseLoopback: (serviceId: number) => Promise<boolean>
}

/** The delivery of webhooks and events as the service runs it, with log and metrics. */
export function createWebhooks(deps: WebhookDeps): DeliveryEngine {
  const { store, clock, metrics, onStoreTrouble } = deps
  const engine = new DeliveryEngine({
    store,
    clock,
    random: deps.random,
    attempt: createAttempt({
      ...deps,
      onAttempt: (result, delivery, report) => {
        metrics.webhookAttempts.inc({ result })
        deps.onAttempt?.(result, delivery, report)
      },
      onTrouble: onStoreTrouble,
    }),
    onStoreTrouble,
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
