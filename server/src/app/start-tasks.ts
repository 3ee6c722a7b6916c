import { shareAlarms } from '../alarms/active-alarms.ts'
import { notifyReceivers } from '../alarms/notify-receivers.ts'
import { callerHashes } from '../calls/phone-privacy.ts'
import type { Settings } from '../config/settings.ts'
import { closeOldMonthsOf } from '../operations/close-ledger.ts'
import { type BackgroundTasks, startBackgroundTasks } from './background-tasks.ts'
import type { Domain } from './compose-domain.ts'
import type { Foundation } from './foundation.ts'
import { onOneNode } from './on-one-node.ts'
import type { Web } from './open-web.ts'
import { rotateOidcKeysByAge } from './rotate-oidc-keys.ts'
import { watchAlarms } from './watch-alarms.ts'
import { watchApprovals } from './watch-approvals.ts'
import { watchClock } from './watch-clock.ts'
import { watchCustomers } from './watch-customers.ts'
import { watchMachine } from './watch-machine.ts'
import { watchNumbers } from './watch-numbers.ts'
import { watchQuality } from './watch-quality.ts'
import { watchVelocity } from './watch-velocity.ts'

/** Everything that the service does by the clock. */
export function startTasks(
  base: Foundation,
  domain: Domain,
  { cabinet, requestLog, tls, baseUrl }: Web,
  reload: () => Promise<void>,
): BackgroundTasks {
  const { settings, store, clock, log, alarms } = base
  const { RINGKEY_DATA: dataFolder, RINGKEY_RETENTION: kept } = settings
  const watched = { store, clock, log, alarms, reload }
  return startBackgroundTasks({
    ...base,
    ...domain,
    retentionDays: kept.callDays,
    closeOldMonths: closeOldMonthsOf({ store, clock, log, dataFolder }, kept.ledgerMonths),
    operatorLogDays: kept.operatorLogDays,
    requestLogDays: kept.requestDays,
    requestLog,
    writeRefusals: () => base.accessLog.write(),
    watchVelocity: watchVelocity({
      ...watched,
      velocity: domain.velocity,
      mode: velocityMode(settings.RINGKEY_VELOCITY),
      rules: settings.RINGKEY_VELOCITY,
    }),
    watchNumbers: watchNumbers({
      ...watched,
      callerHashOf: callerHashes(base.keyring.callerHash),
      isOn: settings.RINGKEY_NUMBER_REST === 'on',
      numbering: domain.numbering,
    }),
    reload,
    notifyLowBalances: cabinet.notifyLowBalances,
    lookAtClock: watchClock({ ...base, bootId: base.deps.bootId }),
    watchMachine: watchMachine({ alarms, clock, dataFolder, certificateFile: tls?.cert }),
    watchForAll: onOneNode({ store, clock }, [
      watchQuality({ store, clock, alarms }),
      watchCustomers({ store, clock, alarms }),
      watchApprovals({ ...watched, notifyOwner: cabinet.notifyChargedOnDelivery }),
      rotateOidcKeysByAge(base),
    ]),
    shareAlarms: shareAlarms(store, alarms, clock),
    notifyReceivers: base.isQuietNow
      ? async () => {}
      : () => notifyReceivers({ store, clock, channels: cabinet.alarmChannels, publicUrl: () => baseUrl }),
    lookForAlarms: watchAlarms({ alarms, clock, store, sip: domain.sip.opened }),
  })
}

function velocityMode({ alarmCalls, pauseCalls }: Settings['RINGKEY_VELOCITY']): 'off' | 'alarm' | 'pause' {
  if (alarmCalls === 0) return 'off'
  return pauseCalls === 0 ? 'alarm' : 'pause'
}
