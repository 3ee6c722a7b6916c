import type { Row, Sql } from '../sql.ts'
import type { Count, DigestTables, RingCount } from './digest-tables.ts'
import { searchKeysOf } from './search-keys.ts'

/** Statistics outlive the verifications they were made of. */
const statisticsRetentionHours = 400 * 24
const hourMs = 3_600_000
/** Time to ring is kept in steps of a quarter of a second; no call rings longer than a minute after its INVITE. */
export const ringBucketMs = 250
const lastRingBucket = 60_000 / ringBucketMs

/**
 * Counts a piece of what was settled since, oldest first, and files it for the search. The queue gives up the rows
 * in the same transaction, so each is counted once. One at a time: whoever shares the database sees to that.
 */
export async function digest(
  tables: DigestTables,
  request: { limit: number; now: number; lastId?: number },
): Promise<number> {
  const { limit, now, lastId = Number.MAX_SAFE_INTEGER } = request
  const queued = await tables.queued({ limit, lastId })
  if (queued.length === 0) return 0
  const rows = await tables.take(queued)
  const { counts, ringCounts } = tally(rows.filter((row) => hourOf(row) >= oldestKept(now)))
  await tables.addCounts(counts)
  await tables.addRingTimes(ringCounts)
  await tables.addSearchKeys(rows.flatMap(searchKeysOf))
  return queued.length
}

/** Named by its services and both kinds, so that the key leads to the old hours and the young are not read. */
export async function forgetStatistics(sql: Sql, now: number): Promise<number> {
  let forgotten = 0
  for (const table of ['statistics', 'ring_times']) {
    forgotten += await sql.run(
      `DELETE FROM ${table} WHERE service_id IN (SELECT id FROM services) AND test IN (0, 1) AND hour < $1`,
      oldestKept(now),
    )
  }
  return forgotten
}

const oldestKept = (now: number) => Math.floor(now / hourMs) - statisticsRetentionHours
const hourOf = (row: Row) => Math.floor(Number(row.started_at) / hourMs)

function tally(rows: readonly Row[]): { counts: Count[]; ringCounts: RingCount[] } {
  const counts = new Map<string, Count>()
  const ringCounts = new Map<string, RingCount>()
  for (const row of rows) {
    const one = countOf(row)
    const { serviceId, test, hour, mode, country, operator, outcome } = one
    const sum = memberOf(counts, JSON.stringify([serviceId, test, hour, mode, country, operator, outcome]), {
      ...one,
      attempts: 0,
      costUnits: 0,
      ringCount: 0,
      ringMsSum: 0,
    })
    sum.attempts += one.attempts
    sum.costUnits += one.costUnits
    sum.ringCount += one.ringCount
    sum.ringMsSum += one.ringMsSum
    if (one.ringCount === 0) continue
    const bucket = Math.min(lastRingBucket, Math.floor(one.ringMsSum / ringBucketMs))
    memberOf(ringCounts, `${serviceId} ${test} ${hour} ${bucket}`, {
      serviceId,
      test,
      hour,
      bucket,
      calls: 0,
    }).calls += 1
  }
  return { counts: [...counts.values()], ringCounts: [...ringCounts.values()] }
}

function memberOf<T>(map: Map<string, T>, name: string, empty: T): T {
  const known = map.get(name)
  if (known !== undefined) return known
  map.set(name, empty)
  return empty
}

function countOf(row: Row): Count {
  const ringMs = timeToRing(row.details as string | null)
  return {
    serviceId: Number(row.service_id),
    test: Number(row.test),
    hour: hourOf(row),
    mode: Number(row.mode),
    country: String(row.country),
    operator: String(row.operator),
    outcome: row.state === 1 ? 'completed' : String(row.reason ?? ''),
    attempts: 1,
    costUnits: Number(row.cost_units),
    ringCount: ringMs === undefined ? 0 : 1,
    ringMsSum: ringMs ?? 0,
  }
}

/** What the wire has told of the call: from the INVITE to the first sign of ringing. */
function timeToRing(details: string | null): number | undefined {
  if (details === null) return undefined
  try {
    const { pddMs } = JSON.parse(details) as { pddMs?: unknown }
    return typeof pddMs === 'number' && pddMs >= 0 ? Math.round(pddMs) : undefined
  } catch {
    // One record that cannot be read must not hold up the counting of all behind it.
    return undefined
  }
}
