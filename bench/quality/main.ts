// npm run bench -- quality [--rows 1000000] [--days 365] [--rounds 20] [--store sqlite|postgres] [--folder /a/place/with/room]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ActiveAlarms } from '../../server/src/alarms/active-alarms.ts'
import { watchQuality } from '../../server/src/app/watch-quality.ts'
import type { QualityKey } from '../../server/src/cabinet/quality/report.ts'
import { qualityReport } from '../../server/src/cabinet/quality/report.ts'
import { hourEdges } from '../../server/src/cabinet/statistics/calendar.ts'
import type { FactGroup } from '../../server/src/quality/call-facts.ts'
import { figureMeasures, stepMeasures } from '../../server/src/quality/rates.ts'
import { openPostgresStore } from '../../server/src/storage/postgres/store.ts'
import type { FactsKey } from '../../server/src/storage/queries/facts.ts'
import { openForWriting } from '../../server/src/storage/sqlite/connection.ts'
import { openSqliteStore } from '../../server/src/storage/sqlite/store.ts'
import type { Store } from '../../server/src/storage/store.ts'
import { ManualClock } from '../../server/test/manual-clock.ts'
import { makeCluster, ask as query } from '../../server/test/postgres/cluster.ts'
import { options } from '../../server/test/store-contract/fixture.ts'
import { type BenchResult, newResult } from '../measure/figures.ts'
import { latencyOf, timesOf } from '../measure/statistics.ts'
import { printGoals, printTable } from '../measure/table.ts'
import { factsSql, firstHour, groupsInADay, groupsSql, hourMs, rowsPerHour, totalsSql } from './generate.ts'

const dayMs = 24 * hourMs
const mostMs = 100
/** Questions are about the last 60 days, from hours before the end. */
const fewestDays = 61
/** Hours that are written in one statement. */
const pieceHours = 24 * 5

interface Flags {
  readonly rows: number
  readonly hours: number
  readonly rounds: number
  readonly folder: string
}

/** Facts of a busy installation, a year of them unless asked otherwise: their size, and how long questions about 30 days take. */
export async function run(flags: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      rows: { type: 'string', default: '1000000' },
      days: { type: 'string', default: '365' },
      rounds: { type: 'string', default: '20' },
      store: { type: 'string', default: 'sqlite' },
      folder: { type: 'string', default: tmpdir() },
    },
  })
  const days = Number(values.days)
  if (!Number.isInteger(days) || days < fewestDays)
    throw new Error(`--days: expected a whole number from ${fewestDays}, got "${values.days}"`)
  const wanted = {
    rows: Number(values.rows),
    hours: days * 24,
    rounds: Number(values.rounds),
    folder: values.folder,
  }
  const isPostgres = values.store === 'postgres'
  const result = newResult(`quality on ${isPostgres ? 'PostgreSQL' : 'SQLite'}`, 'a question about 30 days')
  await (isPostgres ? onPostgres(wanted, result) : onSqlite(wanted, result))
  printTable(result)
  printGoals(result)
  return result
}

const endOf = ({ hours }: Flags): number => (firstHour + hours) * hourMs

/** So many groups an hour of each of 200 services that all rows of hours are about as many as asked for. */
function perServiceFor({ rows, hours }: Flags): number {
  return Math.max(1, Math.round((rows / hours - rowsPerHour(0)) / (rowsPerHour(1) - rowsPerHour(0))))
}

async function fill(flags: Flags, nothing: '0' | 'NULL', exec: (sql: string) => unknown): Promise<void> {
  const { hours } = flags
  const perService = perServiceFor(flags)
  await exec(groupsSql)
  for (let hour = 0; hour < hours; hour += pieceHours) {
    const [from, to] = [firstHour + hour, firstHour + Math.min(hours, hour + pieceHours)]
    await exec(factsSql('hour', [from, to], perService, nothing))
    await exec(totalsSql([from, to]))
    await exec(factsSql('day', [from / 24, to / 24], Math.min(groupsInADay, perService * 24), nothing))
    process.stderr.write(`\r${Math.min(100, Math.round(((hour + pieceHours) / hours) * 100))} % written`)
  }
  process.stderr.write('\n')
}

