import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../../server/test/postgres/cluster.ts'
import { ApiClient } from '../measure/api-client.ts'
import { cpuOf, ownCpuUs, per, since, treeCpuUs, watchMachine } from '../measure/cpu.ts'
import type { Figures } from '../measure/figures.ts'
import { metricSum, unsettledOf } from '../measure/metrics.ts'
import { enrichMany } from '../measure/server-process.ts'
import { latencyOf } from '../measure/statistics.ts'
import { startUnlimited } from './service.ts'
import { inTurns, type Turn, type Turned } from './turns.ts'
import { Integrators } from './ways.ts'

/** A call has ended, and "checking" is shown no longer. */
export const ringMs = 1_000
const sliceMs = 250
/** Of a core: less is an idle service. */
const idleShare = 0.1
const mostSlices = 60

export type Installation = Awaited<ReturnType<typeof install>>

/** The service on the embedded store, or on a database of this cluster, and the programs that ask it. */
export async function install(root: string, accounts: number, cluster?: Cluster) {
  const environment: NodeJS.ProcessEnv =
    cluster === undefined ? {} : { RINGKEY_DATABASE_URL: await cluster.createDatabase('bench') }
  const server = await startUnlimited(join(root, 'service'), ringMs, { environment })
  const client = new ApiClient(server.port)
  const keys = enrichMany(server, accounts)
  const databaseUs = () => (cluster === undefined ? 0 : treeCpuUs(cluster.pid))
  const spent = () => ({ node: cpuOf(server.pid), databaseUs: databaseUs(), loadUs: ownCpuUs() })
  const idle = async () => {
    await sleep(ringMs)
    for (let slices = 0; slices < mostSlices; slices++) {
      const before = cpuOf(server.pid).cpuUs + databaseUs()
      await sleep(sliceMs)
      if (cpuOf(server.pid).cpuUs + databaseUs() - before < idleShare * sliceMs * 1_000) return
    }
  }
  const unsettled = () => unsettledOf(server.metricsUrl)
  return {
    port: server.port,
    keys,
    integrators: new Integrators(client, keys, ringMs),
    completed: () => metricSum(server.metricsUrl, 'ringkey_calls_settled_total', 'state="completed"'),
    /** Measures the work; what it leaves behind (settlements, counting) is part of its cost. */
    async measure(work: () => Promise<Figures & { readonly count: number }>): Promise<Figures> {
      const [unsettledBefore, before, shares] = [await unsettled(), spent(), watchMachine()]
      const { count, ...figures } = await work()
      await idle()
      const after = spent()
      const node = since(before.node, after.node)
      const database = after.databaseUs - before.databaseUs
      const loadUs = after.loadUs - before.loadUs
      const { seconds, machineShare, othersShare } = shares(node.cpuUs + database + loadUs)
      return {
        ...figures,
        ...per(count, node),
        ...(cluster === undefined ? {} : { databaseUs: database / count }),
        loadUs: loadUs / count,
        loadShare: loadUs / 1e6 / seconds,
        unsettled: Math.max(0, (await unsettled()) - unsettledBefore),
        machineShare,
        othersShare,
      }
    },
    async end() {
      client.close()
      await server.end()
    },
  }
}

/** `waitMs`: for how long each of them waits for its call. */
export async function turned(
  seconds: number,
  inFlight: number,
  waitMs: number,
  one: (turn: Turn) => Promise<unknown> | undefined,
): Promise<Figures & { readonly count: number }> {
  return figuresOf(await inTurns(seconds, inFlight, one), waitMs)
}

function figuresOf({ timesMs, refused, elapsedMs }: Turned, waitMs: number) {
  return {
    count: timesMs.length,
    perSecond: (timesMs.length * 1_000) / (elapsedMs - waitMs),
    ...latencyOf(timesMs),
    refused: [...refused.values()].reduce((sum, count) => sum + count, 0),
  }
}
