import type { RequestListener } from 'node:http'
import { DemoMode } from '../../server/src/accounts/demo-mode.ts'
import { Installation } from '../../server/src/accounts/installation.ts'
import { ActiveAlarms } from '../../server/src/alarms/active-alarms.ts'
import { StoreOutage } from '../../server/src/alarms/store-outage.ts'
import { startBackgroundTasks } from '../../server/src/app/background-tasks.ts'
import { composeApi, watchHealth } from '../../server/src/app/compose-api.ts'
import { composeDomain } from '../../server/src/app/compose-domain.ts'
import { composeNode } from '../../server/src/app/compose-node.ts'
import { numberLimits } from '../../server/src/app/figures.ts'
import type { Foundation } from '../../server/src/app/foundation.ts'
import type { Web } from '../../server/src/app/open-web.ts'
import { stoppingOf } from '../../server/src/app/stop-service.ts'
import { watchClock } from '../../server/src/app/watch-clock.ts'
import { callerHashes } from '../../server/src/calls/phone-privacy.ts'
import { sweepPeriodMs } from '../../server/src/calls/settler.ts'
import type { Settings } from '../../server/src/config/settings.ts'
import { AccessLog } from '../../server/src/operations/access-log.ts'
import { Auditor } from '../../server/src/operations/auditor.ts'
import { AddressList } from '../../server/src/platform/address-list.ts'
import { secondMs } from '../../server/src/platform/clock.ts'
import { deriveKeyring } from '../../server/src/platform/keyring.ts'
import { createLog } from '../../server/src/platform/log.ts'
import type { Metrics } from '../../server/src/platform/metrics.ts'
import { oneAtATime } from '../../server/src/platform/one-at-a-time.ts'
import type { Random } from '../../server/src/platform/random.ts'
import { RootSecrets } from '../../server/src/platform/root-secrets.ts'
import { SteadyClock } from '../../server/src/platform/steady-clock.ts'
import { systemClock } from '../../server/src/platform/system-clock.ts'
import { callMetrics } from '../../server/src/telephony/call-metrics.ts'
import { IncomingCalls } from '../../server/src/telephony/incoming-calls.ts'
import type { OpenedTelephony } from '../../server/src/telephony/open-telephony.ts'
import { keepTraits, routeReader } from '../../server/src/telephony/routing/keep-counts.ts'
import { Switchboard } from '../../server/src/telephony/switchboard.ts'
import type { Carrier } from './carrier.ts'
import type { Database } from './database.ts'
import { openModelStore } from './model-store.ts'
import type { Network } from './network.ts'
import type { Actor, Schedule } from './schedule.ts'
import { openSip } from './sip.ts'

export const secret = 'the nodes of the simulation share this secret'
const traitPeriodMs = 5 * secondMs

export interface Site {
  readonly schedule: Schedule
  readonly network: Network
  readonly database: Database
  readonly carrier: Carrier
  readonly settings: Settings
}

/** Counts nothing. A registry of each node that ever started would watch this process. */
const metrics: Metrics = new Proxy(function nothing() {} as unknown as Metrics, {
  get: (_, name) => (name === 'then' ? undefined : metrics),
  apply: () => metrics,
  construct: () => metrics,
})

/**
 * A service as compose-*.ts makes it, without listeners, threads and the cabinet: they are below or beside what is
 * simulated. Resolves when it is ready.
 */
export async function startNode(
  site: Site,
  actor: Actor,
  port: number,
  onLog: (line: string) => void,
): Promise<Running> {
  const { schedule, network } = site
  const random: Random = {
    below: (bound) => schedule.dice.below(bound),
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => schedule.dice.below(256))),
  }
  const base = await openFoundation(site, actor, random, onLog)
  const { store } = base
  const telephony = openTelephony(site, base)
  const domain = await composeDomain({ ...base, deps: { ...base.deps, telephony: telephony.switchboard } })
  telephony.incoming.serve(domain.incoming.inbound)
  const reload = oneAtATime(async () => {
    await domain.catalogue.reload()
    domain.directory.forget()
    await domain.dialects.reload()
    await domain.velocity.reload()
    await telephony.reload()
  })
  await reload()
  let isReady = false
  const api = composeApi(base, domain, {
    isSecondary: () => false,
    blockedAddresses: () => new AddressList([]),
    health: watchHealth(base, domain, () => isReady),
    requestLog: undefined,
  })
  const tasks = startBackgroundTasks(base, [
    [sweepPeriodMs, 'settle what is due', () => domain.settler.sweep()],
    [sweepPeriodMs, 'release holds of unanswered look-ups', () => domain.lookups.sweep()],
    [secondMs, 'count paid look-ups', () => domain.lookups.countCharged()],
    [sweepPeriodMs, 'start steps that are due', () => domain.verifications.sweep()],
    [secondMs, 'reload changed settings', noticeChanges(base, reload)],
    [secondMs, 'write request times', () => domain.requestTimes.write(store)],
    [traitPeriodMs, 'learn of trunks', telephony.learn],
    [secondMs, 'watch the clock', watchClock({ ...base, bootId: undefined })],
  ])
  await domain.incoming.start([], '')
  const opened = { shared: telephony.switchboard.shared, orderTrunks() {} } as OpenedTelephony
  const node = await composeNode(base, { ...domain, sip: { ...domain.sip, opened } }, actor.name)
  isReady = true
  network.listen(api as RequestListener, port)
  schedule.note('ready')
  return stoppingOf({ base, domain, web: noWeb, tasks, node, certificate: undefined })
}

