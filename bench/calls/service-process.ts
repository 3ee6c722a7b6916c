import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { defaultTrunkSettings } from '../../server/src/storage/queries/trunks.ts'
import { freePort } from '../../server/test/service.ts'
import { prepareInstallation, settingsOf } from '../../test/calls/rig.ts'
import { temporaryFolder } from '../../test/peers/interop/peer-process.ts'
import { releasedCommand } from '../measure/release.ts'
import { startServer } from '../measure/server-process.ts'
import { percentile } from '../measure/statistics.ts'

const benchUnits = 100_000_000_000
/** Moscow has ten million numbers in this code. */
const firstShown = 74_950_000_000

export interface Scale {
  readonly trunks: number
  /** Numbers that each trunk may show. */
  readonly poolSize: number
  readonly ringMs: number
  /** Runs the sources, whose names a profile then has, instead of a release. */
  readonly fromSources: boolean
}

export const ordinary: Scale = {
  trunks: 1,
  poolSize: 10_000,
  ringMs: defaultTrunkSettings.flashRingMs,
  fromSources: false,
}

/**
 * The service as operators run it: a release in a process of its own, every part on, all trunks to one port; on the embedded
 * store, or where the environment says.
 */
export async function startWithTrunks(
  trunkPort: number,
  scale: Scale,
  more: Readonly<Record<string, string>> = {},
) {
  const folder = temporaryFolder()
  const settings = {
    flashRingMs: scale.ringMs,
    responseTimeoutMs: defaultTrunkSettings.responseTimeoutMs,
    ringingTimeoutMs: defaultTrunkSettings.ringingTimeoutMs,
    // The phones answer INVITE alone.
    optionsSeconds: 0,
    callsAtOnce: 100_000,
    // No trunk is ever full. Each keeps the times of so many calls in memory.
    callsPerSecond: Math.ceil(100_000 / scale.trunks),
    shortCallsPerHour: 0,
  }
  const trunks = Array.from({ length: scale.trunks }, (_, index) => {
    const first = firstShown + index * scale.poolSize
    const range = [String(first), String(first + scale.poolSize - 1)] as const
    return { name: `phones-${index}`, port: trunkPort, settings, ranges: [range] }
  })
  const { store, authorization, accountId } = await prepareInstallation(folder.path, trunks, more)
  // All load is of one account and goes to one country.
  await store.changeInstallation({ trafficAlarmCalls: 0 })
  await store.topUp({ accountId, amountUnits: benchUnits, note: 'bench', at: 1 })
  const paidInUnits = (await store.account(accountId))!.balanceUnits
  const port = await freePort()
  const environment = {
    ...(await settingsOf(folder.path, { RINGKEY_PORT: String(port) })),
    RINGKEY_ADDRESS_LIMIT: 'api:0/s,connections:0',
    RINGKEY_SERVICE_LIMIT: '0/s',
    RINGKEY_LOG_LEVEL: 'error',
    ...more,
  }
  const command = scale.fromSources
    ? import.meta.resolve('../../server/bin/ringkey.js')
    : await releasedCommand()
  const start = () => startServer(command, port, { environment, nodeFlags: ['--trace-gc'], words: ['start'] })
  let server = await start()
  return {
    port,
    get pid() {
      return server.pid
    },
    metricsUrl: `http://127.0.0.1:${environment.RINGKEY_METRICS_PORT}/metrics`,
    /** Kills the process, and starts it again as an init system would. */
    async killAndRestart(): Promise<void> {
      const ended = once(server.child, 'exit')
      server.child.kill('SIGKILL')
      await ended
      server = await start()
    },
    /** Runs a command of the operator, and returns what it answered as JSON; also when it found something. */
    // biome-ignore lint/suspicious/noExplicitAny: every command has an answer of its own
    command(...words: readonly string[]): any {
      const run = [fileURLToPath(command), ...words, '--json']
      const { stdout } = spawnSync(process.execPath, run, { env: { ...process.env, ...environment } })
      return JSON.parse(stdout.toString())
    },
    authorization,
    store,
    accountId,
    paidInUnits,
    completedCount(): number {
      const database = new DatabaseSync(join(folder.path, 'ringkey.db'), { readOnly: true })
      const row = database.prepare('SELECT count(*) AS n FROM calls WHERE state = 1').get()
      database.close()
      return Number(row?.n)
    },
    /** Pauses of all threads' collectors since the start, as V8 reports them. */
    gcP999Ms(): number {
      const pauses = [...server.printed().matchAll(/ MB, (?:pooled: [^,]*, )?([\d.]+) \/ [\d.]+ ms/g)]
      const sorted = pauses.map(([, ms]) => Number(ms)).sort((left, right) => left - right)
      return percentile(sorted, 0.999)
    },
    async end() {
      await server.end()
      await store.close()
      folder.remove()
    },
  }
}
