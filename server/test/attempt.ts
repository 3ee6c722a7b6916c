import type { Clock } from '../src/platform/clock.ts'
import { systemRandom } from '../src/platform/random.ts'
import { Sealer } from '../src/platform/sealing.ts'
import type { AttemptReport, ClaimedDelivery, ReportedCall } from '../src/storage/queries/deliveries.ts'
import type { Store } from '../src/storage/store.ts'
import { type AttemptDeps, createAttempt } from '../src/webhooks/attempt.ts'
import type { CallbackGuard } from '../src/webhooks/callback-guard.ts'
import { receiverOf } from '../src/webhooks/receiver.ts'
import { WebhookSecrets } from '../src/webhooks/secrets.ts'

const claimed: ClaimedDelivery = {
  id: 7,
  vendorId: 100_000,
  verificationId: null,
  endpointId: null,
  type: null,
  data: null,
  serviceId: 1,
  webhookId: 'msg_1',
  receiver: '',
  url: '',
  state: 'pending',
  dueAt: 0,
  lease: 'node-1',
  tries: 0,
  attemptCount: 0,
  createdAt: 0,
  endedAt: null,
  alarmId: null,
  alarmReceiverId: null,
  personId: null,
  isTest: false,
  call: {
    phoneHash: Buffer.alloc(32),
    phoneMask: '7916***4567',
    phoneForm: null,
    confirmationNumber: '74951230001',
    operator: 'Alpha',
    region: 'Moscow',
    portedTo: '',
    callerIdentity: null,
    startedAt: 0,
    isCompleted: true,
  },
}

const sealer = new Sealer(Buffer.alloc(32, 1), systemRandom)
const attemptSecret = `whsec_${Buffer.alloc(32, 2).toString('base64')}`

/** One try of a delivery to a URL, without a store; returns what would be recorded. */
export async function attemptOf(
  url: string,
  {
    clock,
    guard,
    delivery = {},
    call = {},
    ...more
  }: {
    clock: Clock
    guard: CallbackGuard
    delivery?: Partial<ClaimedDelivery>
    call?: Partial<ReportedCall>
  } & Partial<AttemptDeps>,
): Promise<AttemptReport> {
  let recorded: AttemptReport | undefined
  const sealed = sealer.seal(attemptSecret, 'webhook-secret')
  const store = {
    webhookSecret: async () => ({ sealed, previousSealed: null, previousEndsAt: 0 }),
    recordAttempt: async (report: AttemptReport) => {
      recorded = report
      return true
    },
  } as unknown as Store
  const attempt = createAttempt({
    store,
    clock,
    random: systemRandom,
    guard,
    secrets: new WebhookSecrets({ store, clock, random: systemRandom, sealer }),
    tellsCaller: async () => false,
    mayUseLoopback: async () => false,
    phoneOf: async () => '79161234567',
    callData: async () => undefined,
    noticeOf: async () => ({ kind: 'gone', why: '' }),
    onAttempt: () => {},
    onStoreTrouble: (error) => {
      throw error
    },
    ...more,
  })
  const reported = { ...claimed.call!, ...call }
  await attempt(
    { ...claimed, url, receiver: receiverOf(new URL(url)), call: reported, ...delivery },
    'node-1',
  )
  return recorded!
}
