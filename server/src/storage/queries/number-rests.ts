import type { Finding, HealthCounts } from '../../quality/number-health.ts'
import { json, named, number, oneOf, orNull, type RecordOf, tableOf, text } from '../record.ts'
import type { Sql } from '../sql.ts'
import { bumpSettingsVersion } from './meta.ts'
import type { CallerRangeKey } from './trunks.ts'

/**
 * `resting`: other numbers are used instead, where there are any. `trial`: back with few calls. `well`: the trial is
 * passed; kept so that old calls do not count again, and a relapse rests longer.
 */
export type RestState = 'resting' | 'trial' | 'well'

/** One number, or a block of ten thousand, on a trunk. */
export type RestKey = CallerRangeKey

const rests = tableOf('number_rests', {
  trunk: text,
  first: named('first_number', text),
  last: named('last_number', text),
  state: oneOf<RestState>(),
  /** How often it had to rest. */
  strikes: number,
  /** When this state began. */
  since: number,
  /** When the rest ends; 0 in other states. */
  until: named('until_at', number),
  /** The day, counted from 1970, from which calls are judged. */
  fromDay: number,
  /** The calls of that day that do not count, because they came before. null: all until now, filled in by the next look. */
  before: named('counts_before', orNull(json<HealthCounts>())),
  /** Why it had to rest. */
  finding: json<Finding>(),
})
export type NumberRest = RecordOf<typeof rests>

/** Calling numbers that rest, are on trial, or were so lately. */
export const numberRests = (sql: Sql) => rests.all(sql, 'trunk, first_number, last_number')

/** Returns how many rows were saved or removed. Nodes read them again when the settings version grows. */
export async function changeNumberRests(
  sql: Sql,
  { saved, removed }: { saved: readonly NumberRest[]; removed: readonly RestKey[] },
) {
  await bumpSettingsVersion(sql)
  for (const rest of saved) await sql.run(...rests.upsert(rest, 'trunk', 'first', 'last'))
  for (const { trunk, first, last } of removed) await rests.remove(sql, { trunk, first, last })
  return saved.length + removed.length
}

/** True for one node in each period: the others leave the look at the numbers to it. */
export async function claimNumberReview(
  sql: Sql,
  { now, periodMs }: { readonly now: number; readonly periodMs: number },
): Promise<boolean> {
  const taken = await sql.run`INSERT INTO meta (name, value) VALUES ('number_review_at', ${String(now)})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
    WHERE CAST(meta.value AS BIGINT) <= ${now - periodMs}`
  return taken === 1
}
