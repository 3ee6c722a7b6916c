import type { Finding, HealthCounts } from '../../quality/number-counts.ts'
import type { NumberRest, NumberRestChange, RestState } from '../number-records.ts'
import type { Row, Sql } from '../sql.ts'
import { bumpSettingsVersion } from './settings-version.ts'

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
