import type { Worker } from 'node:worker_threads'
import type { DemoMode } from '../accounts/demo-mode.ts'
import type { ActiveAlarms } from '../alarms/active-alarms.ts'
import type { InboundCalls } from '../calls/inbound.ts'
import { callerHashes } from '../calls/phone-privacy.ts'
import type { Settings } from '../config/settings.ts'
import type { Clock } from '../platform/clock.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Random } from '../platform/random.ts'
import type { Sealer } from '../platform/sealing.ts'
import type { Store } from '../storage/store.ts'
import { openTelephony } from '../telephony/open-telephony.ts'
import type { Telephony } from '../telephony/telephony.ts'
import { sipSettingsOf } from './sip-settings.ts'

export interface TelephonyDeps {
  /** Replaces the telephone network. */
  readonly telephony?: Telephony
  readonly sipThread?: Worker | undefined
  readonly settings: Settings
  readonly demo: DemoMode
  readonly store: Store
  readonly keyring: Keyring
  readonly sealer: Sealer
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly metrics: Metrics
  readonly alarms: ActiveAlarms
  readonly onSipDelay: (delayMs: number) => void
  readonly onFatal: (error: Error) => void
}

/** The simulated carrier runs on this machine and answers in milliseconds. */
const simulatorMs = 5_000

/** Opens SIP as configured, with its trunks, unless a replacement is given. */
export async function composeTelephony(deps: TelephonyDeps) {
  const { settings, keyring, metrics, clock } = deps
  const sip = sipSettingsOf(settings)
  const opened =
    deps.telephony === undefined
      ? await openTelephony({
          ...deps,
          isDemo: () => deps.demo.isOn,
          callerHashOf: callerHashes(keyring.callerHash),
          metrics,
          sip,
          wantedQuality: settings.RINGKEY_ROUTING_QUALITY_PERCENT / 100,
          dataFolder: settings.RINGKEY_DATA,
        })
      : undefined
  if (opened === undefined) await deps.sipThread?.terminate()
  let isReached = false
  const reached = (opened?.simulatorReached ?? Promise.resolve()).then(() => {
    isReached = true
  })
  return {
    telephony: deps.telephony ?? opened!.telephony,
    sipPort: opened?.sipPort ?? 0,
    /** Undefined when a replacement is used. */
    opened,
    shared: opened?.shared,
    /** The simulated carrier has answered since the start; true when there is none. */
    isSimulatorReached: () => isReached,
    /** The wait is limited: without the carrier the service starts, and `/readyz` reports that it is not ready. */
    waitForSimulator: () =>
      new Promise<void>((resolve) => {
        const patience = clock.after(simulatorMs, resolve)
        void reached.then(() => {
          patience.cancel()
          resolve()
        })
      }),
    orderTrunks: (): void => opened?.orderTrunks(),
    /** Sets the receiver that matches and confirms incoming calls. */
    serve: (inbound: InboundCalls): void =>
      opened?.serveInbound({
        match: ({ caller, called, trunk }) =>
          inbound.match({ callerE164: caller, calledE164: called, trunk }),
        judge: (vendorId, facts) => inbound.judge(vendorId, facts),
        thanksFor: (vendorId, facts) => inbound.thanksFor(vendorId, facts),
        confirm: async (vendorId, call) => void (await inbound.confirm(vendorId, call)),
      }),
    reload: async (): Promise<void> => opened?.reload(),
    close: async (): Promise<void> => opened?.close(),
  }
}
