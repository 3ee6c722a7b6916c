import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Installation, openInstallation } from '../../server/src/app/open-installation.ts'
import { readSettings } from '../../server/src/config/settings.ts'
import { systemRandom } from '../../server/src/platform/random.ts'
import { programOf } from '../setup/program.ts'

/** The service running as a child of the test, on a data folder that outlives it. */
export interface ServiceChild {
  readonly baseUrl: string
  readonly serviceId: number
  readonly key: string
  /** From the start of the process until /health is good. */
  readonly readyAfterMs: number
  /** What it has logged so far. */
  logged(): string
  kill(signal: NodeJS.Signals): void
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>
}

const environment = (folder: string): Record<string, string> => ({
  RINGKEY_DATA: folder,
  RINGKEY_PORT: '0',
  RINGKEY_ALT_PORT: '0',
  RINGKEY_METRICS_PORT: '0',
  RINGKEY_SIP_PORT: '0',
  RINGKEY_ADDRESS_LIMIT: 'api:0/s',
  RINGKEY_SERVICE_LIMIT: '0/s',
})

export async function startChild(
  folder: string,
  added: Readonly<Record<string, string>> = {},
): Promise<ServiceChild> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, programOf('service-process'), {
    cwd: folder,
    env: { ...process.env, ...environment(folder), ...added },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let logged = ''
  child.stderr.on('data', (piece) => {
    logged += piece
  })
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string)
  const baseUrl = await welcomed(child, () => logged)
  const health = await fetch(`${baseUrl}/health`)
  if (!health.ok) throw new Error(`not healthy after the start: ${await health.text()}`)
  const readyAfterMs = performance.now() - startedAt
  const { service_id, secret_key } = JSON.parse(readFileSync(join(folder, 'first-run.json'), 'utf8'))
  return {
    baseUrl,
    serviceId: service_id,
    key: secret_key,
    readyAfterMs,
    ended,
    logged: () => logged,
    kill: (signal) => void child.kill(signal),
  }
}

/** The store of the folder, opened beside the service or after its end. */
export function openStore(folder: string): Promise<Installation> {
  return openInstallation(readSettings(environment(folder)), systemRandom, (error) => {
    throw error
  })
}

/** Ids of all calls that were ever placed, in order, over all runs. */
export function placedCalls(folder: string): number[] {
  return readFileSync(join(folder, 'placed.txt'), 'utf8').trim().split('\n').map(Number)
}

function welcomed(child: ChildProcess, logged: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout!.on('data', (piece) => {
      text += piece
      const url = /Ringkey is ready: (\S+)/.exec(text)?.[1]
      if (url !== undefined) resolve(url.replace(/,$/, ''))
    })
    child.once('exit', (code) =>
      reject(new Error(`the service ended (${code}) before it was ready: ${logged()}`)),
    )
  })
}
