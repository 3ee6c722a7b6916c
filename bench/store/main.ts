// npm run bench -- store [--seconds 5] [--rows 0]
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
import { growPostgres } from './grow-postgres.ts'

const richUnits = 1e14
const manyAccounts = 100

interface Measured {
  readonly perSecond: number
  readonly p99Ms: number
}

/** The transaction of initCall on both stores. */
export async function run(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: { seconds: { type: 'string', default: '5' }, rows: { type: 'string', default: '0' } },
  })
  const seconds = Number(values.seconds)
  const rows = Number(values.rows)
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-bench-'))
  const cluster = await makeCluster()
  await cluster.start()
  try {
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
    if (rows > 0) await growth(folder, await cluster.createDatabase('grown'), rows, seconds)
  } finally {
    await cluster.remove()
    rmSync(folder, { recursive: true, force: true })
  }
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
async function growth(folder: string, url: string, rows: number, seconds: number): Promise<void> {
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
    const measured = houses.map((): Measured[] => [])
    for (let turn = 0; turn < growthTurns; turn++) {
      for (const [index, house] of houses.entries())
        measured[index]!.push(await measure([house], 64, seconds))
    }
    for (const [index, size] of [0, rows].entries())
      say(`${name}, 64 in flight at ${size.toLocaleString('en')} rows, in turns`, together(measured[index]!))
    for (const store of stores) await store.close()
  }
}

const growthTurns = 4

async function enter(store: Store, name: string): Promise<Furnished> {
  await store.saveTariff({ code: 'uni', name: 'Uni', chargesFailed: false })
  const accountId = await addAccount(store, `${name}@example.com`)
  await store.topUp({ accountId, amountUnits: richUnits, note: '', at: 1 })
  return { store, accountId, serviceId: await addService(store, accountId) }
}

function together(turns: readonly Measured[]): Measured {
  return {
    perSecond: turns.reduce((sum, { perSecond }) => sum + perSecond, 0) / turns.length,
    p99Ms: Math.max(...turns.map(({ p99Ms }) => p99Ms)),
  }
}

async function manyHouses(store: Store): Promise<Furnished[]> {
  const houses: Furnished[] = []
  for (let index = 0; index < manyAccounts; index++) houses.push(await enter(store, `many-${index}`))
  return houses
}

let phones = 0

async function measure(houses: readonly Furnished[], inFlight: number, seconds: number): Promise<Measured> {
  const timesMs: number[] = []
  const until = performance.now() + seconds * 1000
  const worker = async () => {
    while (performance.now() < until) {
      const house = houses[phones % houses.length]!
      const unique = `u${phones}`
      const request = callTo(`7${9_000_000_000 + phones++}`, house, { unique })
      const begun = performance.now()
      const result = await house.store.admitCall(request)
      timesMs.push(performance.now() - begun)
      if (result.kind !== 'admitted') throw new Error(JSON.stringify(result))
      await house.store.settle(ended(result.vendorId, true))
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  timesMs.sort((left, right) => left - right)
  return { perSecond: timesMs.length / seconds, p99Ms: timesMs[Math.floor(timesMs.length * 0.99)]! }
}

function say(name: string, { perSecond, p99Ms }: Measured): void {
  process.stdout.write(
    `${name.padEnd(52)} ${perSecond.toFixed(0).padStart(7)} /s  p99 of admission ${p99Ms.toFixed(1)} ms\n`,
  )
}
