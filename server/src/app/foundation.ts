import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { DemoMode } from '../accounts/demo-mode.ts'
import { Installation } from '../accounts/installation.ts'
import { Passwords } from '../accounts/passwords.ts'
import { ActiveAlarms } from '../alarms/active-alarms.ts'
import { StoreOutage } from '../alarms/store-outage.ts'
import type { Settings } from '../config/settings.ts'
import { openMail } from '../mail/open-mail.ts'
import { BotApi } from '../messenger/bot-api.ts'
import { AccessLog } from '../operations/access-log.ts'
import { Auditor } from '../operations/auditor.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { Metrics } from '../platform/metrics.ts'
import { Overload } from '../platform/overload.ts'
import type { Random } from '../platform/random.ts'
import { SteadyClock } from '../platform/steady-clock.ts'
import type { OtlpExporter } from '../platform/telemetry/otlp-exporter.ts'
import { lockFolder } from '../storage/sqlite/folder-lock.ts'
import type { Store } from '../storage/store.ts'
import type { Telephony } from '../telephony/telephony.ts'
import type { InheritedSockets } from './inherited-sockets.ts'
import { openInstallation } from './open-installation.ts'
import { makePrivateFolder } from './private-folder.ts'
import { isQuiet, quietSettings } from './quiet.ts'
import { traceCallsBy } from './trace-calls.ts'
import { resumeClock } from './watch-clock.ts'

export interface ServiceDeps {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Where traces go; without it none are made. */
  readonly telemetry?: OtlpExporter | undefined
  /** Replaces the telephone network; without it SIP is opened as configured. */
  readonly telephony?: Telephony
  /** Threads that were made before the settings were known. */
  readonly sipThread?: Worker | undefined
  readonly writerThread?: Worker | undefined
  /** Identifies the boot of the machine, from which its monotonic clock counts; undefined when it is unknown. */
  readonly bootId?: string | undefined
  /** Hashes passwords; tests pass a lower cost. */
  readonly passwords?: Passwords
  /** What a browser pays for a call of the sign-in page with; tests pass a lower cost. */
  readonly signInWork?: { readonly iterations: number; readonly bits: number } | undefined
  /** Opens the store and the keys; the benchmark passes a store in memory. */
  readonly open?: typeof openInstallation
  /** Where the documentation site is, if it was built; without it `/docs` is the page that the server draws. */
  readonly siteFolder?: string
  /** Open already; without them the service opens its own. */
  readonly sockets?: InheritedSockets | undefined
  /** The store or SIP failed in a way that only a restart can fix. */
  readonly onFatal: (error: Error) => void
}

export type Foundation = Awaited<ReturnType<typeof openFoundation>>

/** What everything else stands on: the folder, the store and its keys, the clock, and those that watch over them. */
export async function openFoundation(deps: ServiceDeps) {
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
  const opened = await open(settings, random, onFatal, deps).catch((error: Error) => {
    lock.release()
    throw error
  })
  const { keyring, secrets } = opened
  const tracing = traceCallsBy(deps, keyring)
  const store = tracing?.store(opened.store) ?? opened.store
  await resumeClock(clock, store, deps.bootId)
  const metrics = new Metrics(clock.now())
  if (deps.telemetry !== undefined)
    deps.telemetry.onDropped = (records) => metrics.telemetryDropped.inc(records)
  const alarms = new ActiveAlarms(clock)
  const accessLog = new AccessLog(store, clock)
  const auditor = new Auditor({ store, clock, log, metrics, alarms })
  const outage = new StoreOutage(clock, log, metrics, alarms)
  const settlementFailed = (error: Error) => outage.report(error, 'settlement')
  const overload = watchOverload(store, clock, log, metrics)
  const demo = await DemoMode.read(settings.RINGKEY_DEMO, store)
  const installation = await Installation.read(store)
  const mail = openMail({
    smtpUrl: settings.RINGKEY_SMTP_URL,
    from: settings.RINGKEY_MAIL_FROM,
    isDemo: () => demo.isOn,
    clock,
    log,
    onResult: (result) => metrics.mails.inc({ result }),
  })
  const { RINGKEY_TELEGRAM_TOKEN: token, RINGKEY_TELEGRAM_API: api } = settings
  return {
    deps,
    settings,
    isQuietNow,
    clock,
    random,
    log,
    passwords,
    lock,
    keyring,
    secrets,
    sealer: secrets.sealer,
    tracing,
    store,
    metrics,
    alarms,
    accessLog,
    auditor,
    outage,
    settlementFailed,
    overload,
    demo,
    installation,
    mail,
    /** Undefined where the operator has set up no bot. */
    botApi: token === undefined ? undefined : new BotApi({ api, token }),
  }
}

/** Refuses work while calls are placed or stored late; logs when that begins and ends, and counts what was refused. */
function watchOverload(store: Pick<Store, 'waitedMs'>, clock: Clock, log: Log, metrics: Metrics) {
  const overload = new Overload(clock, store.waitedMs, (isOverloaded) => {
    if (isOverloaded)
      log.warn(
        { event: 'overloaded' },
        'the node is behind with its work: a part of the new requests is refused',
      )
    else
      log.info(
        { event: 'overload-ended' },
        'the node keeps up with its work: every request is accepted again',
      )
  })
  return {
    noteSipDelay: (delayMs: number) => overload.noteDelay(delayMs),
    get retryAfterMs() {
      return overload.retryAfterMs
    },
    admits() {
      const may = overload.admits()
      if (!may) metrics.overloaded.inc()
      return may
    },
  }
}
