import type { DemoMode } from '../accounts/demo-mode.ts'
import { callerHashes } from '../calls/phone-privacy.ts'
import type { Settings } from '../config/settings.ts'
import type { Keyring } from '../platform/keyring.ts'
import { openTelephony, type TelephonyDeps } from '../telephony/open-telephony.ts'
import type { Telephony } from '../telephony/telephony.ts'
import { sipSettingsOf } from './sip-settings.ts'

type FromSettings = 'isDemo' | 'callerHashOf' | 'sip' | 'wantedQuality' | 'dataFolder'

interface ComposeTelephonyDeps extends Omit<TelephonyDeps, FromSettings> {
  /** Replaces the telephone network. */
  readonly telephony?: Telephony
  readonly settings: Settings
  readonly demo: DemoMode
  readonly keyring: Keyring
}

/** The simulated carrier runs on this machine and answers in milliseconds. */
const simulatorMs = 5_000

/** Opens SIP as configured, with its trunks, unless a replacement is given. */
export async function composeTelephony(deps: ComposeTelephonyDeps) {
  const { settings, keyring, clock } = deps
  const sip = sipSettingsOf(settings)
  const opened =
    deps.telephony === undefined
      ? await openTelephony({
          ...deps,
          isDemo: () => deps.demo.isOn,
          callerHashOf: callerHashes(keyring.callerHash),
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
    /** Undefined when a replacement is used. */
    opened,
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
  }
}
