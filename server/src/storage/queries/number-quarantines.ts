import type { Finding, HealthCounts } from '../../quality/number-health.ts'
import { json, named, number, oneOf, orNull, type RecordOf, tableOf, text } from '../record.ts'
import type { Sql } from '../sql.ts'
import { bumpSettingsVersion } from './meta.ts'
import type { CallerRangeKey } from './trunks.ts'

/**
 * `quarantined`: other numbers are used instead, where there are any. `probation`: back with few calls. `healthy`: that is
 * passed; kept so that old calls do not count again, and a relapse is quarantined for longer.
 */
export type QuarantineState = 'quarantined' | 'probation' | 'healthy'

/** One number, or a block of ten thousand, on a trunk. */
export type QuarantineKey = CallerRangeKey

const quarantines = tableOf('number_quarantines', {
  trunk: text,
  first: named('first_number', text),
  last: named('last_number', text),
  state: oneOf<QuarantineState>(),
  /** How often it was quarantined. */
  strikes: number,
  /** When this state began. */
  since: number,
  /** When the quarantine ends; 0 in other states. */
  until: named('until_at', number),
  /** The day, counted from 1970, from which calls are judged. */
  fromDay: number,
  /** The calls of that day that do not count, because they came before. null: all until now, filled in by the next look. */
  before: named('counts_before', orNull(json<HealthCounts>())),
  /** Why it was quarantined. */
  finding: json<Finding>(),
})
export type NumberQuarantine = RecordOf<typeof quarantines>

/** Calling numbers that are quarantined, on probation, or were so lately. */
export const numberQuarantines = (sql: Sql) => quarantines.all(sql, 'trunk, first_number, last_number')

/** Returns how many rows were saved or removed. Nodes read them again when the settings version grows. */
export async function changeNumberQuarantines(
  sql: Sql,
  { saved, removed }: { saved: readonly NumberQuarantine[]; removed: readonly QuarantineKey[] },
) {
  await bumpSettingsVersion(sql)
  for (const quarantine of saved) await sql.run(...quarantines.upsert(quarantine, 'trunk', 'first', 'last'))
  for (const { trunk, first, last } of removed) await quarantines.remove(sql, { trunk, first, last })
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
