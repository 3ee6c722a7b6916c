// npm run bench -- insight [--rows 1000000] [--rounds 200] [--folder /a/place/with/room]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { figureMeasures, stepMeasures } from '../../server/src/quality/rates.ts'
import { openForReading, openForWriting } from '../../server/src/storage/sqlite/connection.ts'
import { Reader } from '../../server/src/storage/sqlite/reader.ts'
import { openSqliteStore } from '../../server/src/storage/sqlite/store.ts'
import type { Store } from '../../server/src/storage/store.ts'
import { endMs, fill, firstStartMs, hourMs, services } from '../../server/test/settled-past.ts'
import { options } from '../../server/test/store-contract/fixture.ts'
import { ownCpuUs } from '../measure/cpu.ts'
import { type BenchResult, newResult } from '../measure/figures.ts'
import { progress } from '../measure/rounds.ts'
import { latencyOf, timesOf } from '../measure/statistics.ts'
import { printGoals, printTable } from '../measure/table.ts'

const dayMs = 24 * hourMs
const mostMs = 100
const digestPiece = 5_000
const allServices = Array.from({ length: services }, (_, index) => index + 1)
const anything = { mode: null, state: null, test: null, reason: null, from: null, to: null, before: null }
const nothing = { phoneHash: null, client: null, unique: null, limit: 50 }
const month = { from: endMs - 30 * dayMs, to: endMs, test: false }

/** What the cabinet asks of a grown store, next to reading it all. */
export async function run(flags: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      rows: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '200' },
      folder: { type: 'string', default: tmpdir() },
    },
  })
  const rows = Number(values.rows)
  const folder = mkdtempSync(join(values.folder, 'ringkey-bench-'))
  const file = join(folder, 'insight.db')
  const result = newResult('insight', `a question at ${rows.toLocaleString('en')} calls`)
  try {
    const database = openForWriting(file)
    fill(database, rows, (done) => progress(`${done} of ${rows} rows`))
    database.close()
    const store = await openSqliteStore({ ...options, file, onCrash: (error) => process.emitWarning(error) })
    await count(store, rows, result)
    const reader = new Reader(openForReading(file))
    await compare(store, reader, rows, Number(values.rounds), result)
    reader.close()
    await store.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  printTable(result)
  printGoals(result)
  return result
}

async function count(store: Store, rows: number, result: BenchResult): Promise<void> {
  const begunUs = ownCpuUs()
  for (let done = 0, piece = digestPiece; piece === digestPiece; done += piece) {
    piece = await store.digest({ limit: digestPiece, now: endMs })
    if (done % 250_000 === 0) progress(`${done + piece} of ${rows} counted`)
  }
  result.scenes.push({
    name: 'counting one, with its search keys',
    rounds: [{ cpuUs: (ownCpuUs() - begunUs) / rows }],
  })
}

async function compare(
  store: Store,
  reader: Reader,
  rows: number,
  rounds: number,
  result: BenchResult,
): Promise<void> {
  let turn = 0
  // A place of its own in every round: nothing is answered from what the round before has read.
  const somewhere = () => 100_000 + Math.floor(((++turn * 0.618_033_98) % 1) * rows)
  const callNear = async (id: number) => (await store.call(id))!
  const scan = (text: string, ...parameters: (number | Uint8Array)[]) =>
    reader.all(text, ...parameters).length
  const known = await callNear(somewhere())

  const cases: [string, () => Promise<unknown>, () => unknown][] = [
    [
      'page of 50, 20 services',
      () => store.callPage({ ...anything, serviceIds: allServices, limit: 50, before: somewhere() }),
      () => scan('SELECT * FROM calls WHERE +service_id <= 20 ORDER BY started_at DESC LIMIT 50'),
    ],
    [
      'page of 50, a service that is rarely used',
      () => store.callPage({ ...anything, serviceIds: [services], limit: 50 }),
      () => scan('SELECT * FROM calls WHERE +service_id = 20 ORDER BY vendor_id DESC LIMIT 50'),
    ],
    [
      'page of 50 of one hour, failed only',
      () => {
        const from = firstStartMs + (somewhere() % (39 * 24)) * hourMs
        const when = { from, to: from + hourMs }
        return store.callPage({ ...anything, ...when, state: 'failed', serviceIds: [2], limit: 50 })
      },
      () =>
        scan(
          `SELECT * FROM calls WHERE +service_id = 2 AND state = 0 AND started_at >= $1 AND started_at < $2
           ORDER BY started_at DESC LIMIT 50`,
          month.from,
          month.from + hourMs,
        ),
    ],
    [
      'search by phone, 20 services',
      async () => {
        const { phoneHash } = await callNear(somewhere())
        return store.findCalls({ ...nothing, serviceIds: allServices, phoneHash })
      },
      () => scan('SELECT * FROM calls WHERE phone_hash = $1', known.phoneHash!),
    ],
    [
      'search by client, 1 service',
      async () => {
        const { client, serviceId } = await callNear(Math.floor(somewhere() / 4) * 4)
        return store.findCalls({ ...nothing, serviceIds: [serviceId], client })
      },
      () => scan(`SELECT * FROM calls WHERE lower(client) = 'client 12345'`),
    ],
    [
      'facts of 24 hours by hour, 20 services',
      () =>
        store.factHours({
          ...month,
          from: endMs - dayMs,
          serviceIds: allServices,
          only: {},
          measures: stepMeasures,
        }),
      () =>
        scan(
          `SELECT started_at / 3600000, reason, count(*), sum(cost_units) FROM calls
           WHERE started_at >= $1 GROUP BY 1, 2`,
          endMs - dayMs,
        ),
    ],
    [
      'facts of 30 days by hour, 20 services',
      () => store.factHours({ ...month, serviceIds: allServices, only: {}, measures: stepMeasures }),
      () =>
        scan(
          `SELECT started_at / 86400000, reason, count(*), sum(cost_units) FROM calls
           WHERE started_at >= $1 GROUP BY 1, 2`,
          month.from,
        ),
    ],
    [
      'totals of 30 days by operator, 20 services',
      () =>
        store.factTotals({
          ...month,
          serviceIds: allServices,
          only: {},
          measures: figureMeasures,
          by: ['operator'],
        }),
      () =>
        scan(
          'SELECT operator, count(*), sum(cost_units) FROM calls WHERE started_at >= $1 GROUP BY 1',
          month.from,
        ),
    ],
  ]
  for (const [name, ask, readAll] of cases) {
    const { p50Ms, p99Ms } = latencyOf(await timesOf(rounds, ask))
    const begun = performance.now()
    readAll()
    result.scenes.push({ name, rounds: [{ p50Ms, p99Ms, readAllMs: performance.now() - begun }] })
    result.goals.push({
      what: name,
      measured: `${p50Ms.toFixed(1)} ms`,
      wanted: `under ${mostMs} ms`,
      isMet: p50Ms < mostMs,
    })
  }
}