export type Running = ReturnType<typeof stoppingOf>

const noWeb = {
  publicServers: [],
  servers: [],
  cabinet: { endStreams() {}, async close() {} },
  requestLog: undefined,
} as unknown as Web

async function openFoundation(
  { database, settings, schedule }: Site,
  actor: Actor,
  random: Random,
  onLog: (line: string) => void,
): Promise<Foundation> {
  const clock = new SteadyClock(systemClock)
  const log = createLog('info', { write: onLog })
  const secrets = new RootSecrets(Buffer.from(secret), undefined, random)
  const nodeId = `${actor.name}-${Math.round(schedule.nowMs)}`
  const store = openModelStore({ database, nodeId, numberLimits: numberLimits(settings) })
  const alarms = new ActiveAlarms(clock)
  const outage = new StoreOutage(clock, log, metrics, alarms)
  const parts: Partial<Foundation> = {
    deps: { settings, clock, random, log, onFatal: (error) => schedule.fail(error) },
    settings,
    isQuietNow: false,
    clock,
    random,
    log,
    keyring: deriveKeyring(Buffer.from(secret)),
    secrets,
    sealer: secrets.sealer,
    tracing: undefined,
    store,
    metrics,
    alarms,
    accessLog: new AccessLog(store, clock),
    auditor: new Auditor({ store, clock, log, metrics, alarms }),
    outage,
    settlementFailed: (error) => outage.report(error, 'settlement'),
    overload: { noteSipDelay() {}, admits: () => true, retryAfterMs: 1_000 },
    lock: { release() {}, [Symbol.dispose]() {} },
    demo: await DemoMode.read('off', store),
    installation: await Installation.read(store),
  }
  return parts as Foundation
}

/** As open-telephony.ts, with a carrier in place of the SIP thread. */
function openTelephony(
  { schedule, carrier }: Site,
  { store, clock, random, keyring, installation }: Foundation,
) {
  const counted = callMetrics(metrics)
  const sip = openSip(schedule, carrier, (event) => {
    switchboard.take(event)
    incoming.take(event)
  })
  const switchboard = new Switchboard({
    clock,
    random,
    metrics: counted,
    isShared: store.isShared,
    wantedQuality: () => installation.settings.routingQualityPercent / 100,
    callerHashOf: callerHashes(keyring.callerHash),
    send: (command) => sip.send(command),
    alarm() {},
  })
  const incoming = new IncomingCalls({
    metrics: counted,
    trunkNamed: (name) => switchboard.trunks.find((trunk) => trunk.name === name),
    alarm() {},
    // The store was away: the person calls again.
    onError() {},
    decide() {},
  })
  const readRoutes = routeReader(store)
  return {
    switchboard,
    incoming,
    async reload() {
      const [records, ranges, quarantines] = await Promise.all([
        store.trunks(),
        store.callerRanges(),
        store.numberQuarantines(),
      ])
      const trunks = records.map((record) => ({ ...record, password: undefined, numbers: [], thanked: [] }))
      sip.send({ kind: 'trunks', trunks })
      switchboard.load(records, ranges, quarantines)
    },
    async learn() {
      await keepTraits(store, switchboard.trunks)
      await readRoutes(switchboard.trunks, clock.now())
    },
  }
}

function noticeChanges({ store }: Foundation, reload: () => Promise<void>) {
  let version = -1
  return async () => {
    const now = await store.settingsVersion()
    if (now !== version) await reload()
    version = now
  }
}
