import type { Finding, HealthCounts } from '../../quality/number-counts.ts'
import type { Row, Sql } from '../sql.ts'
import { bumpSettingsVersion } from './settings-version.ts'
import type { CallerRangeKey } from './trunks.ts'

/**
 * `resting`: other numbers are used instead, where there are any. `trial`: back with few calls. `well`: the trial is
 * passed; kept so that old calls do not count again, and a relapse rests longer.
 */
export type RestState = 'resting' | 'trial' | 'well'

/** One number, or a block of ten thousand, on a trunk. */
export type RestKey = CallerRangeKey

export interface NumberRest extends RestKey {
  readonly state: RestState
  /** How often it had to rest. */
  readonly strikes: number
  /** When this state began. */
  readonly since: number
  /** When the rest ends; 0 in other states. */
  readonly until: number
  /** The day, counted from 1970, from which calls are judged. */
  readonly fromDay: number
  /** The calls of that day that do not count, because they came before. null: all until now, filled in by the next look. */
  readonly before: HealthCounts | null
  /** Why it had to rest. */
  readonly finding: Finding
}

export interface NumberRestChange {
  readonly saved: readonly NumberRest[]
  readonly removed: readonly RestKey[]
}

/** Calling numbers that rest, are on trial, or were so lately. */
export async function numberRests(sql: Sql): Promise<NumberRest[]> {
  const rows = await sql.all('SELECT * FROM number_rests ORDER BY trunk, first_number, last_number')
  return rows.map(restOf)
}

/** Returns how many rows were saved or removed. Nodes read them again when the settings version grows. */
export async function changeNumberRests(sql: Sql, { saved, removed }: NumberRestChange): Promise<number> {
  await bumpSettingsVersion(sql)
  for (const rest of saved) {
    await sql.run(
      `INSERT INTO number_rests
         (trunk, first_number, last_number, state, strikes, since, until_at, from_day, counts_before, finding)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (trunk, first_number, last_number) DO UPDATE SET state = excluded.state,
         strikes = excluded.strikes, since = excluded.since, until_at = excluded.until_at,
         from_day = excluded.from_day, counts_before = excluded.counts_before, finding = excluded.finding`,
      rest.trunk,
      rest.first,
      rest.last,
      rest.state,
      rest.strikes,
      rest.since,
      rest.until,
      rest.fromDay,
      rest.before === null ? null : JSON.stringify(rest.before),
      JSON.stringify(rest.finding),
    )
  }
  for (const { trunk, first, last } of removed) {
    await sql.run(
      'DELETE FROM number_rests WHERE trunk = $1 AND first_number = $2 AND last_number = $3',
      trunk,
      first,
      last,
    )
  }
  return saved.length + removed.length
}

/** True for one node in each period: the others leave the look at the numbers to it. */
export async function claimNumberReview(
  sql: Sql,
  { now, periodMs }: { readonly now: number; readonly periodMs: number },
): Promise<boolean> {
  const taken = await sql.run(
    `INSERT INTO meta (name, value) VALUES ('number_review_at', $1)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE CAST(meta.value AS BIGINT) <= $2`,
    String(now),
    now - periodMs,
  )
  return taken === 1
}

function restOf(row: Row): NumberRest {
  return {
    trunk: String(row.trunk),
    first: String(row.first_number),
    last: String(row.last_number),
    state: row.state as RestState,
    strikes: Number(row.strikes),
    since: Number(row.since),
    until: Number(row.until_at),
    fromDay: Number(row.from_day),
    before: row.counts_before === null ? null : (JSON.parse(String(row.counts_before)) as HealthCounts),
    finding: JSON.parse(String(row.finding)) as Finding,
  }
}
