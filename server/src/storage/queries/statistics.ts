import { hourMs } from '../../platform/clock.ts'
import type {
  RingTimes,
  SeriesPoint,
  StatisticsBreakdown,
  StatisticsQuery,
  StatisticsTotal,
} from '../insight-records.ts'
import type { Row, Sql, SqlValue } from '../sql.ts'
import { ringBucketMs } from './digest.ts'
import { breakdowns } from './digest-tables.ts'

const sums = 'sum(attempts) AS attempts, sum(completed) AS completed, sum(cost_units) AS cost_units'
/** Casts for whole steps: the driver passes every number to SQLite as a float, and none to PostgreSQL. */
const step = '(hour - CAST($3 AS bigint)) / CAST($5 AS bigint) AS step'
const range = 'service_id = $1 AND test = $2 AND hour >= $3 AND hour < $4'

/** Attempts by time step and one breakdown; step is a number of hours, the first step begins at `from`. */
export async function statisticsSeries(
  sql: Sql,
  query: StatisticsQuery & { stepHours: number; by: StatisticsBreakdown },
): Promise<SeriesPoint[]> {
  const { by, stepHours, from } = query
  const rows = await ofEachService(
    sql,
    query,
    `SELECT ${step}, part, ${sums} FROM statistics WHERE ${range} AND breakdown = $6 GROUP BY 1, 2`,
    stepHours,
    breakdowns.indexOf(by),
  )
  const points = new Map<string, SeriesPoint>()
  for (const row of rows) {
    const key = String(row.part)
    const name = `${row.step} ${key}`
    const known = points.get(name)
    points.set(name, {
      at: from + Number(row.step) * stepHours * hourMs,
      key,
      attempts: Number(row.attempts) + (known?.attempts ?? 0),
      completed: Number(row.completed) + (known?.completed ?? 0),
      costUnits: Number(row.cost_units) + (known?.costUnits ?? 0),
    })
  }
  return [...points.values()].sort((one, other) => one.at - other.at || order(one.key, other.key))
}

/** Totals by one breakdown over the whole range, largest first, at most `limit`. */
export async function statisticsTotals(
  sql: Sql,
  query: StatisticsQuery & { by: StatisticsBreakdown; limit: number },
): Promise<StatisticsTotal[]> {
  const { by, limit } = query
  const rows = await ofEachService(
    sql,
    query,
    `SELECT part, ${sums} FROM statistics WHERE ${range} AND breakdown = $5 GROUP BY 1`,
    breakdowns.indexOf(by),
  )
  const totals = new Map<string, StatisticsTotal>()
  for (const row of rows) {
    const key = String(row.part)
    const known = totals.get(key)
    const attempts = Number(row.attempts) + (known?.attempts ?? 0)
    const completed = Number(row.completed) + (known?.completed ?? 0)
    const costUnits = Number(row.cost_units) + (known?.costUnits ?? 0)
    totals.set(key, { key, attempts, completed, failed: attempts - completed, costUnits })
  }
  return [...totals.values()]
    .sort((one, other) => other.attempts - one.attempts || order(one.key, other.key))
    .slice(0, limit)
}

/** Milliseconds to ring: count, median, p95 by step (or over the range when stepHours is null). */
export async function ringTimes(
  sql: Sql,
  query: StatisticsQuery & { stepHours: number | null },
): Promise<RingTimes[]> {
  const stepHours = query.stepHours ?? Math.max(1, hoursOf(query.to) - hoursOf(query.from))
  const rows = await ofEachService(
    sql,
    query,
    `SELECT ${step}, bucket, sum(calls) AS calls
     FROM ring_times WHERE ${range} GROUP BY 1, 2`,
    stepHours,
  )
  const steps = new Map<number, Map<number, number>>()
  for (const row of rows) {
    const buckets = steps.get(Number(row.step)) ?? new Map<number, number>()
    steps.set(Number(row.step), buckets)
    buckets.set(Number(row.bucket), (buckets.get(Number(row.bucket)) ?? 0) + Number(row.calls))
  }
  return [...steps]
    .sort(([one], [other]) => one - other)
    .map(([step, buckets]) => timesOf(query.from + step * stepHours * hourMs, buckets))
}

/** One statement for each service, each along the key of the table; on PostgreSQL they are sent together. */
async function ofEachService(
  sql: Sql,
  { serviceIds, test, from, to }: StatisticsQuery,
  text: string,
  ...more: SqlValue[]
): Promise<Row[]> {
  const answers = await Promise.all(
    serviceIds.map((id) => sql.all(text, id, test ? 1 : 0, hoursOf(from), hoursOf(to), ...more)),
  )
  return answers.flat()
}

const hoursOf = (timeMs: number) => Math.floor(timeMs / hourMs)
const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

function timesOf(at: number, buckets: ReadonlyMap<number, number>): RingTimes {
  const sorted = [...buckets].sort(([one], [other]) => one - other)
  const count = sorted.reduce((sum, [, calls]) => sum + calls, 0)
  return { at, count, medianMs: quantile(sorted, count / 2), p95Ms: quantile(sorted, count * 0.95) }
}

/** Assumes that the calls within a bucket are spread evenly. */
function quantile(sorted: readonly (readonly [bucket: number, calls: number])[], rank: number): number {
  let before = 0
  for (const [bucket, calls] of sorted) {
    if (before + calls >= rank) return Math.round((bucket + (rank - before) / calls) * ringBucketMs)
    before += calls
  }
  return 0
}
