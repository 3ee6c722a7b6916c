// npm run bench -- store [--seconds 5] [--rows 0]
// npm run bench -- store --listed 1000000: what so long a do-not-call list costs, instead
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openPostgresStore } from '../../server/src/storage/postgres/store.ts'
import { openSqliteStore } from '../../server/src/storage/sqlite/store.ts'
import type { Store } from '../../server/src/storage/store.ts'
import { makeCluster } from '../../server/test/postgres/cluster.ts'
import {
  addAccount,
  addService,
  callTo,
  ended,
  type Furnished,
  furnish,
  options,
} from '../../server/test/store-contract/fixture.ts'
import { prefill } from '../http/prefill.ts'
import { type BenchResult, type Figures, newResult } from '../measure/figures.ts'
import { repeatFor } from '../measure/repeat.ts'
import { printTable } from '../measure/table.ts'
import { growPostgres } from './grow-postgres.ts'
import { measureListed } from './listed.ts'

type Three = [number, number, number]
const richUnits = 1e14
const manyAccounts = 100

/** The transaction of initCall on both stores. */
export async function run(flags: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      seconds: { type: 'string', default: '5' },
      rows: { type: 'string', default: '0' },
      listed: { type: 'string', default: '0' },
    },
  })
  const [seconds, rows, numbers] = [values.seconds, values.rows, values.listed].map(Number) as Three
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-bench-'))
  const cluster = await makeCluster()
  const result = newResult('store', 'admission and settlement')
  const say = (name: string, ...rounds: Figures[]) => void result.scenes.push({ name, rounds })
  await cluster.start()
  try {
    if (numbers > 0) {
      for (const [name, more] of [
        ['SQLite', {}],
        ['PostgreSQL', { database: await cluster.createDatabase('listed') }],
      ] as const) {
        const asked = { folder: join(folder, name), numbers, seconds, ...more }
        await measureListed(name, asked, measure, say)
      }
      printTable(result)
      return result
    }
    const url = await cluster.createDatabase('bench')
    const sqlite = () => openEmbedded(join(folder, 'bench.db'))
    const postgres = () => openPostgresStore({ ...options, url, nodeId: 'bench', now: () => 0 })
    for (const [name, open] of [
      ['SQLite', sqlite],
      ['PostgreSQL', postgres],
    ] as const) {
      const house = await furnish({ open }, richUnits)
      const houses = await manyHouses(house.store)
      for (const inFlight of [1, 64]) {
        say(`${name}, one account, ${inFlight} in flight`, await measure([house], inFlight, seconds))
        say(
          `${name}, ${manyAccounts} accounts, ${inFlight} in flight`,
          await measure(houses, inFlight, seconds),
        )
      }
      await house.store.close()
    }
    if (rows > 0) await growth(folder, await cluster.createDatabase('grown'), rows, seconds, say)
  } finally {
    await cluster.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  printTable(result)
  return result
}

const openEmbedded = (file: string) =>
  openSqliteStore({
    ...options,
    file,
    onCrash: (error) => {
      throw error
    },
  })

/** Empty and grown in turns: whatever else the machine does meets both alike. */
async function growth(
  folder: string,
  url: string,
  rows: number,
  seconds: number,
  say: (name: string, ...rounds: Figures[]) => void,
): Promise<void> {
  const progress = (name: string) => (done: number) =>
    process.stderr.write(`\r${name}: ${done} of ${rows} rows`)
  await prefill(join(folder, 'grown'), rows, progress('SQLite'))
  const open = (of: string) => openPostgresStore({ ...options, url: of, nodeId: 'bench', now: () => 0 })
  await (await open(url)).close()
  await growPostgres(url, rows, progress('PostgreSQL'))
  process.stderr.write('\n')
  const empty = new URL(url)
  empty.pathname = '/bench'
  const pairs = [
    [
      'SQLite',
      await openEmbedded(join(folder, 'bench.db')),
      await openEmbedded(join(folder, 'grown', 'ringkey.db')),
    ],
    ['PostgreSQL', await open(empty.href), await open(url)],
  ] as const
  for (const [name, small, large] of pairs) {
    const stores = [small, large]
    for (const store of stores) while (await store.maintain());
    const houses = [await enter(small, 'small'), await enter(large, 'large')]
    const measured = houses.map((): Figures[] => [])
    for (let turn = 0; turn < growthTurns; turn++) {
      for (const [index, house] of houses.entries())
        measured[index]!.push(await measure([house], 64, seconds))
    }
    for (const [index, size] of [0, rows].entries())
      say(`${name}, 64 in flight at ${size.toLocaleString('en')} rows, in turns`, ...measured[index]!)
    for (const store of stores) await store.close()
  }
}

const growthTurns = 4

async function enter(store: Store, name: string): Promise<Furnished> {
  await store.changeTariff({ code: 'uni', name: 'Uni', chargesFailed: false })
  const accountId = await addAccount(store, `${name}@example.com`)
  await store.topUp({ accountId, amountUnits: richUnits, note: '', at: 1 })
  return { store, accountId, serviceId: await addService(store, accountId) }
}

async function manyHouses(store: Store): Promise<Furnished[]> {
  const houses: Furnished[] = []
  for (let index = 0; index < manyAccounts; index++) houses.push(await enter(store, `many-${index}`))
  return houses
}

let phones = 0

async function measure(houses: readonly Furnished[], inFlight: number, seconds: number): Promise<Figures> {
  return repeatFor(seconds, inFlight, async () => {
    const house = houses[phones % houses.length]!
    const unique = `u${phones}`
    const result = await house.store.admitCall(callTo(`7${9_000_000_000 + phones++}`, house, { unique }))
    if (result.kind !== 'admitted') throw new Error(JSON.stringify(result))
    await house.store.settle(ended(house, result.vendorId, true))
  })
}
