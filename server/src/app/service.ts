import type { RequestListener } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { DemoMode } from '../accounts/demo-mode.ts'
import { Directory } from '../accounts/directory.ts'
import { Passwords } from '../accounts/passwords.ts'
import { RequestTimes } from '../accounts/request-times.ts'
import { ActiveAlarms } from '../alarms/active-alarms.ts'
import { notifyReceivers } from '../alarms/notify-receivers.ts'
import { RefusedKeys } from '../alarms/refused-keys.ts'
import { shareAlarms } from '../alarms/share-alarms.ts'
import { spendCapAlarm } from '../alarms/spend-cap-alarm.ts'
import { StoreOutage } from '../alarms/store-outage.ts'
import { Calls } from '../calls/calls.ts'
import { Catalogue } from '../calls/catalogue.ts'
import type { InboundCalls } from '../calls/inbound.ts'
import { PaidLookups } from '../calls/paid-lookups.ts'
import { callerHashes, PhoneHasher } from '../calls/phone-privacy.ts'
import { recoverCalls } from '../calls/recover-calls.ts'
import { Settler } from '../calls/settler.ts'
import { Velocity } from '../calls/velocity.ts'
import type { Settings } from '../config/settings.ts'
import { ConnectionLimit } from '../http/connection-limit.ts'
import { watchCertificate } from '../http/listeners.ts'
import { metricsServer } from '../http/metrics-server.ts'
import { RequestLog } from '../http/request-log/request-log.ts'
import { AccessLog } from '../operations/access-log.ts'
import { Auditor } from '../operations/auditor.ts'
import { AddressList } from '../platform/address-list.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { Metrics } from '../platform/metrics.ts'
import type { Random } from '../platform/random.ts'
import { Sealer } from '../platform/sealing.ts'
import { SteadyClock } from '../platform/steady-clock.ts'
import type { OtlpExporter } from '../platform/telemetry/otlp-exporter.ts'
import { WorkInProgress } from '../platform/work-in-progress.ts'
import { lockFolder } from '../storage/sqlite/folder-lock.ts'
import type { Telephony } from '../telephony/telephony.ts'
import { VerificationCodes } from '../verifications/codes.ts'
import { Verifications } from '../verifications/verifications.ts'
import { startBackgroundTasks } from './background-tasks.ts'
import { closeOldMonthsOf } from './close-old-months.ts'
import { composeApi } from './compose-api.ts'
import { composeCabinet } from './compose-cabinet.ts'
import { endpointsIn, wakeSender } from './compose-events.ts'
import { composeInbound } from './compose-inbound.ts'
import { composeNode } from './compose-node.ts'
import { composeNumbering } from './compose-numbering.ts'
import { composeTelephony } from './compose-telephony.ts'
import { drain, waitFor } from './drain.ts'
import { exposeMetrics } from './expose-metrics.ts'
import { ensureTariff } from './first-run.ts'
import { watchHealth } from './health.ts'
import { onOneNode } from './on-one-node.ts'
import { type OpenedDemo, openDemo } from './open-demo.ts'
import { openInstallation } from './open-installation.ts'
import { certificateReport, makePrimary, openListeners, tlsFilesOf } from './open-listeners.ts'
import { makePrivateFolder } from './private-folder.ts'
import { isQuiet, quietSettings, quietTelephony } from './quiet.ts'
import { releaseRecord } from './release-record.ts'
import { traceCallsBy } from './trace-calls.ts'
import { watchAlarms } from './watch-alarms.ts'
import { watchApprovals } from './watch-approvals.ts'
import { resumeClock, watchClock } from './watch-clock.ts'
import { watchCustomers } from './watch-customers.ts'
import { watchMachine } from './watch-machine.ts'
import { watchNumbers } from './watch-numbers.ts'
import { watchOverload } from './watch-overload.ts'
import { watchQuality } from './watch-quality.ts'
import { watchVelocity } from './watch-velocity.ts'

