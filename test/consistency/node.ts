import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cutter } from '../../server/test/postgres/cutter.ts'
import { addressOf } from '../nodes/fleet.ts'
import { programOf } from '../setup/program.ts'
import { mayHoldNumber } from './texts.ts'

const steppedClock = new URL('./stepped-clock.ts', import.meta.url).href
const readyPatienceMs = 60_000
/** The second signal gives calls under way up. The service takes one that comes sooner for the same one. */
const hurryAfterMs = 2_500
const stopPatienceMs = 10_000
const offsetWidth = 20

export const sharedSecret = 'the nodes of the consistency test share this secret'

/** One node of the installation under test: a process that nemeses end, freeze and start again. */
export interface TestedNode {
  readonly index: number
  readonly baseUrl: string
  /** No client asks it meanwhile. */
  isResting: boolean
  /** Stands between the node and PostgreSQL. */
  readonly cutter: Cutter | undefined
  /** What it has logged that may have a number in it. */
  readonly log: readonly string[]
  /** Starts the process; resolves when it is ready. */
  start(): Promise<void>
  signal(name: NodeJS.Signals): void
  kill(): Promise<unknown>
  /** In order: calls under way get a moment. False: it did not end and was killed. */
  stop(): Promise<boolean>
  /** Its wall clock is ahead of the machine's by so much from now on. */
  setClock(aheadMs: number): void
}

export interface NodePlace {
  readonly index: number
  readonly folder: string
  readonly host: string
  readonly port: number
  readonly environment: Readonly<Record<string, string>>
  readonly cutter?: Cutter
  /** Words before the program, such as `ip netns exec NAME`. */
  readonly wrapper?: readonly string[]
}

export function makeNode(place: NodePlace): TestedNode {
  const { index, folder, host, port, environment, cutter, wrapper = [] } = place
  mkdirSync(folder, { recursive: true })
  const clockFile = join(folder, 'clock-offset')
  const offset = openSync(clockFile, 'w')
  // One write of a fixed width: a reader never sees half of it.
  const setClock = (aheadMs: number) => void writeSync(offset, String(aheadMs).padStart(offsetWidth), 0)
  setClock(0)
  let child: ChildProcess | undefined
  const log: string[] = []
  const end = async (signal: NodeJS.Signals) => {
    const ending = child
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return true
    const ended = once(ending, 'exit')
    ending.kill(signal)
    if (signal === 'SIGTERM') {
      const isSlow = await Promise.race([ended.then(() => false), sleep(hurryAfterMs, true)])
      if (isSlow) ending.kill(signal)
      const isStuck = await Promise.race([ended.then(() => false), sleep(stopPatienceMs, true)])
      if (isStuck) ending.kill('SIGKILL')
      await ended
      return !isStuck
    }
    await ended
    return true
  }
  return {
    index,
    baseUrl: `http://${host}:${port}`,
    cutter,
    isResting: false,
    log,
    async start() {
      const [command, ...words] = [
        ...wrapper,
        process.execPath,
        '--import',
        steppedClock,
        ...programOf('serve'),
      ]
      child = spawn(command!, words, {
        env: {
          ...process.env,
          TEST_CLOCK_FILE: clockFile,
          RINGKEY_DATA: folder,
          RINGKEY_HOST: host,
          RINGKEY_PORT: String(port),
          RINGKEY_SIP_HOST: host,
          RINGKEY_SIP_PORT: '0',
          RINGKEY_ALT_PORT: '0',
          RINGKEY_METRICS_PORT: '0',
          RINGKEY_DEMO: 'off',
          RINGKEY_SECRET: sharedSecret,
          RINGKEY_ADDRESS_LIMIT: 'api:0/s',
          RINGKEY_SERVICE_LIMIT: '0/s',
          RINGKEY_CALLBACK_ALLOW: '127.0.0.1',
          RINGKEY_LOG_LEVEL: 'info',
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const started = child
      for (const stream of [started.stdout!, started.stderr!])
        createInterface(stream).on('line', (line) => mayHoldNumber(line) && log.push(line))
      // A test that fails half-way leaves no service behind.
      const killed = () => started.kill('SIGKILL')
      process.once('exit', killed)
      started.once('exit', () => process.off('exit', killed))
      await addressOf(started)
      await ready(`http://${host}:${port}`)
    },
    signal: (name) => void child!.kill(name),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    setClock,
  }
}

async function ready(baseUrl: string): Promise<void> {
  for (const until = performance.now() + readyPatienceMs; ; await sleep(50)) {
    const answer = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(
      () => undefined,
    )
    if (answer?.ok) return
    if (performance.now() > until) throw new Error(`${baseUrl} is not ready: ${answer?.status}`)
  }
}
