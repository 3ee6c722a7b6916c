import type { RequestListener, Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import { join } from 'node:path'
import { Directory } from './accounts/directory.ts'
import { RequestTimes } from './accounts/request-times.ts'
import type { Settings } from './config/settings.ts'
import { ensureDemo, ensureTariff, type FirstRun } from './first-run.ts'
import { testNumberThatSucceeds } from './fraud/test-numbers.ts'
import { AddressLimits } from './http/address-limits.ts'
import { createApp } from './http/app.ts'
import { Gate } from './http/gate.ts'
import { listen, primaryServer, secondaryServer, watchCertificate } from './http/listeners.ts'
import { metricsServer } from './http/metrics-server.ts'
import { makeFolder, openInstallation } from './installation.ts'
import { lineSettingsOf } from './line-settings.ts'
import { createNumbering } from './numbering/numbering.ts'
import { AddressList } from './platform/address-list.ts'
import type { Clock } from './platform/clock.ts'
import type { Log } from './platform/log.ts'
import { Metrics } from './platform/metrics.ts'
import { type Random, randomWord } from './platform/random.ts'
import { lockFolder } from './storage/sqlite/folder-lock.ts'
import { openTelephony } from './telephony/open-telephony.ts'
import type { Telephony } from './telephony/telephony.ts'
import { startUpkeep } from './upkeep.ts'
import { Catalogue } from './verification/catalogue.ts'
import { PhoneHasher } from './verification/phone-privacy.ts'
import { Settler } from './verification/settler.ts'
import { Verifications } from './verification/verifications.ts'
import { CallbackGuard } from './webhooks/callback-guard.ts'

/** A call takes at most a minute, so a stop waits no longer for those under way. */
const drainMs = 61_000
const drainStepMs = 20
const healthIsFreshMs = 1_000

export interface ServiceParts {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Stands in for the telephone network; without it the line of the settings is opened. */
  readonly telephony?: Telephony
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
  /** No new work; calls under way get time; answers are sent. */
  stop(): Promise<void>
}

/** Puts the rooms together and opens the doors; when it returns, the service is ready. */
export async function startService(parts: ServiceParts): Promise<RunningService> {
  const { settings, clock, random, log, onFatal } = parts
  const line = lineSettingsOf(settings)
  makeFolder(settings.RINGKEY_DATA)
  const lock = lockFolder(join(settings.RINGKEY_DATA, 'service.lock'), settings.RINGKEY_DATA)
  const { store, keyring } = await openInstallation(settings, random, onFatal)
  const metrics = new Metrics()
  const isDemo = settings.RINGKEY_DEMO !== 'off'

  const opened =
    parts.telephony === undefined
      ? await openTelephony({
          store,
          sealingKey: keyring.sealing,
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
  const numbering = createNumbering()
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
  const verifications = new Verifications({
    store,
    clock,
    random,
    numbering,
    hasher,
    telephony,
    catalogue,
    settler,
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
  const succeedsHash = hasher.hash(testNumberThatSucceeds)
  const recovered = await settler.recover((phoneHash) =>
    phoneHash !== null && succeedsHash.equals(phoneHash)
      ? { kind: 'outcome', completed: true, reason: 'test number' }
      : { kind: 'abandoned' },
  )
  if (recovered > 0) log.warn({ recovered }, 'calls of an earlier run were failed and their money returned')

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
  const primary = await primaryServer((request, response) => listener!(request, response), tls)
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
      catalogue,
      verifications,
      requestTimes,
      callbackGuard: new CallbackGuard([
        ...settings.RINGKEY_CALLBACK_ALLOW,
        ...(isDemo ? ['127.0.0.0/8', '::1'] : []),
      ]),
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
        random,
        { primary: baseUrl, secondary: altBaseUrl },
        clock.now(),
      )
    : undefined
  await reload()
  isReady = true

  return {
    baseUrl,
    altBaseUrl,
    metricsUrl,
    firstRun,
    sipPort: opened?.sipPort ?? 0,
    async stop() {
      draining = true
      const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)))
      for (const server of servers) server.closeIdleConnections()
      const patience = clock.now() + drainMs
      while (settler.underWay > 0 && clock.now() < patience) {
        await new Promise<void>((resolve) => clock.after(drainStepMs, resolve))
      }
      for (const server of servers) server.closeIdleConnections()
      await Promise.race([Promise.all(closed), new Promise<void>((resolve) => clock.after(1_000, resolve))])
      for (const server of servers) server.closeAllConnections()
      upkeep.cancel()
      certificate?.cancel()
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