/** A call takes at most a minute, so a stop waits no longer for calls in progress. */
const callsMs = 61_000
/** A stop waits this long for responses in progress; a client that is slower has not sent a complete request. */
const answersMs = 3_000
/**
 * The time for everything after the calls, responses included. A database that does not answer would take the rest of the
 * stop several timeouts, one after the other; supervisors kill after 70 s (docs/operate.md).
 */
const closingMs = 8_000

export interface ServiceDeps {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Where traces go; without it none are made. */
  readonly telemetry?: OtlpExporter | undefined
  /** Replaces the telephone network; without it the configured line is opened. */
  readonly telephony?: Telephony
  /** Threads that were made before the settings were known. */
  readonly sipThread?: Worker | undefined
  readonly writerThread?: Worker | undefined
  /** Identifies the boot of the machine, from which its monotonic clock counts; undefined when it is unknown. */
  readonly bootId?: string | undefined
  /** Hashes passwords; tests pass a lower cost. */
  readonly passwords?: Passwords
  /** Opens the store and the keys; the benchmark passes a store in memory. */
  readonly open?: typeof openInstallation
  /** The store or the line failed in a way that only a restart can fix. */
  readonly onFatal: (error: Error) => void
}

export interface RunningService extends OpenedDemo {
  readonly baseUrl: string
  readonly altBaseUrl: string
  readonly metricsUrl: string
  /** The SIP port; 0 without its own line. */
  readonly sipPort: number
  /** Receives telephony's reports of calls to confirmation numbers. */
  readonly inbound: InboundCalls
  /** Accepts no new work; calls in progress get time to end; responses are sent. A second call changes nothing. */
  stop(): Promise<void>
  /** Ends the wait of a stop in progress: calls that still ring fail, and their money is returned. */
  hurry(): void
  /** Reloads the certificate files and the settings in the store; environment settings need a restart. */
  reload(): Promise<void>
}

