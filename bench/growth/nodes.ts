import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCluster } from '../../server/test/postgres/cluster.ts'
import { makeSeparateNetwork, separateNetworks } from '../../test/consistency/separate-network.ts'
import { mayMakeNetworks } from '../../test/setup/conditions.ts'
import { judgeNodeCpu, measureServices, startQuickService } from '../http/scenes.ts'
import { treeCpuUs } from '../measure/cpu.ts'
import type { Axis } from './axes.ts'
import { shareCores } from './cores.ts'

const endings = ['SIGINT', 'SIGTERM'] as const
const secret = 'the nodes of the bench share this secret'

const sharesHere = () =>
  shareCores(/^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]!)

/**
 * Nodes on one PostgreSQL, each in a network namespace of its own. The database has cores of its own, nodes and load
 * share the others. The floor is one service on the embedded store, in the place of the first node.
 */
export const nodesAxis: Axis = {
  sizes: [1, 2, 3, 4],
  missing() {
    if (!mayMakeNetworks()) return 'Each node gets a network namespace, which only root may make.'
    if (sharesHere() === undefined) return 'The database gets a core of its own, so two cores are needed.'
    return undefined
  },
  async open(sizes, times) {
    const cores = sharesHere()!
    await using made = new AsyncDisposableStack()
    const root = made.adopt(mkdtempSync(join(tmpdir(), 'ringkey-bench-')), (folder) =>
      rmSync(folder, { recursive: true, force: true }),
    )
    const networks = Array.from({ length: Math.max(...sizes) }, (_, place) =>
      made.adopt(makeSeparateNetwork(place), (network) => network.remove()),
    )
    const cluster = made.adopt(
      await makeCluster({
        addresses: networks.map(({ databaseAddress }) => databaseAddress),
        network: separateNetworks,
        wrapper: ['taskset', '-c', cores.database],
      }),
      (one) => one.remove(),
    )
    await cluster.start()

    const pinned = ['taskset', '-c', cores.others]
    let scenes = 0
    const start = (place: number, folder: string, environment: NodeJS.ProcessEnv) =>
      startQuickService(folder, {
        environment,
        host: networks[place]!.nodeAddress,
        wrapper: [...pinned, ...networks[place]!.wrapper],
      })
    const kept = made.move()
    // Somebody who ends the bench early finds no networks and no database left behind.
    const giveUp = () => void kept.disposeAsync().finally(() => process.exit(1))
    for (const signal of endings) process.once(signal, giveUp)
    return {
      floor: {
        name: 'the embedded store',
        async measure() {
          const server = await start(0, join(root, `embedded-${++scenes}`), {})
          return measureServices([server], times, { wrapper: pinned })
        },
      },
      questions: [
        {
          name: 'initCall',
          async measure(size) {
            const name = `scene_${++scenes}`
            const url = new URL(await cluster.createDatabase(name))
            const servers = []
            for (const [place, { databaseAddress }] of networks.slice(0, size).entries()) {
              url.hostname = databaseAddress
              const environment = { RINGKEY_DATABASE_URL: url.href, RINGKEY_SECRET: secret }
              servers.push(await start(place, join(root, `${name}-${place}`), environment))
            }
            // Each node compiles its code with its own part of the requests.
            const warmUpSeconds = times.warmUpSeconds * size
            return measureServices(
              servers,
              { ...times, warmUpSeconds },
              {
                databaseUs: () => treeCpuUs(cluster.pid),
                wrapper: pinned,
              },
            )
          },
        },
      ],
      judge(result, names) {
        for (const name of names) judgeNodeCpu(result, name)
        result.notes.push(
          `nodes: the database had core ${cores.database} for itself, nodes and load shared core ${cores.others}.`,
        )
      },
      async close() {
        for (const signal of endings) process.off(signal, giveUp)
        await kept.disposeAsync()
      },
    }
  },
}
