import type { RequestListener, Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import { join } from 'node:path'
import { Directory } from './accounts/directory.ts'
import { RequestTimes } from './accounts/request-times.ts'
import { SettingError, type Settings } from './config/settings.ts'
import { ensureDemo, ensureTariff, type FirstRun } from './first-run.ts'
import { testNumberThatSucceeds } from './fraud/test-numbers.ts'
import { AddressLimits } from './http/address-limits.ts'
import { createApp } from './http/app.ts'
import { Gate } from './http/gate.ts'
import { listen, primaryServer, secondaryServer, watchCertificate } from './http/listeners.ts'
import { metricsServer } from './http/metrics-server.ts'
import { composeInboundSide } from './inbound-side.ts'
import { makeFolder, openInstallation } from './installation.ts'
import { lineSettingsOf } from './line-settings.ts'
import { AddressList } from './platform/address-list.ts'
import type { Clock } from './platform/clock.ts'
import type { Log } from './platform/log.ts'
import { Metrics } from './platform/metrics.ts'
import { type Random, randomWord } from './platform/random.ts'
import { Sealer } from './platform/sealing.ts'
import { openServiceNumbering } from './service-numbering.ts'
import { lockFolder } from './storage/sqlite/folder-lock.ts'
import { openTelephony } from './telephony/open-telephony.ts'
import type { Telephony } from './telephony/telephony.ts'
import { startUpkeep } from './upkeep.ts'
import { Catalogue } from './verification/catalogue.ts'
import type { InboundVerifications } from './verification/inbound.ts'
import { PhoneHasher } from './verification/phone-privacy.ts'
import { Settler } from './verification/settler.ts'
import { Verifications } from './verification/verifications.ts'

/** A stop waits this long for answers under way; whoever is slower than that has not sent a whole request. */
const answersMs = 3_000
/** A call takes at most a minute, so a stop waits no longer for those under way. */
const callsMs = 61_000
const drainStepMs = 20
const healthIsFreshMs = 1_000

export interface ServiceParts {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Stands in for the telephone network; without it the line of the settings is opened. */
  readonly telephony?: Telephony
  /** Opens the store and the keys; the benchmark puts a store in memory here. */
  readonly open?: typeof openInstallation
  /** The store or the line broke in a way that only a restart heals. */
  readonly onFatal: (error: Error) => void
}

export interface RunningService {
  readonly baseUrl: string
  readonly altBaseUrl: string
  readonly metricsUrl: string
  readonly firstRun: FirstRun | undefined
  /** Where SIP listens; 0 without a line of its own. */
  readonly sipPort: number
  /** Where telephony reports calls on confirmation numbers. */
  readonly inbound: InboundVerifications
  /** No new work; calls under way get time; answers are sent. */
  stop(): Promise<void>
}

/** Puts the rooms together and opens the doors; when it returns, the service is ready. */
export async function startService(parts: ServiceParts): Promise<RunningService> {
  const { settings, clock, random, log, onFatal, open = openInstallation } = parts
  const line = lineSettingsOf(settings)
  makeFolder(settings.RINGKEY_DATA)
  const lock = lockFolder(join(settings.RINGKEY_DATA, 'service.lock'), settings.RINGKEY_DATA)
  const { store, keyring } = await open(settings, random, onFatal).catch((error: Error) => {
    lock.release()
    throw error
  })
  const metrics = new Metrics()
  const isDemo = settings.RINGKEY_DEMO !== 'off'

  const opened =
    parts.telephony === undefined
      ? await openTelephony({
          store,
          sealer: new Sealer(keyring.sealing, random),
          clock,
          random,
          log,
          registry: metrics.registry,
          line,
          dataFolder: settings.RINGKEY_DATA,
          isDemo,
          onFatal,
        })
      : undefined
  const telephony = parts.telephony ?? opened!.telephony
  const hasher = new PhoneHasher(keyring.phoneHash)
  const {
    numbering,
    lookup,
    close: closeNumbering,
  } = await openServiceNumbering(settings, clock, random, log)
  const catalogue = new Catalogue(isDemo)
  const directory = new Directory(store, isDemo)
  const requestTimes = new RequestTimes()
  const settler = new Settler(store, clock, {
    settled: (state, reason) => metrics.settled(state, reason),
    storeTrouble: (error) => {
      metrics.storeTrouble()
      log.error({ err: error }, 'the store could not take a settlement')
    },
  })
  const inboundSide = composeInboundSide({
    settings,
    isDemo,
    store,
    keyring,
    clock,
    random,
    log,
    metrics,
    hasher,
    settler,
  })
  opened?.serveInbound({
    match: (caller, called) => inboundSide.inbound.match({ callerE164: caller, calledE164: called }),
    confirm: async (vendorId, facts) => void (await inboundSide.inbound.confirm(vendorId, { ...facts })),
  })
  const verifications = new Verifications({
    store,
    clock,
    random,
    numbering,
    hasher,
    telephony,
    catalogue,
    settler,
    inbound: inboundSide.inbound,
  })

  let blocked = new AddressList([])
  const reload = async () => {
    directory.forget()
    await catalogue.reload(store)
    await opened?.reload()
    blocked = new AddressList((await store.blockedAddresses()).map(({ address }) => address))
  }
  await ensureTariff(store)
  await reload()
  if (!store.isShared) await recoverCalls(settler, hasher, log)

  let isReady = false
  let draining = false
  const secondarySockets = new WeakSet<object>()
  const health = freshFor(healthIsFreshMs, clock, async () => {
    const database = await store.heartbeat(clock.now()).then(
      () => true,
      () => false,
    )
    const providers = telephony.healthy()
    return { status: database && providers && isReady && !draining, database, providers }
  })
  const tls =
    settings.RINGKEY_TLS_CERT === undefined
      ? undefined
      : { cert: settings.RINGKEY_TLS_CERT, key: settings.RINGKEY_TLS_KEY! }

  let requests = 0
  const bootId = randomWord(random, 8)
  let listener: RequestListener | undefined
  const primary = await primaryServer((request, response) => listener!(request, response), tls).catch(
    (error: Error) => {
      throw new SettingError(
        `RINGKEY_TLS_CERT is "${tls?.cert}" and RINGKEY_TLS_KEY "${tls?.key}": expected a certificate and its key (${error.message})`,
      )
    },
  )
  const app = await createApp({
    gate: new Gate({
      directory,
      clock,
      limits: new AddressLimits(clock, settings.RINGKEY_RATE_PER_ADDRESS),
      trustedProxies: new AddressList(settings.RINGKEY_TRUST_PROXY),
      blockedAddresses: () => blocked,
      errorStatus: settings.RINGKEY_ERROR_STATUS,
      isDraining: () => draining,
    }),
    api: {
      store,
      clock,
      numbering,
      lookup,
      catalogue,
      verifications,
      requestTimes,
      callbackGuard: inboundSide.guard,
    },
    health,
    isSecondary: (request) => secondarySockets.has(request.raw.socket),
    nextRequestId: () => `${bootId}-${(++requests).toString(36)}`,
    onError: (requestId, error) => log.error({ requestId, err: error }, 'a request failed'),
    onAnswer: (method, status, elapsedMs) => {
      metrics.answered(method, status, elapsedMs)
      if (log.isLevelEnabled('debug')) log.debug({ method, status, elapsedMs }, 'answered')
    },
    serverFactory: (handler) => {
      listener = handler
      return primary
    },
  })

  const servers: (Server | TlsServer)[] = [primary]
  const port = await listen(primary, settings.RINGKEY_HOST, settings.RINGKEY_PORT)
  const baseUrl = settings.RINGKEY_PUBLIC_URL ?? urlOf(tls ? 'https' : 'http', settings.RINGKEY_HOST, port)
  let altBaseUrl = ''
  if (settings.RINGKEY_ALT_PORT !== 0) {
    const secondary = secondaryServer((request, response) => listener!(request, response))
    secondary.on('connection', (socket) => secondarySockets.add(socket))
    servers.push(secondary)
    altBaseUrl = urlOf(
      'http',
      settings.RINGKEY_HOST,
      await listen(secondary, settings.RINGKEY_HOST, settings.RINGKEY_ALT_PORT),
    )
  }
  let metricsUrl = ''
  if (settings.RINGKEY_METRICS_PORT !== 0) {
    const server = metricsServer(metrics)
    servers.push(server)
    const metricsPort = await listen(server, settings.RINGKEY_METRICS_HOST, settings.RINGKEY_METRICS_PORT)
    metricsUrl = urlOf('http', settings.RINGKEY_METRICS_HOST, metricsPort) + '/metrics'
  }
  metrics.watch('ringkey_calls_under_way', 'Verifications whose call has not ended', () => settler.underWay)

  const upkeep = startUpkeep({
    store,
    clock,
    log,
    metrics,
    settler,
    requestTimes,
    retentionDays: settings.RINGKEY_RETENTION_DAYS,
    reload,
  })
  await inboundSide.start(servers)
  const certificate =
    tls &&
    watchCertificate(primary as TlsServer, tls, clock, {
      renewed: () => log.info('the renewed certificate is in use'),
      refused: (error) =>
        log.error({ err: error }, 'the renewed certificate cannot be used; the old one stays'),
    })
  const firstRun = isDemo
    ? await ensureDemo(
        store,
        settings.RINGKEY_DATA,
        { random, sealedWebhookSecret: inboundSide.secrets.newSealed() },
        { primary: baseUrl, secondary: altBaseUrl },
        clock.now(),
      )
    : undefined
  await reload()
  isReady = true

  const drain = async (isDone: () => boolean, patienceMs: number) => {
    const until = clock.now() + patienceMs
    while (!isDone() && clock.now() < until) {
      for (const server of servers) server.closeIdleConnections()
      await new Promise<void>((resolve) => clock.after(drainStepMs, resolve))
    }
  }

  return {
    baseUrl,
    altBaseUrl,
    metricsUrl,
    firstRun,
    sipPort: opened?.sipPort ?? 0,
    inbound: inboundSide.inbound,
    async stop() {
      draining = true
      const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)))
      let answered = false
      void Promise.all(closed).then(() => {
        answered = true
      })
      // Requests first: one that is being admitted now becomes a call, and that gets its time too.
      await drain(() => answered, answersMs)
      await drain(() => settler.underWay === 0, callsMs)
      for (const server of servers) server.closeAllConnections()
      upkeep.cancel()
      await inboundSide.stop()
      certificate?.cancel()
      closeNumbering()
      await requestTimes
        .write(store)
        .catch((error: Error) => log.error({ err: error }, 'request times were not written'))
      await app.close()
      await opened?.close()
      await store.close()
      lock.release()
    },
  }
}

/** Only on a store of our own: on a shared one the open calls may be another node's, and their deadline ends them. */
async function recoverCalls(settler: Settler, hasher: PhoneHasher, log: Log): Promise<void> {
  const succeedsHash = hasher.hash(testNumberThatSucceeds)
  const recovered = await settler.recover((phoneHash) =>
    phoneHash !== null && succeedsHash.equals(phoneHash)
      ? { kind: 'outcome', completed: true, reason: 'test number' }
      : { kind: 'abandoned' },
  )
  if (recovered > 0) log.warn({ recovered }, 'calls of an earlier run were failed and their money returned')
}

function urlOf(scheme: 'http' | 'https', host: string, port: number): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `${scheme}://${shown}:${port}`
}

/** Asks at most once in a while, however often it is asked. */
function freshFor<T>(periodMs: number, clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  let askedAt = 0
  return () => {
    if (answer === undefined || clock.now() - askedAt >= periodMs) {
      askedAt = clock.now()
      answer = ask()
    }
    return answer
  }
}