/** Composes the modules and opens the listeners. When it returns, the service is ready. */
export async function startService(deps: ServiceDeps): Promise<RunningService> {
  const { random, log, onFatal, open = openInstallation, passwords = new Passwords(random) } = deps
  const isQuietNow = isQuiet(deps.settings)
  const settings = isQuietNow ? quietSettings(deps.settings) : deps.settings
  const clock = new SteadyClock(deps.clock)
  const tightened = makePrivateFolder(settings.RINGKEY_DATA)
  if (tightened.length > 0)
    log.warn(
      { event: 'permissions-tightened', tightened },
      'other users could read the data folder; its permissions were tightened',
    )
  const lock = lockFolder(join(settings.RINGKEY_DATA, 'service.lock'), settings.RINGKEY_DATA)
  const installation = await open(settings, random, onFatal, deps).catch((error: Error) => {
    lock.release()
    throw error
  })
  const { keyring } = installation
  const tracing = traceCallsBy(deps, keyring)
  const store = tracing?.store(installation.store) ?? installation.store
  await resumeClock(clock, store, deps.bootId)
  const metrics = new Metrics(clock.now())
  if (deps.telemetry !== undefined) deps.telemetry.onDropped = (records) => metrics.telemetryDropped(records)
  const alarms = new ActiveAlarms(clock)
  const accessLog = new AccessLog(store, clock)
  const auditor = new Auditor({ store, clock, log, metrics, alarms })
  const outage = new StoreOutage(clock, log, metrics, alarms)
  const settlementFailed = (error: Error) => outage.report(error, 'settlement')
  const overload = watchOverload(clock, log, metrics)
  const demo = await DemoMode.read(settings.RINGKEY_DEMO, store)

  // The line opens its sockets while this thread reads the numbering data.
  const [line, numberingData] = await Promise.all([
    composeTelephony({
      ...deps,
      ...(isQuietNow ? { telephony: quietTelephony } : {}),
      clock,
      demo,
      store,
      keyring,
      metrics,
      alarms,
      onSipDelay: overload.noteDelay,
    }),
    composeNumbering(settings, store, clock, random, log, alarms),
  ])
  const { sipPort } = line
  const telephony = tracing?.telephony(line.telephony) ?? line.telephony
  const hasher = new PhoneHasher(keyring.phoneHash)
  const { numbering, lookup } = numberingData
  const catalogue = new Catalogue(store, demo)
  const directory = new Directory(store, demo)
  const requestTimes = new RequestTimes()
  const endpointsOf = endpointsIn(directory)
  const settler = new Settler(store, clock, {
    settled: (state, reason) => metrics.settled(state, reason),
    storeTrouble: settlementFailed,
    endpointsOf,
    enqueued: () => incoming.look(),
  })
  const incoming = composeInbound({
    settings,
    store,
    keyring,
    clock,
    random,
    onStoreTrouble: (error) => outage.report(error, 'web-hooks'),
    metrics,
    hasher,
    settler,
    directory,
    onStepCalled: (vendorId) => void verifications.stepCalled(vendorId),
    onAttempt: tracing?.attempted,
  })
  line.serve(incoming.inbound)
  const velocity = new Velocity(store, clock)
  const calls = new Calls({
    store,
    clock,
    random,
    numbering,
    hasher,
    telephony,
    catalogue,
    settler,
    onSpendCap: spendCapAlarm(clock, log, metrics, alarms),
    inbound: incoming.inbound,
    velocity,
  })

  const work = new WorkInProgress(overload.mayStart)
  const verifications = new Verifications({
    store,
    clock,
    random,
    numbering,
    hasher,
    codes: new VerificationCodes(keyring.codeHash, new Sealer(keyring.sealing, random), random),
    directory,
    calls,
    settler,
    inbound: incoming.inbound,
    isDraining: () => work.isRefused,
    storeTrouble: settlementFailed,
    onChange: wakeSender(endpointsOf, incoming.look),
  })

  const lookups = new PaidLookups({
    store,
    clock,
    random,
    hasher,
    lookup,
    storeTrouble: settlementFailed,
  })

  let blocked = new AddressList([])
  const reload = async () => {
    const wasDemo = demo.isOn
    await demo.reload()
    if (wasDemo && !demo.isOn) log.info({ event: 'demo-ended' }, `the demo has ended: ${demo.explanation}`)
    // The order matters: an account that is read again must find its new tariff.
    await catalogue.reload()
    directory.forget()
    await velocity.reload()
    await line.reload()
    // Not awaited: a set of ported numbers has a hundred megabytes.
    void numberingData.follow()
    blocked = new AddressList((await store.blockedAddresses()).map(({ address }) => address))
  }
  await ensureTariff(store)
  await store.recordRelease(releaseRecord())
  await reload()
  if (!store.isShared) {
    await recoverCalls(settler, hasher, log)
    const restarted = await store.restartLifetimes(clock.now())
    if (restarted > 0)
      log.warn(
        { event: 'lifetimes-restarted', restarted },
        'the clock is behind the last run: the lifetimes of open requests start again',
      )
  }

  let isReady = false
  const secondarySockets = new WeakSet<object>()
  const health = watchHealth({
    store,
    clock,
    hasTelephony: () => telephony.healthy(),
    isServing: () => isReady && line.isSimulatorReached() && !work.isRefused,
  })
  const tls = tlsFilesOf(settings)
  const requestLog =
    settings.RINGKEY_RETENTION.requestDays === 0
      ? undefined
      : new RequestLog({
          clock,
          numbering,
          rows: settings.RINGKEY_REQUEST_LOG_ROWS,
          onUncounted: (requests) => metrics.requestsUncounted(requests),
        })

  const api = composeApi({
    tracing,
    refusedKeys: new RefusedKeys(clock, alarms),
    settings,
    store,
    clock,
    random,
    log,
    metrics,
    directory,
    numbering,
    lookups,
    catalogue,
    calls,
    verifications,
    requestTimes,
    callbackGuard: incoming.guard,
    hookSecrets: incoming.hookSecrets,
    health,
    isSecondary: (request) => secondarySockets.has(request.socket),
    blockedAddresses: () => blocked,
    work,
    onStoreTrouble: (error, requestId) => outage.report(error, 'request', requestId),
    accessLog,
    requestLog,
  })
  let publicUrl = ''
  const slowBodies = new WeakSet<object>()
  const cabinet = await composeCabinet({
    settings,
    demo,
    store,
    clock,
    random,
    passwords,
    log,
    keyring,
    metrics,
    hasher,
    numbering,
    calls,
    verifications,
    work,
    outage,
    directory,
    inbound: incoming,
    telephony,
    line: line.opened,
    accessLog,
    auditor,
    lookForSnapshots: numberingData.follow,
    publicUrl: () => publicUrl,
    slowBodies,
    blockedAddresses: () => blocked,
    reload,
  })
  const listener: RequestListener = (request, response) => {
    const isForCabinet = cabinet.isFor(request.url) && !secondarySockets.has(request.socket)
    return isForCabinet ? cabinet.listener(request, response) : api(request, response)
  }
  const connections = new ConnectionLimit(
    settings.RINGKEY_ADDRESS_LIMIT.connections,
    new AddressList(settings.RINGKEY_TRUST_PROXY),
    () => metrics.connectionRefused('address'),
  )
  const primary = await makePrimary(listener, tls, connections, slowBodies)

  const { baseUrl, ownAddress, altBaseUrl, metricsUrl, servers } = await openListeners({
    settings,
    primary,
    listener,
    connections,
    onSecondaryConnection: (socket) => secondarySockets.add(socket),
    onDropped: () => metrics.connectionRefused('total'),
    metrics: metricsServer(metrics, (error) =>
      log.error({ event: 'metrics-failed', err: error }, 'a scrape of the metrics failed'),
    ),
  })
  publicUrl = baseUrl
  exposeMetrics({
    metrics,
    settings,
    tls,
    alarms,
    velocity,
    verifications,
    settler,
    snapshotTimes: numberingData.snapshotTimes,
    waitingMails: cabinet.waitingMails,
    store,
  })

  const tasks = startBackgroundTasks({
    store,
    clock,
    log,
    settler,
    lookups,
    verifications,
    requestTimes,
    retentionDays: settings.RINGKEY_RETENTION.callDays,
    closeOldMonths: closeOldMonthsOf({
      store,
      clock,
      log,
      dataFolder: settings.RINGKEY_DATA,
      keptMonths: settings.RINGKEY_RETENTION.ledgerMonths,
    }),
    operatorLogDays: settings.RINGKEY_RETENTION.operatorLogDays,
    requestLogDays: settings.RINGKEY_RETENTION.requestDays,
    requestLog,
    writeRefusals: () => accessLog.write(),
    watchVelocity: watchVelocity({
      store,
      clock,
      log,
      alarms,
      velocity,
      mode: velocityMode(settings.RINGKEY_VELOCITY),
      rules: settings.RINGKEY_VELOCITY,
      reload,
    }),
    watchNumbers: watchNumbers({
      store,
      clock,
      log,
      alarms,
      callerHashOf: callerHashes(keyring.callerHash),
      isOn: settings.RINGKEY_NUMBER_REST === 'on',
      numbering,
      reload,
    }),
    reload,
    notifyLowBalances: cabinet.notifyLowBalances,
    auditor,
    alarms,
    outage,
    lookAtClock: watchClock({ clock, store, bootId: deps.bootId, log, metrics, alarms }),
    watchMachine: watchMachine({
      alarms,
      clock,
      dataFolder: settings.RINGKEY_DATA,
      certificateFile: tls?.cert,
    }),
    watchForAll: onOneNode({ store, clock }, [
      watchQuality({ store, clock, alarms }),
      watchCustomers({ store, clock, alarms }),
      watchApprovals({ store, clock, alarms, reload, notifyOwner: cabinet.notifyChargedOnDelivery }),
    ]),
    shareAlarms: shareAlarms(store, alarms, clock),
    notifyReceivers: isQuietNow
      ? async () => {}
      : notifyReceivers({ store, clock, channels: cabinet.alarmChannels, publicUrl: () => publicUrl }),
    lookForAlarms: watchAlarms({ alarms, clock, store, line: line.opened }),
  })
  await incoming.start(servers)
  const certificate = tls && watchCertificate(primary as TlsServer, tls, clock, certificateReport(log))
  const opened = await openDemo({
    demo,
    store,
    clock,
    random,
    passwords,
    folder: settings.RINGKEY_DATA,
    sealedWebhookSecret: incoming.secrets.newSealed(),
    addresses: { primary: baseUrl, secondary: altBaseUrl },
    defaultCountries: settings.RINGKEY_DEFAULT_COUNTRIES,
  })
  await reload()
  const node = await composeNode({
    store,
    clock,
    log,
    trunks: line.shared,
    address: ownAddress,
    calls: () => settler.underWay,
    onRegistrations: () => line.orderTrunks(),
  })
  // Before the service reports ready: a process that waits for it may request `/health` at once.
  await line.waitForSimulator()
  isReady = true

  const stop = async () => {
    work.refuse()
    // Reads continue until the last call has ended: clients query the outcome, owners see it in the cabinet. A request
    // that is being admitted now becomes a call, which gets its time too.
    const isBusy = () => work.count + settler.underWay + lookups.underWay + verifications.underWay > 0
    await waitFor(clock, () => !isBusy() || hurried, callsMs)
    let isClosed = false
    const closing = close().then(() => {
      isClosed = true
    })
    await Promise.race([closing, waitFor(clock, () => isClosed, closingMs)])
    if (isClosed) return
    log.error(
      { event: 'stop-incomplete' },
      'the database or a peer does not answer: the rest of the stop is left to the end of the process',
    )
  }

  const unlessItFails = (write: Promise<unknown> | undefined, lost: string) =>
    write?.catch((error: Error) => log.error({ event: 'stop-incomplete', err: error }, lost))

  const close = async () => {
    cabinet.endStreams()
    verifications.endWaits()
    const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)))
    let answered = false
    void Promise.all(closed).then(() => {
      answered = true
    })
    // Web-hooks that are being sent may end meanwhile.
    const sent = incoming.stop()
    await Promise.all([drain(servers, clock, () => answered || hurried, answersMs), tasks.cancel()])
    for (const server of servers) server.closeAllConnections()
    certificate?.cancel()
    numberingData.close()
    // Side by side: the calls that still ring are cancelled also when the database answers none of these writes.
    await Promise.all([
      unlessItFails(requestTimes.write(store), 'request times were not written'),
      unlessItFails(requestLog?.write(store), 'the last requests were not written to their log'),
      unlessItFails(velocity.write(), 'calls by destination were not written'),
      unlessItFails(accessLog.write(true), 'refused sign-ins and keys were not written'),
      unlessItFails(lookups.countCharged(), 'the last paid look-ups are missing in the metrics'),
      cabinet.close(),
      verifications.close(),
      unlessItFails(line.close(), 'what was learned of the trunks was not written'),
    ])
    await unlessItFails(node.stop(), 'the node stays on the list as lost')
    await sent
    await store.close()
    await deps.telemetry?.close()
    lock.release()
  }
  let stopping: Promise<void> | undefined
  let hurried = false

  return {
    baseUrl,
    altBaseUrl,
    metricsUrl,
    ...opened,
    sipPort,
    inbound: incoming.inbound,
    stop() {
      stopping ??= stop()
      return stopping
    },
    hurry() {
      hurried = true
    },
    async reload() {
      await certificate?.renew()
      await reload()
    },
  }
}

function velocityMode({ alarmCalls, pauseCalls }: Settings['RINGKEY_VELOCITY']): 'off' | 'alarm' | 'pause' {
  if (alarmCalls === 0) return 'off'
  return pauseCalls === 0 ? 'alarm' : 'pause'
}
