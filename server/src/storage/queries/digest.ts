import { type CallTimes, readTimes } from '../../books/call-details.ts'
import { modes } from '../../books/verification.ts'
import { hourMs, minuteMs } from '../../platform/clock.ts'
import { completedOutcome, suspectOutcome } from '../insight-records.ts'
import type { Row, Sql } from '../sql.ts'
import { breakdowns, type Count, type DigestTables, type RingCount } from './digest-tables.ts'
import { searchKeysOf } from './search-keys.ts'

/** Statistics are kept longer than the verifications that they count. */
const statisticsRetentionHours = 400 * 24
/** Time to ring is stored in steps of a quarter of a second; no call rings longer than a minute after its INVITE. */
export const ringBucketMs = 250
const lastRingBucket = minuteMs / ringBucketMs

/**
 * Counts some of the verifications settled since, oldest first, and stores their search keys. Their rows leave the
 * queue in the same transaction, so each is counted once. The caller makes sure that only one process counts at a time.
 */
export async function digest(
  tables: DigestTables,
  request: { limit: number; now: number; lastId?: number },
): Promise<number> {
  const { limit, now, lastId = Number.MAX_SAFE_INTEGER } = request
  const { count, rows } = await tables.take({ limit, lastId })
  if (count === 0) return 0
  const { counts, ringCounts } = tally(rows.filter((row) => hourOf(row) >= oldestKept(now)))
  await tables.addCounts(counts)
  await tables.addRingTimes(ringCounts)
  await tables.addSearchKeys(rows.flatMap(searchKeysOf))
  return count
}

/**
 * Names the columns before the hour in the key, so that the index finds the old rows and the newer ones are not read.
 */
export async function forgetStatistics(sql: Sql, now: number): Promise<number> {
  const own = 'service_id IN (SELECT id FROM services) AND test IN (0, 1)'
  const ways = breakdowns.map((_, place) => place).join(', ')
  const before = oldestKept(now)
  return (
    (await sql.run(`DELETE FROM statistics WHERE ${own} AND breakdown IN (${ways}) AND hour < $1`, before)) +
    (await sql.run(`DELETE FROM ring_times WHERE ${own} AND hour < $1`, before)) +
    (await sql.run(
      `DELETE FROM conversions WHERE service_id IN (SELECT id FROM services) AND breakdown IN (${ways}) AND hour < $1`,
      before,
    ))
  )
}

const oldestKept = (now: number) => Math.floor(now / hourMs) - statisticsRetentionHours
const hourOf = (row: Row) => Math.floor(Number(row.started_at) / hourMs)

function tally(rows: readonly Row[]): { counts: Count[]; ringCounts: RingCount[] } {
  const counts: Count[] = []
  const hours = new Map<string, HourOfService>()
  const ringCounts = new Map<string, RingCount>()
  for (const row of rows) {
    const serviceId = Number(row.service_id)
    const test = Number(row.test)
    const hour = hourOf(row)
    const place = `${serviceId} ${test} ${hour}`
    const sums = hours.get(place) ?? breakdowns.map(() => new Map<string, Count>())
    hours.set(place, sums)
    const times = readTimes(row.details as string | null)
    const parts = partsOf(row, times)
    for (let breakdown = 0; breakdown < parts.length; breakdown++) {
      const part = parts[breakdown]!
      let sum = sums[breakdown]!.get(part)
      if (sum === undefined) {
        sum = { serviceId, test, breakdown, hour, part, attempts: 0, completed: 0, costUnits: 0 }
        sums[breakdown]!.set(part, sum)
        counts.push(sum)
      }
      sum.attempts += 1
      if (row.state === 1) sum.completed += 1
      sum.costUnits += Number(row.cost_units)
    }
    if (times.pddMs === null) continue
    const bucket = Math.min(lastRingBucket, Math.floor(times.pddMs / ringBucketMs))
    const ring = ringCounts.get(`${place} ${bucket}`)
    if (ring !== undefined) ring.calls += 1
    else ringCounts.set(`${place} ${bucket}`, { serviceId, test, hour, bucket, calls: 1 })
  }
  return { counts, ringCounts: [...ringCounts.values()] }
}

/** The sums by part, for each breakdown. */
type HourOfService = readonly Map<string, Count>[]

/** In the order of `breakdowns`. */
function partsOf(row: Row, times: CallTimes): string[] {
  return [
    String(row.service_id),
    modes[Number(row.mode)]!,
    String(row.country),
    String(row.operator),
    outcomeOf(row, times),
  ]
}

/** A completed call that is suspect is counted by itself. */
function outcomeOf(row: Row, { suspect }: CallTimes): string {
  if (row.state !== 1) return String(row.reason ?? '')
  return suspect ? suspectOutcome : completedOutcome
}
