import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../server/test/service.ts'
import { cpuOf, since } from '../measure/cpu.ts'
import { enrich, type ServerProcess, startServer } from '../measure/server-process.ts'
import { startUnlimited } from './service.ts'

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

const options = { nodeFlags: ['--expose-gc'], ipc: true }

export async function startBare(): Promise<Measured> {
  const port = await freePort()
  const program = import.meta.resolve('./bare-holder.ts')
  return measured(await startServer(program, port, { ...options, words: [port] }), '')
}

/** The service on a folder of its own, with an account that has money. */
export async function startMeasured(folder: string): Promise<Measured> {
  const server = await startUnlimited(folder, 0, options)
  return measured(server, enrich(server))
}

async function measured(server: ServerProcess, authorization: string): Promise<Measured> {
  await sleep(2_000)
  let before = cpuOf(server.pid)
  return {
    port: server.port,
    authorization,
    async memory() {
      const reported = once(server.child, 'message')
      server.child.send('memory')
      return (await reported)[0] as Memory
    },
    cpuUs() {
      const now = cpuOf(server.pid)
      const { cpuUs } = since(before, now)
      before = now
      return cpuUs
    },
    end: () => server.end(),
  }
}
