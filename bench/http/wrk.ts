import { fileURLToPath } from 'node:url'
import { cpuOf, ownCpuUs, per, runAndMeasure, since, watchMachine } from '../measure/cpu.ts'
import type { Figures } from '../measure/figures.ts'
import type { ServerProcess } from '../measure/server-process.ts'

const connections = 64

export interface Times {
  /** Code is compiled when it first runs; a service that has run for days is past that. */
  readonly warmUpSeconds: number
  readonly seconds: number
}

/** The load of wrk, and what it cost in CPU time, which on a shared machine says more than the clock on the wall. */
export async function underLoad(
  server: ServerProcess,
  authorization: string,
  times: Times,
  databaseUs?: () => number,
): Promise<{ readonly figures: Figures; readonly answered: number }> {
  const warmUp =
    times.warmUpSeconds > 0 ? load(server.baseUrl, authorization, times.warmUpSeconds) : undefined
  const [cpuBefore, ownBefore, databaseBefore] = [cpuOf(server.pid), ownCpuUs(), databaseUs?.() ?? 0]
  const shares = watchMachine()
  const result = load(server.baseUrl, authorization, times.seconds)
  const cpu = since(cpuBefore, cpuOf(server.pid))
  const databaseSpentUs = (databaseUs?.() ?? 0) - databaseBefore
  const { seconds, machineShare, othersShare } = shares(
    cpu.cpuUs + result.cpuUs + databaseSpentUs + ownCpuUs() - ownBefore,
  )
  const { requests, perSecond, p50Ms, p99Ms, p999Ms, errors } = result
  return {
    figures: {
      perSecond,
      p50Ms,
      p99Ms,
      p999Ms,
      errors,
      ...per(requests, cpu),
      ...(databaseUs === undefined ? {} : { databaseUs: databaseSpentUs / requests }),
      loadUs: result.cpuUs / requests,
      loadShare: result.cpuUs / 1e6 / seconds,
      machineShare,
      othersShare,
    },
    answered: requests - errors + (warmUp === undefined ? 0 : warmUp.requests - warmUp.errors),
  }
}

function load(base: string, authorization: string, seconds: number) {
  const script = fileURLToPath(import.meta.resolve('./load.lua'))
  const { output, cpuUs } = runAndMeasure('wrk', [
    ...['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, base],
    ...['--', '/v1.0/initCall', authorization],
  ])
  const said = JSON.parse(output.trim().split('\n').at(-1)!) as Record<string, number>
  return {
    requests: said.requests!,
    perSecond: said.requests! / (said.durationUs! / 1e6),
    p50Ms: said.p50Us! / 1000,
    p99Ms: said.p99Us! / 1000,
    p999Ms: said.p999Us! / 1000,
    errors: said.statusErrors! + said.socketErrors!,
    cpuUs,
  }
}
