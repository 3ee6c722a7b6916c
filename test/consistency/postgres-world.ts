import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgresStore } from '../../server/src/storage/postgres/store.ts'
import { ask, makeCluster } from '../../server/test/postgres/cluster.ts'
import { startCutter } from '../../server/test/postgres/cutter.ts'
import type { Pooler } from '../../server/test/postgres/pooler.ts'
import { freePort } from '../../server/test/service.ts'
import { startCountingCarrier } from '../nodes/counting-carrier.ts'
import { furnish, limitSettings } from './furnish.ts'
import { makeNode, sharedSecret, type TestedNode } from './node.ts'
import type { SeparateNetwork } from './separate-network.ts'
import { answeredPrefix, type World } from './world.ts'

const rules = { gapMs: 0, perMinute: 60, perDay: 1_000, blockMs: 0 }
const numberLimits = { ...rules, everywhere: rules }
const ofNodes = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'ringkey'"
const oldestBeat = `SELECT max(age)::float8 AS ms FROM (SELECT extract(epoch FROM clock_timestamp()) * 1000 - seen_at AS age
  FROM nodes) AS ages WHERE age < 10000`

const ownTables =
  "SELECT oid::regclass AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"

interface Surroundings {
  /** Of the first node, where it has one of its own. */
  readonly network?: SeparateNetwork
  /** Makes a pooler between the nodes and the server. */
  readonly startPooler?: (directUrl: string) => Promise<Pooler>
}

/** Nodes on a PostgreSQL of their own, each behind a proxy that can cut and hold its messages. */
export async function makePostgresWorld(
  count: number,
  { network, startPooler }: Surroundings = {},
): Promise<World> {
  const root = mkdtempSync(join(tmpdir(), 'ringkey-consistency-'))
  const cluster = await makeCluster()
  await cluster.start()
  const url = await cluster.createDatabase('ringkey')
  const store = await openPostgresStore({ url, nodeId: 'observer', now: () => Date.now(), numberLimits })
  const operatorCutter = await startCutter(url)
  const operatorStore = await openPostgresStore({
    url: operatorCutter.url,
    directUrl: url,
    nodeId: 'operator',
    now: () => Date.now(),
    numberLimits,
  })
  const testHost = network?.hostAddress ?? '127.0.0.1'
  const carrier = await startCountingCarrier(testHost, undefined, answeredPrefix)
  const house = await furnish(store, { host: testHost, port: carrier.port })
  const pooler = await startPooler?.(url)
  const nodes: TestedNode[] = []
  for (let index = 0; index < count; index++) {
    const isApart = index === 0 && network !== undefined
    const cutter = await startCutter(pooler?.url(url) ?? url, isApart ? network.databaseAddress : testHost)
    nodes.push(
      makeNode({
        index,
        folder: join(root, `node-${index}`),
        host: isApart ? network.nodeAddress : testHost,
        port: await freePort(),
        environment: {
          ...limitSettings,
          RINGKEY_CALLBACK_ALLOW: [...new Set(['127.0.0.1', testHost])].join(','),
          RINGKEY_DATABASE_URL: cutter.url,
          ...(pooler === undefined ? {} : { RINGKEY_DATABASE_DIRECT_URL: url }),
        },
        cutter,
        wrapper: isApart ? network.wrapper : [],
      }),
    )
  }
  await Promise.all(nodes.map((node) => node.start()))
  return {
    nodes,
    host: testHost,
    house,
    carrier,
    cluster,
    url,
    operator: { store: operatorStore, cutter: operatorCutter },
    ...(network === undefined ? {} : { network }),
    commands: {
      folder: join(root, 'operator'),
      environment: { RINGKEY_DATABASE_URL: url, RINGKEY_SECRET: sharedSecret },
    },
    tables: async () => (await ask(url, ownTables)).map(({ name }) => String(name)),
    rows: (sql) => ask(url, sql),
    audit: () => store.audit(),
    connections: async () => Number((await ask(url, ofNodes))[0]!.n),
    beatAgeMs: async () => Number((await ask(url, oldestBeat))[0]!.ms),
    async remove() {
      await Promise.all(nodes.map((node) => node.kill()))
      await Promise.all(nodes.map((node) => node.cutter!.stop()))
      await operatorStore.close()
      await operatorCutter.stop()
      await store.close()
      await pooler?.stop()
      await carrier.close()
      await cluster.remove()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
