import { DirectNotices } from '../alarms/direct-notices.ts'
import { shareAlarms } from '../alarms/share-alarms.ts'
import { rolesWith } from '../cabinet/permissions.ts'
import { callerHashes } from '../calls/phone-privacy.ts'
import { sweepPeriodMs } from '../calls/settler.ts'
import { closeOldMonthsOf } from '../operations/close-ledger.ts'
import { hourMs, minuteMs, secondMs } from '../platform/clock.ts'
import { newestVersion, whyUnusable } from '../storage/schema-state.ts'
import { StorageError } from '../storage/storage-error.ts'
import { type BackgroundTasks, startBackgroundTasks } from './background-tasks.ts'
import { callHeartbeat } from './call-heartbeat.ts'
import type { Domain } from './compose-domain.ts'
import type { Foundation } from './foundation.ts'
import { oneNodePeriodMs, onOneNode } from './on-one-node.ts'
import type { Web } from './open-web.ts'
import { rotateOidcKeysByAge } from './rotate-oidc-keys.ts'
import { watchAlarms } from './watch-alarms.ts'
import { watchApprovals } from './watch-approvals.ts'
import { watchBlocks } from './watch-blocks.ts'
import { watchClock } from './watch-clock.ts'
import { watchContracts } from './watch-contracts.ts'
import { watchCustomers } from './watch-customers.ts'
import { watchDatabaseClock } from './watch-database-clock.ts'
import { watchFlash } from './watch-flash.ts'
import { watchMachine } from './watch-machine.ts'
import { watchNumbers } from './watch-numbers.ts'
import { watchQuality } from './watch-quality.ts'
import { watchVelocity } from './watch-velocity.ts'

/** Until a clock jump is applied the service continues in the old time, so there is no hurry. */
const clockPeriodMs = secondMs
const alarmPeriodMs = 5 * secondMs
const refusalPeriodMs = 5 * secondMs
const velocityPeriodMs = 10 * secondMs
const numberPeriodMs = 30 * secondMs
/** More cross their threshold within a minute only where very many accounts live, and the next round goes on. */
const maxCrossings = 200

/** Everything that the service does by the clock. */
export function startTasks(
  base: Foundation,
  domain: Domain,
  { requestLog, tls, ownAddress, health }: Web,
  reload: () => Promise<void>,
): BackgroundTasks {
  const { settings, installation, store, clock, log, alarms } = base
  const { settler, lookups, verifications, requestTimes } = domain
  const { RINGKEY_DATA: dataFolder, RINGKEY_HEARTBEAT_URL: url } = settings
  const watched = { store, clock, log, alarms, reload }
  const lookForAlarms = watchAlarms({ alarms, clock, store, sip: domain.sip.opened })
  const lookAtMachine = watchMachine({ alarms, clock, dataFolder, certificateFile: tls?.cert })
  const direct = new DirectNotices(alarms, clock)
  const roles = rolesWith('change-money-notices')
  const velocity = watchVelocity({
    ...watched,
    velocity: domain.velocity,
    rules: () => ({
      alarmCalls: installation.settings.trafficAlarmCalls,
      pauseCalls: installation.settings.trafficPauseCalls,
    }),
  })
  const numbers = watchNumbers({
    ...watched,
    callerHashOf: callerHashes(base.keyring.callerHash),
    isOn: () => installation.settings.quarantineNumbers,
    numbering: domain.numbering,
  })
  const forAll = onOneNode({ store, clock, alarms }, [
    watchQuality({ store, clock, alarms }),
    watchBlocks({ store, clock, alarms }),
    watchFlash({ store, clock, alarms }),
    watchContracts({ store, clock, alarms }),
    watchCustomers({ store, clock, alarms }),
    watchApprovals(watched),
    rotateOidcKeysByAge(base),
  ])
  const closeOldMonths = closeOldMonthsOf(
    { store, clock, log, dataFolder },
    () => installation.settings.keepLedgerMonths,
  )
  return startBackgroundTasks(base, [
    [sweepPeriodMs, 'settle what is due', () => settler.sweep()],
    [sweepPeriodMs, 'release holds of unanswered look-ups', () => lookups.sweep()],
    [secondMs, 'count paid look-ups', () => lookups.countCharged()],
    [sweepPeriodMs, 'start steps that are due', () => verifications.sweep()],
    [clockPeriodMs, 'watch the clock', watchClock({ ...base, bootId: base.deps.bootId })],
    [secondMs, 'reload changed settings', noticeChanges(base, reload)],
    [secondMs, 'write request times', () => requestTimes.write(store)],
    [secondMs, 'write the request log', () => requestLog.write(store)],
    [refusalPeriodMs, 'log refused sign-ins and keys', () => base.accessLog.write()],
    [velocityPeriodMs, 'watch for unusual traffic', velocity],
    [numberPeriodMs, 'watch calling numbers', numbers],
    [alarmPeriodMs, 'check alarms', lookForAlarms],
    [alarmPeriodMs, 'watch the machine', lookAtMachine],
    ...(url === undefined
      ? []
      : ([
          [minuteMs, 'call the heartbeat', callHeartbeat({ ...base, url, health: health.health })],
        ] as const)),
    [minuteMs, 'compare the clock with the database', watchDatabaseClock({ ...base, address: ownAddress })],
    [alarmPeriodMs, 'share alarms', shareAlarms({ ...base, direct })],
    [oneNodePeriodMs, 'watch quality and customers', forAll],
    // A run before may have a slow receiver.
    [
      alarmPeriodMs,
      'send alarms without the store',
      async () => base.isQuietNow || (await direct.sendDue(domain.incoming.notices.sendBegan)),
      'overlaps',
    ],
    [
      minuteMs,
      'notify of low balances',
      () => store.takeBalanceCrossings({ now: clock.now(), limit: maxCrossings, roles }),
    ],
    [hourMs, 'close old months of the ledger', closeOldMonths],
  ])
}

/** Settings in the store that another process has changed, and its schema. */
function noticeChanges({ store, deps, log }: Foundation, reload: () => Promise<void>) {
  let version = -1
  let schema = newestVersion()
  return async () => {
    const now = await store.settingsVersion()
    if (now === version) return
    const ahead = await store.schemaAhead()
    const why = ahead && whyUnusable(ahead, newestVersion())
    if (why !== undefined) return deps.onFatal(new StorageError(`The database ${why}`))
    if (ahead !== undefined && ahead.version !== schema) {
      schema = ahead.version
      log.warn(
        { event: 'schema-ahead', ...ahead },
        'a newer version has changed the schema; this one serves on',
      )
    }
    await reload()
    version = now
  }
}
