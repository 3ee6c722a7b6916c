// Inbound call with callers of every kind: each trunk has an address of its own, from which calls come.
import { setTimeout as sleep } from 'node:timers/promises'
import { type CallerRecord, readCaller } from '../../server/src/storage/caller-identity.ts'
import type { ServiceSettings } from '../../server/src/storage/queries/services.ts'
import type { TrunkSettings } from '../../server/src/storage/queries/trunks.ts'
import { type Receiver, startReceiver } from '../../server/test/receiver.ts'
import { addKeyedService } from '../../server/test/store-contract/fixture.ts'
import { type Caller, type Dialled, openCaller } from '../phones/caller.ts'
import { apiOf, type CallRig, startCallRig } from './rig.ts'

const confirmationNumbers = ['74957770001', '74957770002', '74957770003']
/** The service reads the store's settings every two seconds. */
const noticedMs = 10_000

export interface Waiting {
  readonly id: number
  readonly phone: string
  /** The number to call. */
  readonly called: string
}

export interface InboundRig {
  readonly rig: CallRig
  readonly receiver: Receiver
  /** A service of the account with settings of its own: starts a request of it. */
  service(settings?: Partial<ServiceSettings>): Promise<(phone?: string) => Promise<Waiting>>
  dial(trunk: string, call: Dialled): Promise<number>
  /** What the record says of the caller, as soon as it says anything. */
  callerOf(id: number): Promise<CallerRecord>
  stateOf(id: number): Promise<string | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any body
  webhook(id: number): Promise<any>
  webhooksOf(id: number): number
  metrics(): Promise<string>
  stop(): Promise<void>
}

export async function startInboundRig(
  trunks: Readonly<Record<string, Partial<TrunkSettings>>>,
): Promise<InboundRig> {
  const receiver = await startReceiver()
  const named = Object.entries(trunks).map(([name, settings], index) => ({
    name,
    port: 9,
    settings: { ...settings, host: `127.0.0.${index + 21}` },
    ranges: [],
  }))
  const rig = await startCallRig(named, { RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8' })
  await rig.store.addConfirmationNumbers({ numbers: confirmationNumbers, demo: false })
  const callers = new Map<string, Caller>()
  for (const { name, settings } of named) callers.set(name, await openCaller(settings.host, rig.sipPort))
  let phones = 79165560000
  const webhooks = (id: number) =>
    receiver.received.filter(({ body }) => (body as { callId: string }).callId === String(id))
  return {
    rig,
    receiver,
    async service(settings = {}) {
      const { authorization } = await addKeyedService(rig.store, rig.accountId, { settings, at: 1 })
      const api = apiOf(rig.baseUrl, authorization)
      return async (phone = String(++phones)) => {
        for (const until = performance.now() + noticedMs; ; await sleep(100)) {
          const { body } = await api('inboundCallWaiting', { phone, callback_url: receiver.url })
          if (body.status === true) return { id: body.vendor_id, phone, called: body.confirmation_number }
          if (performance.now() > until) throw new Error(JSON.stringify(body))
        }
      }
    },
    dial: (trunk, call) => callers.get(trunk)!.dial(call),
    callerOf: (id) => soon(async () => readCaller((await rig.store.call(id))?.callerIdentity ?? null)),
    stateOf: async (id) => (await rig.store.call(id))?.state,
    webhook: (id) => soon(async () => webhooks(id)[0]?.body),
    webhooksOf: (id) => webhooks(id).length,
    metrics: async () => (await fetch(rig.metricsUrl)).text(),
    async stop() {
      for (const caller of callers.values()) caller.close()
      await rig.stop()
      await receiver.close()
    },
  }
}

async function soon<T>(look: () => Promise<T | null | undefined>): Promise<T> {
  for (const until = performance.now() + 10_000; performance.now() < until; await sleep(30)) {
    const found = await look()
    if (found !== null && found !== undefined) return found
  }
  throw new Error('it did not come')
}
