import { callerHashes } from '../calls/phone-privacy.ts'
import type { AllWays, AllWaysListener } from '../operations/trunk-report.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { openTelephony } from '../telephony/open-telephony.ts'
import type { Foundation } from './foundation.ts'
import { quietTelephony } from './quiet.ts'
import { sipSettingsOf } from './sip-settings.ts'

/** The simulated carrier runs on this machine and answers in milliseconds. */
const simulatorMs = 5_000

/** Opens SIP as configured, with its trunks, unless a replacement is given. */
export async function composeTelephony(base: Foundation) {
  const { deps, settings, keyring, clock, demo } = base
  const sip = sipSettingsOf(settings)
  const replacement = base.isQuietNow ? quietTelephony : deps.telephony
  const opened =
    replacement === undefined
      ? await openTelephony({
          ...deps,
          ...base,
          onSipDelay: base.overload.noteSipDelay,
          isDemo: () => demo.isOn,
          callerHashOf: callerHashes(keyring.callerHash),
          sip,
          wantedQuality: () => base.installation.settings.routingQualityPercent / 100,
          dataFolder: settings.RINGKEY_DATA,
        })
      : undefined
  if (opened === undefined) await deps.sipThread?.terminate()
  let isReached = false
  const reached = (opened?.simulatorReached ?? Promise.resolve()).then(() => {
    isReached = true
  })
  return {
    telephony: replacement ?? opened!.telephony,
    /** Undefined when a replacement is used. */
    opened,
    /** Tests every way over a trunk. Loaded when it is used, as all of dev/. */
    async checkAllWays({ record, ...wanted }: AllWays, listener: AllWaysListener) {
      const { checkAllWays } = await import('../../../dev/trunk-test/check-all-ways.ts')
      const { located, nextIncoming } = opened!
      const beside = { ...base, sip, nextIncoming }
      return checkAllWays(beside, { ...wanted, record: located(record) }, listener)
    },
    /** The simulated carrier has answered since the start; true when there is none. */
    isSimulatorReached: () => isReached,
    /** The wait is limited: without the carrier the service starts, and `/readyz` reports that it is not ready. */
    waitForSimulator: () => withTimeout(clock, simulatorMs, reached),
  }
}
