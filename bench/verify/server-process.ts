import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../server/test/service.ts'
import { cpuOf, since } from '../http/thread-cpu.ts'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export interface Memory {
  /** Of the process as the system sees it. */
  readonly rss: number
  /** Objects of JavaScript and what they hold outside of its heap. */
  readonly live: number
}

export interface Measured {
  readonly port: number
  readonly authorization: string
  memory(): Promise<Memory>
  /** CPU time of all threads since the last time it was asked. */
  cpuUs(): number
  end(): Promise<void>
}

export async function startBare(): Promise<Measured> {
  const port = await freePort()
  return started([here('bare-holder.ts'), String(port)], port, {}, () => '')
}

/** The service on a folder of its own, with an account that has money. */
export async function startService(folder: string, ringMs: number): Promise<Measured> {
  const port = await freePort()
  const environment = {
    RINGKEY_DATA: folder,
    RINGKEY_PORT: String(port),
    RINGKEY_ALT_PORT: String(await freePort()),
    RINGKEY_METRICS_PORT: String(await freePort()),
    RINGKEY_SIP_PORT: '0',
    RINGKEY_RATE_PER_ADDRESS: '0',
    RINGKEY_CONNECTIONS_PER_ADDRESS: '0',
    RINGKEY_DEMO: 'off',
    RINGKEY_LOG_LEVEL: 'error',
    BENCH_RING_MS: String(ringMs),
  }
  return started([here('service.ts')], port, environment, () => {
    const env = { ...process.env, ...environment }
    return execFileSync(process.execPath, [here('../http/make-service.ts')], { env })
      .toString()
      .trim()
  })
}

async function started(
  words: readonly string[],
  port: number,
  environment: NodeJS.ProcessEnv,
  credentials: () => string,
): Promise<Measured> {
  const child = spawn(process.execPath, ['--expose-gc', ...words], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...environment },
  })
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/health`)
      .then(({ ok }) => ok)
      .catch(() => false)
  for (let tries = 0; !(await isUp()); tries++) {
    if (tries === 600) throw new Error('the server never answered')
    await sleep(50)
  }
  const authorization = `Bearer ${credentials()}`
  await sleep(2_000)
  let before = cpuOf(child.pid!)
  return {
    port,
    authorization,
    async memory() {
      const told = once(child, 'message')
      child.send('memory')
      return (await told)[0] as Memory
    },
    cpuUs() {
      const now = cpuOf(child.pid!)
      const { processUs } = since(before, now)
      before = now
      return processUs
    },
    async end() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      // One that waits for requests that are still held is ended at once.
      const timer = setTimeout(() => child.kill('SIGKILL'), 30_000)
      await exited
      clearTimeout(timer)
    },
  }
}
