import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../../server/test/postgres/cluster.ts'
import { freePort } from '../../server/test/service.ts'
import { treeCpuUs } from '../measure/cpu.ts'
import type { Figures } from '../measure/figures.ts'
import { enrich, startServer, startServiceOn } from '../measure/server-process.ts'
import { type Times, underLoad } from './wrk.ts'

/** The name of the scene that others are compared with. */
export const floor = 'node:http with SQLite (floor)'

export async function bareServer(times: Times): Promise<Figures> {
  const port = await freePort()
  const server = await startServer(import.meta.resolve('./bare-server.ts'), port, { words: [port] })
  const { figures } = await underLoad(server, 'Bearer none', times)
  await server.end()
  return figures
}

export async function floorServer(times: Times): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-floor-'))
  const port = await freePort()
  const server = await startServer(import.meta.resolve('./floor-server.ts'), port, {
    words: [port, join(folder, 'floor.db')],
  })
  const { figures } = await underLoad(server, 'Bearer none', times)
  await server.end()
  rmSync(folder, { recursive: true, force: true })
  return figures
}

/** Each scene runs on its own folder; the account has money enough and the address limit is on but high. */
export async function serviceOn(
  folder: string,
  times: Times,
  { flags = [], environment = {}, databaseUs }: ServiceOptions = {},
): Promise<Figures> {
  const server = await startServiceOn(import.meta.resolve('./service.ts'), folder, {
    words: flags,
    environment: { RINGKEY_RATE_PER_ADDRESS: '1000000', ...environment },
  })
  const authorization = enrich(server)
  await sleep(2_000)
  const before = await settledCount(server.metricsPort)
  const { figures, answered } = await underLoad(server, authorization, times, databaseUs)
  await allSettled(server.metricsPort, before + answered)
  await server.end()
  return figures
}

/** The collector takes everything and answers at once, in a process of its own. */
export async function traced(folder: string, times: Times, percent: number): Promise<Figures> {
  const port = await freePort()
  const collector = await startServer(import.meta.resolve('./bare-server.ts'), port, { words: [port] })
  const figures = await serviceOn(folder, times, {
    environment: {
      RINGKEY_OTLP_URL: `http://127.0.0.1:${port}`,
      RINGKEY_OTLP_PERCENT: String(percent),
    },
  })
  await collector.end()
  return figures
}

interface ServiceOptions {
  readonly flags?: readonly string[]
  readonly environment?: NodeJS.ProcessEnv
  /** CPU time of the database so far, when it is a process of its own. */
  readonly databaseUs?: () => number
}

let databases = 0

/** The database shares the cores with the service and the load generator. */
export async function onPostgres(cluster: Cluster, root: string, times: Times): Promise<Figures> {
  const name = `round_${++databases}`
  return serviceOn(join(root, name), times, {
    environment: { RINGKEY_DATABASE_URL: await cluster.createDatabase(name) },
    databaseUs: () => treeCpuUs(cluster.pid),
  })
}

async function settledCount(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return [...text.matchAll(/^ringkey_verifications_settled_total\{.*\} (\d+)$/gm)].reduce(
    (sum, [, n]) => sum + Number(n),
    0,
  )
}

/** wrk drops the answers that are on the way when it stops, so a few more than it counted may be settled. */
async function allSettled(metricsPort: number, expected: number): Promise<void> {
  let settled = 0
  for (let tries = 0; tries < 300; tries++) {
    settled = await settledCount(metricsPort)
    if (settled >= expected) return
    await sleep(100)
  }
  throw new Error(`not every verification was settled: ${settled} of ${expected}`)
}