async function onSqlite(flags: Flags, result: BenchResult): Promise<void> {
  const folder = mkdtempSync(join(flags.folder, 'ringkey-bench-'))
  const file = join(folder, 'quality.db')
  try {
    const database = openForWriting(file)
    await fill(flags, '0', (sql) => database.exec(sql))
    const sizes = database
      .prepare(
        `SELECT name, sum(pgsize) AS bytes FROM dbstat WHERE name LIKE '%_facts' OR name = 'hour_totals' GROUP BY name
         UNION ALL SELECT 'rows', count(*) FROM hour_facts UNION ALL SELECT 'rows of days', count(*) FROM day_facts
         UNION ALL SELECT 'rows of totals', count(*) FROM hour_totals`,
      )
      .all()
    result.notes.push(sizesText(sizes))
    database.close()
    const store = await openSqliteStore({ ...options, file, onCrash: (error) => process.emitWarning(error) })
    await ask(store, flags, result)
    await store.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onPostgres(flags: Flags, result: BenchResult): Promise<void> {
  const cluster = await makeCluster({
    folder: mkdtempSync(join(flags.folder, 'ringkey-bench-postgres-')),
  })
  await cluster.start()
  try {
    const url = await cluster.createDatabase('quality')
    const store = await openPostgresStore({ ...options, url, nodeId: 'bench', now: () => endOf(flags) })
    await fill(flags, 'NULL', (sql) => query(url, sql))
    await query(url, 'VACUUM ANALYZE')
    const sizes = await query(
      url,
      `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
       WHERE relname IN ('hour_facts', 'day_facts', 'hour_totals')
       UNION ALL SELECT 'rows', count(*) FROM hour_facts UNION ALL SELECT 'rows of days', count(*) FROM day_facts
         UNION ALL SELECT 'rows of totals', count(*) FROM hour_totals`,
    )
    result.notes.push(sizesText(sizes))
    await ask(store, flags, result)
    await store.close()
  } finally {
    await cluster.remove()
  }
}

function sizesText(sizes: readonly Record<string, unknown>[]): string {
  const figures = sizes.map(({ name, bytes }) => {
    const size = Number(bytes)
    return String(name).startsWith('rows') ? `${name} ${size}` : `${name} ${Math.round(size / 2 ** 20)} MiB`
  })
  return figures.join(', ')
}

async function ask(store: Store, flags: Flags, result: BenchResult): Promise<void> {
  // Not at midnight UTC: both ends are read as hours.
  const to = endOf(flags) - 3 * hourMs
  const month = { test: false, from: to - 30 * dayMs, to }
  const ofAccount = Array.from({ length: 10 }, (_, nth) => 20 * nth + 1)
  const cell = { operator: 'operator 3', trunk: 'trunk 1' }
  const clock = new ManualClock(to)
  const watched = () => watchQuality({ store, clock, alarms: new ActiveAlarms(clock) })
  const watching = watched()
  const look = async (watcher: typeof watching) => {
    await watcher.look()
    return []
  }
  const hours = (serviceIds: number[] | null, only: Partial<FactGroup> = {}) =>
    store.factHours({ ...month, serviceIds, only, measures: stepMeasures })
  const hours60 = (serviceIds: number[] | null) =>
    store.factHours({
      ...month,
      from: to - 60 * dayMs,
      serviceIds,
      only: {},
      measures: stepMeasures,
    })
  const totals = (serviceIds: number[] | null, ...by: FactsKey[]) =>
    store.factTotals({ ...month, serviceIds, only: {}, measures: figureMeasures, by })
  const page = async (serviceIds: number[] | null, by: QualityKey, only: Partial<FactGroup> = {}) => [
    await qualityReport(store, {
      serviceIds,
      test: false,
      only,
      edges: hourEdges(month.from, month.to),
      step: 'hour',
      zone: 'Europe/Moscow',
      by,
      isMoneyShown: true,
      isOperator: serviceIds === null,
    }),
  ]
  const cases: [name: string, ask: () => Promise<readonly unknown[]>][] = [
    ['installation, by hour', () => hours(null)],
    ['installation, by hour, with the 30 days before', () => hours60(null)],
    ['installation, one operator, by hour', () => hours(null, { operator: 'operator 3' })],
    ['installation, one cell, by hour', () => hours(null, cell)],
    ['installation, one range, by hour', () => hours(null, { block: '7495120' })],
    ['installation, operator x trunk', () => totals(null, 'operator', 'trunk')],
    ['installation, by range', () => totals(null, 'block')],
    ['installation, by country and mode', () => totals(null, 'country', 'mode')],
    ['account of 10 services, by hour', () => hours(ofAccount)],
    ['account of 10 services, by hour, with the 30 days before', () => hours60(ofAccount)],
    ['account of 10 services, one operator, by hour', () => hours(ofAccount, { operator: 'operator 3' })],
    ['account of 10 services, by operator', () => totals(ofAccount, 'operator')],
    ['account of 10 services, by service', () => totals(ofAccount, 'service')],
    ['whole page, installation', () => page(null, 'operator')],
    ['whole page, installation by range', () => page(null, 'block')],
    ['whole page, installation, one cell', () => page(null, 'block', cell)],
    ['whole page, account of 10 services', () => page(ofAccount, 'operator')],
    ['watch of drops, first look of an hour', () => look(watched())],
    ['watch of drops, further looks', () => look(watching)],
  ]
  for (const [name, question] of cases) {
    const timesMs = await timesOf(flags.rounds, question)
    const { p50Ms, p99Ms } = latencyOf(timesMs)
    result.scenes.push({ name, rounds: [{ p50Ms, p99Ms }] })
    result.goals.push({
      what: name,
      measured: `${p50Ms.toFixed(0)} ms`,
      wanted: `under ${mostMs} ms`,
      isMet: p50Ms < mostMs,
    })
  }
}
