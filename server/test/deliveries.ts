import type { Clock } from '../src/platform/clock.ts'
import { systemRandom } from '../src/platform/random.ts'
import { Sealer } from '../src/platform/sealing.ts'
import type { Store } from '../src/storage/store.ts'
import { type AttemptResult, createAttempt } from '../src/webhooks/attempt.ts'
import { CallbackGuard } from '../src/webhooks/callback-guard.ts'
import { DeliveryEngine } from '../src/webhooks/delivery-engine.ts'
import type { PostLimits } from '../src/webhooks/post.ts'
import { WebhookSecrets } from '../src/webhooks/secrets.ts'
import { outboxHasher } from './outbox.ts'

export interface EngineOptions {
  readonly store: Store
  readonly clock: Clock
  readonly leaseMs?: number
  readonly limits?: PostLimits
}

/** The delivery engine over a test's outbox: loopback is allowed, and every `*.example` is this machine. */
export function createEngine({ store, clock, ...more }: EngineOptions) {
  const results: Record<AttemptResult, number> = { delivered: 0, retry: 0, failed: 0 }
  const secrets = new WebhookSecrets({
    store,
    clock,
    random: systemRandom,
    sealer: new Sealer(Buffer.alloc(32, 1), systemRandom),
  })
  const fail = (error: Error) => {
    throw error
  }
  const engine = new DeliveryEngine({
    store,
    clock,
    random: systemRandom,
    attempt: createAttempt({
      store,
      clock,
      random: systemRandom,
      secrets,
      guard: new CallbackGuard({
        clock,
        allowedRanges: ['127.0.0.0/8'],
        lookup: async (name) => (name.endsWith('.example') ? ['127.0.0.1'] : []),
      }),
      mayUseLoopback: async () => false,
      tellsCaller: async () => false,
      callData: async () => undefined,
      noticeOf: async () => ({ kind: 'gone', why: '' }),
      phoneOf: async ({ phoneMask, phoneHash }) =>
        phoneHash === null ? undefined : outboxHasher.recover(phoneMask, phoneHash),
      onAttempt: (result) => {
        results[result] += 1
      },
      onStoreTrouble: fail,
      ...more,
    }),
    onStoreTrouble: fail,
    ...more,
  })
  return { engine, secrets, results }
}
