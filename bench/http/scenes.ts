import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../../server/test/postgres/cluster.ts'
import { freePort } from '../../server/test/service.ts'
import { treeCpuUs } from '../measure/cpu.ts'
import type { BenchResult, Figures } from '../measure/figures.ts'
import { metricSum } from '../measure/metrics.ts'
import {
  enrich,
  type MeasuredService,
  type ServerOptions,
  type ServerProcess,
  startServer,
  startServiceOn,
} from '../measure/server-process.ts'
import { ratioToFloor, sceneOf } from '../measure/table.ts'
import { type LoadOptions, type Times, underLoad } from './wrk.ts'

/** The name of the scene that others are compared with. */
export const floor = 'node:http with SQLite (floor)'

export async function bareServer(times: Times): Promise<Figures> {
  const port = await freePort()
  const server = await startServer(import.meta.resolve('./bare-server.ts'), port, { words: [port] })
  const { figures } = await underLoad([server], 'Bearer none', times)
  await server.end()
  return figures
}

export async function floorServer(times: Times): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-floor-'))
  const server = await startFloor(folder)
  const { figures } = await underLoad([server], 'Bearer none', times)
  await server.end()
  rmSync(folder, { recursive: true, force: true })
  return figures
}

export async function startFloor(folder: string): Promise<ServerProcess> {
  const port = await freePort()
  return startServer(import.meta.resolve('./floor-server.ts'), port, {
    words: [port, join(folder, 'floor.db')],
  })
}

/** Each scene runs on its own folder. */
export async function serviceOn(
  folder: string,
  times: Times,
  { flags = [], environment = {}, databaseUs }: ServiceOptions = {},
): Promise<Figures> {
  const server = await startQuickService(folder, { words: flags, environment })
  return measureServices([server], times, { databaseUs })
}

/** The service with a telephone network that rings everybody at once. The limits of requests are on but high. */
export function startQuickService(
  folder: string,
  { environment = {}, ...options }: ServerOptions,
): Promise<MeasuredService> {
  return startServiceOn(import.meta.resolve('./service.ts'), folder, {
    ...options,
    environment: {
      RINGKEY_ADDRESS_LIMIT: 'api:1000000/s',
      RINGKEY_SERVICE_LIMIT: '1000000/s',
      ...environment,
    },
  })
}

/** Load on services that share one store, and their end. The account has money enough. */
export async function measureServices(
  servers: readonly MeasuredService[],
  times: Times,
  options: LoadOptions,
): Promise<Figures> {
  try {
    const authorization = enrich(servers[0]!)
    await sleep(2_000)
    const before = await settledCount(servers)
    const { figures, admitted } = await underLoad(servers, authorization, times, options)
    await allSettled(servers, before + admitted)
    return figures
  } finally {
    await Promise.all(servers.map((server) => server.end()))
  }
}

/** The collector takes everything and answers at once, in a process of its own. */
export async function traced(folder: string, times: Times, percent: number): Promise<Figures> {
  const port = await freePort()
  const collector = await startServer(import.meta.resolve('./bare-server.ts'), port, { words: [port] })
  const figures = await serviceOn(folder, times, {
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_TRACES_SAMPLER_ARG: String(percent / 100),
    },
  })
  await collector.end()
  return figures
}

interface ServiceOptions extends Pick<LoadOptions, 'databaseUs'> {
  readonly flags?: readonly string[]
  readonly environment?: NodeJS.ProcessEnv
}

const mostOfEmbedded = 1.3

/** A goal of a scene whose floor is the service on the embedded store. */
export function judgeNodeCpu(result: BenchResult, name: string): void {
  const ratio = ratioToFloor(result, sceneOf(result, name), 'cpuUs')
  result.goals.push({
    what: `CPU of a node to the embedded store, ${name}`,
    measured: ratio.toFixed(2),
    wanted: `at most ${mostOfEmbedded}`,
    isMet: ratio <= mostOfEmbedded,
  })
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

async function settledCount(servers: readonly MeasuredService[]): Promise<number> {
  const counts = servers.map(({ metricsUrl }) => metricSum(metricsUrl, 'ringkey_calls_settled_total'))
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

/** wrk drops the answers that are on the way when it stops, so a few more than it counted may be settled. */
async function allSettled(servers: readonly MeasuredService[], expected: number): Promise<void> {
  let settled = 0
  for (let tries = 0; tries < 300; tries++) {
    settled = await settledCount(servers)
    if (settled >= expected) return
    await sleep(100)
  }
  throw new Error(`not every call was settled: ${settled} of ${expected}`)
}
