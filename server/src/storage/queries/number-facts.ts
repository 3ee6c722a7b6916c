import { combined, type HealthCounts, healthMeasures } from '../../quality/number-health.ts'
import { type Row, raw, type Sql } from '../sql.ts'
import { inPieces } from './pieces.ts'

/** Calls of a day over a trunk. */
export interface TrunkDay {
  readonly day: number
  readonly trunk: string
  readonly counts: HealthCounts
}

/** Calls of a day from one calling number, which is known by its keyed hash. */
export interface CallerDay extends TrunkDay {
  readonly callerHash: string
}

const sums = raw(healthMeasures.map((measure) => `sum(${measure}) AS ${measure}`).join(', '))

/** The calls of all numbers together, by day and trunk. */
export async function numberTotals(sql: Sql, fromDay: number): Promise<TrunkDay[]> {
  const rows =
    await sql.all`SELECT day, trunk, ${sums} FROM number_facts WHERE day >= ${fromDay} GROUP BY day, trunk`
  return rows.map(dayOf)
}

/** Fewer calls than a judgement needs: the calls of one number have two hashes, which are put together later. */
const fewCalls = 4
/** Below the margin of the judgement, which compares day by day. */
const conspicuous = 0.1

/**
 * The hashes that may be of a refused number, because a share of their calls is well above that of their trunk. Most
 * numbers are left out here, so that few rows are read one by one.
 */
export async function suspectCallers(sql: Sql, fromDay: number): Promise<string[]> {
  const above = (hits: string, of: string) =>
    raw(`(own.${of} >= ${fewCalls} AND (${hits.replaceAll('@', 'own')}) * 1.0 >
      own.${of} * (${conspicuous} + (${hits.replaceAll('@', 'whole')}) * 1.0 / whole.${of}))`)
  const rows = await sql.all`WITH
      own AS (SELECT caller_hash, trunk, ${sums} FROM number_facts WHERE day >= ${fromDay} GROUP BY caller_hash, trunk),
      whole AS (SELECT trunk, ${sums} FROM number_facts WHERE day >= ${fromDay} GROUP BY trunk)
    SELECT DISTINCT own.caller_hash AS caller_hash FROM own JOIN whole ON whole.trunk = own.trunk
    WHERE ${above('@.attempts - @.rang', 'attempts')} OR ${above('@.declined', 'rang')}
      OR ${above('@.checked - @.approved', 'checked')}`
  return rows.map((row) => String(row.caller_hash))
}

/** The calls of these hashes, by day and trunk. */
export async function numberDays(
  sql: Sql,
  { fromDay, hashes }: { readonly fromDay: number; readonly hashes: readonly string[] },
): Promise<CallerDay[]> {
  const days: CallerDay[] = []
  for (const some of inPieces(hashes)) {
    const rows =
      await sql.all`SELECT day, caller_hash, trunk, ${raw(healthMeasures.join(', '))} FROM number_facts
      WHERE day >= ${fromDay} AND caller_hash IN (${some})`
    days.push(...rows.map((row) => ({ ...dayOf(row), callerHash: String(row.caller_hash) })))
  }
  return days
}

/** A single number has no count of blocks: its row lacks the column. */
const dayOf = (row: Row): TrunkDay => ({
  day: Number(row.day),
  trunk: String(row.trunk),
  counts: combined((measure) => Number(row[measure] ?? 0)),
})
