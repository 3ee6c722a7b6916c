import type { Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Dialects, openSealed, openVonage } from '../accounts/dialects.ts'
import type { Directory } from '../accounts/directory.ts'
import { ClientNumbers } from '../calls/client-numbers.ts'
import { InboundCalls } from '../calls/inbound.ts'
import type { PhoneHasher } from '../calls/phone-privacy.ts'
import type { Settler } from '../calls/settler.ts'
import type { Settings } from '../config/settings.ts'
import { callEndedData } from '../http/call-info.ts'
import type { Clock } from '../platform/clock.ts'
import type { Gateways } from '../verifications/prepare-step.ts'
import { CallbackGuard } from '../webhooks/callback-guard.ts'
import { deliverStep } from '../webhooks/deliver-step.ts'
import { WebhookSecrets } from '../webhooks/secrets.ts'
import { createWebhooks } from '../webhooks/webhooks.ts'
import type { Foundation } from './foundation.ts'
import { openNotices } from './notices.ts'
import { isQuiet } from './quiet.ts'

interface OfDomain {
  readonly hasher: PhoneHasher
  readonly settler: Settler
  readonly directory: Directory
  readonly dialects: Dialects
}

/** The address of a newcomer's webhook receiver. */
const loopbackRanges = ['127.0.0.0/8', '::1']

/** The addresses that webhooks may be sent to, according to these settings. */
export function callbackGuardOf(settings: Settings, clock: Clock, ownPorts: ReadonlySet<number> = new Set()) {
  return new CallbackGuard({
    clock,
    allowedRanges: settings.RINGKEY_CALLBACK_ALLOW,
    loopbackRanges,
    ownPorts,
  })
}

/** Composes the parts for calls from people, and the sender of webhooks and events. */
export function composeInbound(base: Foundation, domain: OfDomain) {
  const { settings, store, sealer, clock, random, metrics } = base
  const { hasher, settler, directory, dialects } = domain
  const onStoreTrouble = (error: Error) => base.outage.report(error, 'webhooks')
  const ownPorts = new Set<number>()
  const guard = callbackGuardOf(settings, clock, ownPorts)
  const secrets = new WebhookSecrets({ store, clock, random, sealer })
  const numbers = new ClientNumbers(hasher, clock)
  const callData = (vendorId: number) => callEndedData(base, vendorId)
  const mayUseLoopback = async (serviceId: number) =>
    (await directory.find(serviceId))?.mayUseLoopback ?? false
  let publicUrl = ''
  const gateway = { store, clock, guard, sealer, mayUseLoopback, onTrouble: onStoreTrouble }
  const notices = openNotices({ ...base, ...gateway, publicUrl: () => publicUrl })
  const webhooks = createWebhooks({
    ...base,
    onStoreTrouble,
    onAttempt: base.tracing?.attempted,
    guard,
    secrets,
    tellsCaller: async (serviceId) =>
      (await directory.find(serviceId))?.service.settings.webhookCaller ?? false,
    mayUseLoopback,
    phoneOf: (call) => numbers.of(call),
    callcheckOf(serviceId) {
      const { callbackUrl = '', sealed = null } = dialects.of(serviceId) ?? {}
      if (callbackUrl === '' || sealed === null) return undefined
      return { url: callbackUrl, apiId: openSealed(sealer, serviceId, sealed) }
    },
    vonageOf(serviceId) {
      const { dialect, sealed = null } = dialects.of(serviceId) ?? {}
      return dialect !== 'vonage-verify' || sealed === null
        ? undefined
        : openVonage(sealer, serviceId, sealed)
    },
    callData,
    noticeOf: notices.messageOf,
  })
  const look = () => void (isQuiet(settings) || webhooks.look())
  const inbound = new InboundCalls({
    store,
    clock,
    random,
    hasher,
    settler,
    numbers,
    onEnqueued: look,
    // When the service record cannot be found, a caller in doubt is not confirmed.
    demandedLevel: async (serviceId) =>
      (await directory.find(serviceId))?.service.settings.callerLevel ?? 'high',
    voicesOf: async (serviceId) => (await directory.find(serviceId))?.voices ?? [],
    onCaller: ({ level, source, rejectedBy }) =>
      metrics.inboundCallers.inc({ level, source, result: rejectedBy === null ? 'confirmed' : 'rejected' }),
  })
  return {
    guard,
    secrets,
    callData,
    hooks: { sealer, hasher },
    gateways: {
      of: async (serviceId) => (isQuiet(settings) ? [] : store.gatewaysOf(serviceId)),
      deliver: (to, message) => deliverStep(gateway, to, message),
    } satisfies Gateways,
    inbound,
    notices,
    /** Something was put into the outbox. */
    look,
    /** Called when the listeners are open: webhooks are never sent to our own listeners. Notices have links to `baseUrl`. */
    async start(servers: readonly (Server | TlsServer)[], baseUrl: string): Promise<void> {
      publicUrl = baseUrl
      for (const server of servers) ownPorts.add((server.address() as AddressInfo).port)
      await inbound.recoverTestCalls()
      if (!isQuiet(settings)) webhooks.start()
    },
    stop: () => webhooks.stop(),
  }
}
