import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceDeps } from '../src/app/foundation.ts'
import { openInstallation } from '../src/app/open-installation.ts'
import { type RunningService, startService } from '../src/app/service.ts'
import { readSettings } from '../src/config/settings.ts'
import { createLog } from '../src/platform/log.ts'
import { systemRandom } from '../src/platform/random.ts'
import type { InstallationSettings } from '../src/storage/queries/installation.ts'
import type { Store } from '../src/storage/store.ts'
import { cheapPasswords } from './cheap-passwords.ts'
import { fillFromFirstRun } from './demo-folder.ts'
import { ManualClock } from './manual-clock.ts'
import { ScriptedTelephony } from './scripted-telephony.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any answer
  readonly body: any
}

export interface CallOptions {
  readonly verb?: string
  /** null sends no credentials. */
  readonly authorization?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly base?: string
}

/** A whole service in this process, on free ports and a folder of its own, with time and telephony in the test's hands. */
export interface TestService extends RunningService {
  readonly folder: string
  /** What differs from the defaults; a command on the same store needs it. */
  readonly environment: Readonly<Record<string, string>>
  readonly clock: ManualClock
  readonly telephony: ScriptedTelephony
  /** The store of the service. A service with an `open` of the test's own has it by a second door. */
  readonly store: Store
  readonly serviceId: number
  readonly key: string
  /** Everything that was logged, as JSON lines. */
  readonly logged: string[]
  /** Calls a method with GET and its parameters in the query. */
  get(method: string, parameters?: Readonly<Record<string, string>>, options?: CallOptions): Promise<Answer>
  /** Calls a method with POST and its parameters as JSON. */
  post(method: string, parameters?: object, options?: CallOptions): Promise<Answer>
  raw(path: string, init?: RequestInit): Promise<Answer>
  /** Begins a stop, with the clock in the test's hands. */
  beginStop(): void
}

let databaseForService: (() => Promise<string>) | undefined

/**
 * From now on services run on PostgreSQL, each on a database of its own, unless told otherwise; undefined ends it, which
 * a test file does at its end.
 */
export function serveFrom(freshDatabase: (() => Promise<string>) | undefined): void {
  databaseForService = freshDatabase
}

export async function startTestService(
  settings: Readonly<Record<string, string>> = {},
  {
    hasSip = false,
    // Heartbeats on PostgreSQL, four in a second, would be a third of all statements.
    clock = new ManualClock(undefined, 1_000),
    installation,
    ...deps
  }: Pick<ServiceDeps, 'open' | 'passwords' | 'telemetry' | 'signInWork'> & {
    /** SIP with the simulated carrier instead of the stand-in. */ readonly hasSip?: boolean
    readonly clock?: ManualClock
    /** Settings of the installation, stored before the start. */ readonly installation?: Partial<InstallationSettings>
  } = {},
): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-'))
  const telephony = new ScriptedTelephony()
  const logged: string[] = []
  const given = {
    ...(databaseForService && { RINGKEY_DATABASE_URL: await databaseForService() }),
    ...settings,
  }
  if (deps.open === undefined && installation === undefined) await fillFromFirstRun(folder, given)
  const checked = readSettings({
    RINGKEY_DATA: folder,
    RINGKEY_PORT: '0',
    RINGKEY_ALT_PORT: String(await freePort()),
    RINGKEY_METRICS_PORT: String(await freePort()),
    RINGKEY_ADDRESS_LIMIT: 'api:0/s,cabinet:0/s',
    RINGKEY_SERVICE_LIMIT: '0/s',
    // What a test adds must not end the demo under it.
    RINGKEY_DEMO: 'on',
    ...given,
  })
  const log = createLog(checked.RINGKEY_LOG_LEVEL, { write: (line) => logged.push(line) })
  const onFatal = (error: Error) => {
    throw error
  }
  // The clock is the test's, and deadlines have to go by it.
  const open: typeof openInstallation = (...words) =>
    openInstallation(words[0], words[1], words[2], { deadlinesBy: 'callers' })
  const kept: { store?: Store } = {}
  const service = await startService({
    settings: checked,
    clock,
    random: systemRandom,
    passwords: cheapPasswords,
    signInWork: { iterations: 1, bits: 2 },
    log,
    ...(hasSip ? {} : { telephony }),
    onFatal,
    async open(...words) {
      const opened = await open(...words)
      kept.store = opened.store
      if (installation !== undefined) await opened.store.changeInstallation(installation)
      return opened
    },
    ...deps,
  })
  const store = kept.store ?? (await open(checked, systemRandom, onFatal)).store
  const serviceId = service.firstRun?.service_id ?? 0
  const key = service.firstRun?.secret_key ?? ''
  const own = `Bearer ${key}.${serviceId}`

  const raw = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(path.startsWith('http') ? path : service.baseUrl + path, {
      redirect: 'manual',
      ...init,
    })
    const text = await response.text()
    const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }
  const headersOf = ({ authorization, headers }: CallOptions) => ({
    ...(authorization === null ? {} : { Authorization: authorization ?? own }),
    ...headers,
  })

  return {
    ...service,
    folder,
    environment: given,
    clock,
    telephony,
    store,
    serviceId,
    key,
    logged,
    raw,
    get: (method, parameters = {}, options = {}) =>
      raw(`${options.base ?? service.baseUrl}/v1.0/${method}?${new URLSearchParams(parameters)}`, {
        method: options.verb ?? 'GET',
        headers: headersOf(options),
      }),
    post: (method, parameters = {}, options = {}) =>
      raw(`${options.base ?? service.baseUrl}/v1.0/${method}`, {
        method: options.verb ?? 'POST',
        headers: { 'Content-Type': 'application/json', ...headersOf(options) },
        body: JSON.stringify(parameters),
      }),
    beginStop: () => void service.stop(),
    async stop() {
      if (store !== kept.store) await store.close()
      let stopped = false
      const stopping = service.stop().finally(() => {
        stopped = true
      })
      // The clock stands still, so a stop that waits for calls would wait for ever: the test moves it on, ever more slowly,
      // because most stops wait for threads and sockets alone.
      for (let restMs = 1; !stopped; restMs = Math.min(2 * restMs, 50)) {
        await clock.advance(1_000)
        await sleep(restMs)
      }
      await stopping
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits, in real time, for what happens on another thread; fails when it never does. */
export async function eventually<T>(
  look: () => Promise<T>,
  isThere: (seen: T) => boolean,
  patienceMs = 60_000,
): Promise<T> {
  const until = performance.now() + patienceMs
  for (;;) {
    const seen = await look()
    if (isThere(seen)) return seen
    if (performance.now() > until) throw new Error(`it never happened; last seen: ${JSON.stringify(seen)}`)
    await sleep(5)
  }
}

/**
 * A port that nothing listens on, nor on the next one, which SIP over TLS takes. It lies below the ports that the system gives out by itself
 * (from 32,768 on Linux) and below those of media (from 20,000), so no connection of another test takes it before its user listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowestPort + 2 * randomInt(portsOfWorker / 2)
    if (givenPorts.has(port) || !(await isFree(port)) || !(await isFree(port + 1))) continue
    givenPorts.add(port)
    return port
  }
}

const givenPorts = new Set<number>()
/** Two workers of a run never try the same port. */
const portsOfWorker = 1_600
const lowestPort = 10_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 6) * portsOfWorker

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
