// The service as a process: settings in, signals handled, exit codes out.
import { readEnvironment } from './config/environment.ts'
import { readSettings, SettingError, unknownSettings } from './config/settings.ts'
import type { FirstRun } from './first-run.ts'
import { stopwatchMs, systemClock } from './platform/clock.ts'
import { createLog, type Log } from './platform/log.ts'
import { systemRandom } from './platform/random.ts'
import { type RunningService, type ServiceParts, startService } from './service.ts'
import { StorageError } from './storage/sqlite/connection.ts'
import { StoreUnavailable } from './storage/store.ts'
import { LineError } from './telephony/line/line-worker.ts'

/** Starts, prints where to go next, and stops on SIGTERM or SIGINT. */
export async function runService(parts: Pick<Partial<ServiceParts>, 'telephony' | 'open'>): Promise<void> {
  try {
    const environment = readEnvironment()
    const settings = readSettings(environment)
    const log = createLog(settings.RINGKEY_LOG_LEVEL)
    for (const name of unknownSettings(environment))
      log.warn(`${name} is not a setting of Ringkey and has no effect`)
    const service = await startService({
      settings,
      clock: systemClock,
      random: systemRandom,
      log,
      ...parts,
      onFatal(error) {
        log.fatal(
          { err: error },
          'a part broke that only a restart heals; the process ends and recovers at its next start',
        )
        process.exit(1)
      },
    })
    // Before the word that it is ready: whoever waits for that word may end it at once.
    stopOnSignals(service, log)
    process.stdout.write(welcome(service))
  } catch (error) {
    if (isAddressTrouble(error)) console.error(explainAddress(error))
    else if (expected.some((kind) => error instanceof kind)) console.error((error as Error).message)
    else throw error
    process.exit(1)
  }
}

/**
 * npm and a terminal both pass Ctrl+C on, and the second of the two may not cut off the calls under way: only one that
 * comes later is meant.
 */
const meantTwiceAfterMs = 1_000

function stopOnSignals(service: RunningService, log: Log): void {
  let stoppingSinceMs: number | undefined
  const stop = (signal: NodeJS.Signals) => {
    if (stoppingSinceMs !== undefined) {
      if (signal === 'SIGINT' && stopwatchMs() - stoppingSinceMs >= meantTwiceAfterMs) hurry()
      return
    }
    stoppingSinceMs = stopwatchMs()
    const wayOut = signal === 'SIGINT' ? '; Ctrl+C once more gives them up' : ''
    log.info({ signal }, `stopping: no new work, calls under way get time${wayOut}`)
    service.stop().then(
      () => process.exit(0),
      (error: Error) => {
        log.fatal({ err: error }, 'the stop failed')
        process.exit(1)
      },
    )
  }
  const hurry = () => {
    log.warn('stopping at once: calls under way are given up, their money goes back')
    service.hurry()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
}

/** What an operator can put right: one line, no stack. */
const expected = [SettingError, StorageError, StoreUnavailable, LineError]

function welcome({ baseUrl, altBaseUrl, firstRun }: RunningService): string {
  const lines = [
    `Ringkey is ready: ${baseUrl}${altBaseUrl === '' ? '' : `, secondary address ${altBaseUrl}`}`,
    `  Cabinet:    ${baseUrl}/cabinet/`,
    `  Interface:  ${baseUrl}/docs`,
  ]
  return [...lines, ...(firstRun === undefined ? [] : demoLines(firstRun)), ''].join('\n')
}

function demoLines({ base_url, service_id, secret_key }: FirstRun): string[] {
  return [
    '  Demo account (RINGKEY_DEMO=off closes it). Its key also stands in first-run.json in the data folder.',
    `  Pick up the demo phone: ${base_url}/cabinet/phone (or "npx ringkey phone" in a second terminal).`,
    '  Let it ring (the last four digits of the calling number are the code):',
    `    curl -H 'Authorization: Bearer ${secret_key}.${service_id}' '${base_url}/v1.0/initCall?phone=79161234567'`,
  ]
}

function isAddressTrouble(error: unknown): error is AddressTrouble {
  const codes = ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']
  const { code, syscall } = error as NodeJS.ErrnoException
  return codes.includes(String(code)) && ['listen', 'getaddrinfo'].includes(String(syscall))
}

type AddressTrouble = NodeJS.ErrnoException & { port?: number; address?: string; hostname?: string }

function explainAddress(error: AddressTrouble): string {
  const why = error.code === 'EADDRINUSE' ? 'another program listens there' : error.message
  const where = [error.address ?? error.hostname, error.port].filter((part) => part !== undefined).join(':')
  return `Cannot listen on ${where}: ${why}. Choose others with RINGKEY_HOST, RINGKEY_PORT, RINGKEY_ALT_PORT and RINGKEY_METRICS_PORT.`
}
