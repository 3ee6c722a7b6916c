// The service as a process: settings in, signals handled, exit codes out.
import { readFileSync } from 'node:fs'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'
import { readEnvironment } from '../config/environment.ts'
import { SettingError } from '../config/setting-error.ts'
import { readSettings, type Settings } from '../config/settings.ts'
import { ExplainedError } from '../platform/explained-error.ts'
import { createLog, type Log, logFileNumber } from '../platform/log.ts'
import { randomWord, systemRandom } from '../platform/random.ts'
import { stopwatchMs, systemClock } from '../platform/system-clock.ts'
import { OtlpExporter } from '../platform/telemetry/otlp-exporter.ts'
import { fullVersion } from '../platform/version.ts'
import { explainAddress, isAddressTrouble } from './explain-address.ts'
import type { FirstRun } from './first-run.ts'
import type { ServiceDeps } from './foundation.ts'
import { inheritedSockets } from './inherited-sockets.ts'
import { isQuiet } from './quiet.ts'
import { type RunningService, startService } from './service.ts'
import { unrecognizedSettings } from './setting-names.ts'
import { type Systemd, systemdOf } from './systemd.ts'

/** EX_CONFIG of sysexits(3): another start with the same settings would end likewise, so the unit does not try it. */
const badSetting = 78

/** What a program that contains the service may replace or prepare. */
export type GivenDeps = Pick<Partial<ServiceDeps>, 'telephony' | 'open' | 'sipThread' | 'writerThread'>

/** Starts, prints the next steps, stops on SIGTERM or SIGINT, and reloads what it can on SIGHUP. */
export async function runService(deps: GivenDeps): Promise<void> {
  let settings: Settings | undefined
  try {
    const environment = readEnvironment()
    settings = readSettings(environment)
    const telemetry = openTelemetry(settings)
    const log = createLog(settings.RINGKEY_LOG_LEVEL, undefined, (line) => telemetry?.logLine(line))
    for (const name of unrecognizedSettings(environment))
      log.warn({ event: 'unknown-setting', name }, `${name} is not a setting of Ringkey and has no effect`)
    const systemd = systemdOf({ environment, clock: systemClock, log })
    systemd.starting()
    const service = await startService({
      settings,
      clock: systemClock,
      bootId: bootId(),
      random: systemRandom,
      log,
      telemetry,
      siteFolder: fileURLToPath(new URL('../../../docs/site/dist', import.meta.url)),
      sockets: inheritedSockets(environment, process.pid, settings.RINGKEY_ALT_PORT),
      ...deps,
      onFatal(error) {
        log.fatal(
          { event: 'fatal', err: error },
          'a worker thread died or the disk failed; exiting for a restart',
        )
        process.exit(1)
      },
    })
    // Installed before the ready message: a process that waits for that message may stop the service at once.
    obeySignals(service, systemd, log)
    const store = settings.RINGKEY_DATABASE_URL === undefined ? 'SQLite' : 'PostgreSQL'
    log.info(
      { event: 'started', version: fullVersion, node: process.version, store, url: service.baseUrl },
      'the service has started',
    )
    // A sign-in link and a key do not belong into a log file or collector, but a newcomer must find them somewhere.
    const link = service.isFirstRun || process.stdout.isTTY ? await service.demoLink() : undefined
    process.stdout.write(welcome(service, link, isQuiet(settings)))
    await systemd.ready()
  } catch (error) {
    if (settings !== undefined && isAddressTrouble(error)) console.error(explainAddress(error, settings))
    else if (error instanceof ExplainedError) console.error(error.message)
    else throw error
    process.exit(error instanceof SettingError ? badSetting : 1)
  }
}

/**
 * npm forwards signals, and terminals and supervisors signal the whole process group, so one request arrives several
 * times: repeats within this time count as the same request.
 */
const sameRequestMs = 2_000

