import { afterEach, beforeEach, expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { openOutbox, outboxHasher } from '../../test/outbox.ts'
import { answer, startReceiver } from '../../test/receiver.ts'
import { eventually } from '../../test/service.ts'
import { Metrics } from '../platform/metrics.ts'
import { systemRandom } from '../platform/random.ts'
import { Sealer } from '../platform/sealing.ts'
import { StoreUnavailable } from '../storage/store.ts'
import { CallbackGuard } from './callback-guard.ts'
import { WebhookSecrets } from './secrets.ts'
import { createWebhooks } from './webhooks.ts'

let outbox: Awaited<ReturnType<typeof openOutbox>>
beforeEach(async () => {
  outbox = await openOutbox()
})
afterEach(() => outbox.close())

it('webhook metrics: count sent, failed and pending, with the age of the oldest, also during a store outage', async () => {
  const receivers = await Promise.all([200, 410, 500].map((status) => startReceiver(answer(status))))
  const clock = new ManualClock(10_000)
  const metrics = new Metrics(0)
  const failures: string[] = []
  let away = false
  const store = {
    ...outbox.store,
    deliveryBacklog: () =>
      away ? Promise.reject(new StoreUnavailable('away')) : outbox.store.deliveryBacklog(),
  }
  const engine = createWebhooks({
    store,
    clock,
    random: systemRandom,
    metrics,
    onStoreTrouble: (error) => failures.push(error.message),
    guard: new CallbackGuard({ clock, allowedRanges: ['127.0.0.0/8'] }),
    secrets: new WebhookSecrets({
      store,
      clock,
      random: systemRandom,
      sealer: new Sealer(Buffer.alloc(32), systemRandom),
    }),
    mayUseLoopback: async () => false,
    tellsCaller: async () => false,
    callData: async () => undefined,
    noticeOf: async () => ({ kind: 'gone', why: '' }),
    phoneOf: ({ phoneMask, phoneHash }) => outboxHasher.recover(phoneMask, phoneHash!),
  })
  for (const { url } of receivers) await outbox.enqueue({ url, at: 6_000 })
  const figure = async (name: string) => {
    const line = (await metrics.registry.metrics()).split('\n').find((text) => text.startsWith(`${name} `))
    return Number(line?.split(' ')[1])
  }
  expect(await figure('ringkey_webhooks_pending')).toBe(3)
  expect(await figure('ringkey_webhooks_oldest_age_seconds')).toBe(3)
  await engine.look()
  await eventually(
    () => figure('ringkey_webhooks_pending'),
    (pending) => pending === 1,
  )
  await engine.stop()
  for (const result of ['delivered', 'failed', 'retry'])
    expect(await figure(`ringkey_webhook_attempts_total{result="${result}"}`)).toBe(1)
  expect(await figure('ringkey_webhooks_in_progress')).toBe(0)
  away = true
  expect(await figure('ringkey_webhooks_pending')).toBe(1)
  expect(failures).toEqual(['away'])
  await Promise.all(receivers.map((receiver) => receiver.close()))
})
