import { fileURLToPath } from 'node:url'
import { cpuOfAll, ownCpuUs, per, runAndMeasure, since, watchMachine } from '../measure/cpu.ts'
import type { Figures } from '../measure/figures.ts'
import type { ServerProcess } from '../measure/server-process.ts'

/** With three nodes one less: each of them has the same number. */
const connections = 64

export interface Times {
  /** Code is compiled when it first runs; a service that has run for days is past that. */
  readonly warmUpSeconds: number
  readonly seconds: number
}

export interface LoadOptions {
  /** CPU time of the database so far, when it is a process of its own. */
  readonly databaseUs?: (() => number) | undefined
  /** Words before wrk, such as `taskset -c 1`. */
  readonly wrapper?: readonly string[]
}

/** The load of wrk, spread evenly over the servers, and what it cost in CPU time, which on a shared machine says more than the clock on the wall. */
export async function underLoad(
  servers: readonly ServerProcess[],
  authorization: string,
  times: Times,
  { databaseUs, wrapper = [] }: LoadOptions = {},
): Promise<{ readonly figures: Figures; readonly admitted: number }> {
  const pids = servers.map(({ pid }) => pid)
  const load = (seconds: number) => runWrk(servers, authorization, seconds, wrapper)
  const warmUp = times.warmUpSeconds > 0 ? load(times.warmUpSeconds) : undefined
  const [cpuBefore, ownBefore, databaseBefore] = [cpuOfAll(pids), ownCpuUs(), databaseUs?.() ?? 0]
  const shares = watchMachine()
  const result = load(times.seconds)
  const cpu = since(cpuBefore, cpuOfAll(pids))
  const databaseSpentUs = (databaseUs?.() ?? 0) - databaseBefore
  const { seconds, machineShare, othersShare } = shares(
    cpu.cpuUs + result.cpuUs + databaseSpentUs + ownCpuUs() - ownBefore,
  )
  const { requests, perSecond, p50Ms, p99Ms, p999Ms, refused, errors } = result
  return {
    figures: {
      perSecond,
      p50Ms,
      p99Ms,
      p999Ms,
      refused,
      errors,
      ...per(requests, cpu),
      ...(databaseUs === undefined ? {} : { databaseUs: databaseSpentUs / requests }),
      loadUs: result.cpuUs / requests,
      loadShare: result.cpuUs / 1e6 / seconds,
      machineShare,
      othersShare,
    },
    admitted: requests - refused + (warmUp === undefined ? 0 : warmUp.requests - warmUp.refused),
  }
}

/** A thread of wrk for each server. */
function runWrk(
  servers: readonly ServerProcess[],
  authorization: string,
  seconds: number,
  wrapper: readonly string[],
) {
  const script = fileURLToPath(import.meta.resolve('./load.lua'))
  const [command, ...words] = [
    ...[...wrapper, 'wrk', `-t${servers.length}`, `-c${connections}`, `-d${seconds}s`],
    ...['-s', script, servers[0]!.baseUrl, '--', '/v1.0/initCall', authorization],
  ]
  const { output, cpuUs } = runAndMeasure(command!, words, {
    BENCH_SERVERS: servers.map(({ baseUrl }) => new URL(baseUrl).host).join(' '),
  })
  const said = JSON.parse(output.trim().split('\n').at(-1)!) as Record<string, number>
  return {
    requests: said.requests!,
    perSecond: said.requests! / (said.durationUs! / 1e6),
    p50Ms: said.p50Us! / 1000,
    p99Ms: said.p99Us! / 1000,
    p999Ms: said.p999Us! / 1000,
    refused: said.statusErrors!,
    errors: said.socketErrors!,
    cpuUs,
  }
}