function obeySignals(service: RunningService, systemd: Systemd, log: Log): void {
  let stoppingSinceMs: number | undefined
  let isHurried = false
  const stop = (signal: NodeJS.Signals) => {
    if (stoppingSinceMs !== undefined) {
      if (!isHurried && stopwatchMs() - stoppingSinceMs >= sameRequestMs) hurry(signal)
      return
    }
    stoppingSinceMs = stopwatchMs()
    log.info(
      { event: 'stopping', signal },
      'stopping: calls in progress may end; a second signal cancels them',
    )
    void systemd.stopping()
    service.stop().then(
      () => process.exit(0),
      (error: Error) => {
        log.fatal({ event: 'stop-failed', err: error }, 'the stop failed')
        process.exit(1)
      },
    )
  }
  const hurry = (signal: NodeJS.Signals) => {
    isHurried = true
    log.warn(
      { event: 'stopping-at-once', signal },
      'stopping at once: calls in progress are cancelled and their money is returned',
    )
    service.hurry()
  }
  const isOnTerminal = isatty(logFileNumber)
  const reload = (signal: NodeJS.Signals) => {
    // The terminal of the service was closed: nobody could see or stop the service any more.
    if (isOnTerminal && !isatty(logFileNumber)) return stop(signal)
    if (stoppingSinceMs !== undefined)
      return void log.info({ event: 'signal-ignored', signal }, 'ignored: the service is stopping')
    log.info({ event: 'reload', signal }, 'reloading the certificate and the settings in the store')
    service
      .reload()
      .catch((error: Error) => log.error({ event: 'reload-failed', err: error }, 'the reload failed'))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  process.on('SIGHUP', reload)
}

/**
 * How people call the command. Only a clone runs TypeScript; there it is not on the PATH, and npx without `--no` would
 * ask the public registry when it is typed in another folder.
 */
const command = import.meta.url.endsWith('.ts') ? 'npx --no ringkey' : 'ringkey'

function welcome(
  { baseUrl, altBaseUrl, firstRun, demo }: RunningService,
  link: string | undefined,
  isQuietNow: boolean,
): string {
  const lines = [
    `Ringkey is ready: ${baseUrl}${altBaseUrl === '' ? '' : `, secondary address ${altBaseUrl}`}`,
    `  Cabinet:    ${baseUrl}/cabinet/`,
    `  API:        ${baseUrl}/docs`,
    `  Demo:       ${demo.explanation}`,
    ...(isQuietNow ? ['  Quiet:      no calls, webhooks, mails or paid look-ups (RINGKEY_QUIET=on)'] : []),
  ]
  return [...lines, ...(firstRun === undefined ? [] : demoLines(firstRun, link)), ''].join('\n')
}

function demoLines({ base_url, service_id, secret_key }: FirstRun, link: string | undefined): string[] {
  const lines = [
    '  The password and the key of the demo account are in first-run.json in the data folder.',
    `  Pick up the demo phone: ${base_url}/cabinet/phone (or "${command} dev phone" in a second terminal).`,
  ]
  if (link === undefined)
    return [`  Enter the demo: "${command} demo link" prints a link that needs no password.`, ...lines]
  return [
    `  Enter the demo (works once, for an hour; "${command} demo link" makes another):\n    ${link}`,
    ...lines,
    '  Let it ring, then check the code (the last four digits of the calling number):',
    `    curl '${base_url}/v2/verifications' -H 'Authorization: Bearer ${secret_key}.${service_id}' \\`,
    `      -H 'Content-Type: application/json' -H "Idempotency-Key: $(date +%s)" -d '{"phone": "+79161234567"}'`,
    `    curl '${base_url}/v2/checks' -H 'Authorization: Bearer ${secret_key}.${service_id}' \\`,
    `      -H 'Content-Type: application/json' -d '{"phone": "+79161234567", "code": "CODE"}'`,
  ]
}

/**
 * The id of this boot of the machine. The monotonic clock counts from the boot, so readings of two processes can be
 * compared when this id is the same. Undefined if the system has no such id.
 */
function bootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return undefined
  }
}

/** The exporter of traces and log lines; undefined without a collector. */
function openTelemetry({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_HEADERS: text = '',
}: Settings) {
  if (url === undefined) return undefined
  const instanceId = randomWord(systemRandom, 16)
  return new OtlpExporter({ url, headers: headersIn(text), instanceId, clock: systemClock })
}

function headersIn(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair !== '')
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
}
