import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { numberLimits } from '../../server/src/app/figures.ts'
import { readSettings } from '../../server/src/config/settings.ts'
import { deriveKeyring } from '../../server/src/platform/keyring.ts'
import { systemRandom } from '../../server/src/platform/random.ts'
import { RootSecrets } from '../../server/src/platform/root-secrets.ts'
import { furnish, limitSettings } from '../consistency/furnish.ts'
import type { TestedNode } from '../consistency/node.ts'
import { mayHoldNumber } from '../consistency/texts.ts'
import { answeredPrefix, type World } from '../consistency/world.ts'
import { Carrier } from './carrier.ts'
import { Database } from './database.ts'
import { openModelStore } from './model-store.ts'
import type { Network } from './network.ts'
import { type Running, type Site, secret, startNode } from './node.ts'
import { type Actor, makeActor, type Schedule, slowestMessageMs } from './schedule.ts'

/** From the start of a process to its first answer. */
const bootMs = 400
const stopPatienceMs = 10_000
const hurryAfterMs = 2_500
const firstPort = 10_000
/** More than are under way, and few enough to miss those that are not given back. */
const callsAtOnce = 45

export interface SimulatedWorld extends World {
  readonly database: Database
}

/** The installation under test of test/consistency, in one process. */
export async function makeSimulatedWorld(
  schedule: Schedule,
  network: Network,
  count: number,
): Promise<SimulatedWorld> {
  const folder = join(tmpdir(), 'ringkey-simulator')
  const environment = {
    ...limitSettings,
    RINGKEY_DATA: folder,
    RINGKEY_DATABASE_URL: 'postgres://model/',
    RINGKEY_SECRET: secret,
    RINGKEY_DEMO: 'off',
    RINGKEY_ADDRESS_LIMIT: 'api:0/s',
    RINGKEY_SERVICE_LIMIT: '0/s',
    RINGKEY_CALLBACK_ALLOW: '127.0.0.1',
  }
  const settings = readSettings(environment)
  const database = new Database(schedule, numberLimits(settings))
  const carrier = new Carrier(schedule, answeredPrefix)
  const site: Site = { schedule, network, database, carrier, settings }
  const open = (nodeId: string) => openModelStore({ database, nodeId, numberLimits: numberLimits(settings) })
  const store = open('observer')
  const trunk = { host: '127.0.0.1', port: 5_060, callsPerSecond: 300, callsAtOnce }
  const house = await furnish(store, trunk)
  const nodes = Array.from({ length: count }, (_, index) => makeNode(site, index))
  await Promise.all(nodes.map((node) => node.start()))
  return {
    database,
    nodes,
    host: '127.0.0.1',
    house: { ...house, terms: { ...house.terms, slowestMessageMs } },
    carrier,
    commands: {
      folder,
      environment,
      async open() {
        const secrets = new RootSecrets(Buffer.from(secret), undefined, systemRandom)
        return { store: open('operator'), keyring: deriveKeyring(Buffer.from(secret)), secrets }
      },
    },
    tables: async () =>
      database.sql.all("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => String(name)),
    rows: async (sql) => database.sql.all(sql),
    audit: () => store.audit(),
    auditsEvery: 3,
    connections: async () => undefined,
    beatAgeMs: async () => undefined,
    async remove() {},
  }
}

function makeNode(site: Site, index: number): TestedNode {
  const { schedule, network, database } = site
  const port = firstPort + index
  const log: string[] = []
  let actor: Actor | undefined
  let running: Promise<Running> | undefined
  let wallAheadMs = 0
  const kill = async () => {
    if (actor === undefined) return
    schedule.note(`${actor.name} is killed`)
    actor.isDead = true
    network.end(actor)
    database.ended(actor)
    actor = undefined
  }
  return {
    index,
    baseUrl: `http://127.0.0.1:${port}`,
    cutter: undefined,
    isResting: false,
    log,
    async start() {
      const started = makeActor(`node-${index}`)
      started.wallAheadMs = wallAheadMs
      actor = started
      await schedule.wait(bootMs)
      for (;;) {
        running = schedule.as(started, () =>
          startNode(site, started, port, (line) => void (mayHoldNumber(line) && log.push(line))),
        )
        // A service that finds no database ends, and its supervisor starts it again.
        const isUp = await running.then(
          () => true,
          () => false,
        )
        if (isUp || started.isDead) return
        await schedule.wait(bootMs)
      }
    },
    signal(name) {
      if (name === 'SIGSTOP') schedule.freeze(actor!)
      else if (name === 'SIGCONT') schedule.thaw(actor!)
    },
    kill,
    async stop() {
      const { stop, hurry } = await running!
      const its = actor!
      const ended = schedule.as(its, stop).then(() => true)
      const after = (ms: number) => schedule.wait(ms).then(() => false)
      if (!(await Promise.race([ended, after(hurryAfterMs)]))) schedule.as(its, hurry)
      const isStuck = !(await Promise.race([ended, after(stopPatienceMs)]))
      await kill()
      return !isStuck
    },
    setClock(aheadMs) {
      wallAheadMs = aheadMs
      if (actor !== undefined) actor.wallAheadMs = aheadMs
    },
  }
}
