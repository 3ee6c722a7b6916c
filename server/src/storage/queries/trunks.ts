import { defaultsOf, type ValuesOf } from '../../fields/field.ts'
import { trunkFields } from '../../fields/trunk-fields.ts'
import { flag, json, named, number, orNull, type RecordOf, tableOf, text } from '../record.ts'
import { raw, type Sql } from '../sql.ts'
import { bumpSettingsVersion, noteRealTelephony } from './meta.ts'

/** Trunks and the caller pool. They change while the service runs, which polls the settings version. */

export type TrunkSettings = ValuesOf<typeof trunkFields>

/** What a trunk is that only has a host. */
export const defaultTrunkSettings = defaultsOf(trunkFields)

const trunkTable = tableOf('trunks', {
  name: text,
  /** The carrier simulator of demo mode. */
  demo: flag,
  settings: json<TrunkSettings>(),
  /** The password, encrypted with a key that is not in the database. */
  sealedPassword: orNull(text),
  updatedAt: number,
})
export type TrunkRecord = RecordOf<typeof trunkTable>

const rangeTable = tableOf('caller_ranges', {
  first: named('first_number', text),
  last: named('last_number', text),
  trunk: text,
  /** What phones show beside these numbers, as agreed with the network; "" when nothing is known. */
  label: text,
  /** The category of calls that networks keep for these numbers. */
  category: text,
})
export type CallerRangeRecord = RecordOf<typeof rangeTable>
/** Numbers `first` to `last`, digits of one length, that may be shown on a trunk. */
export type CallerRangeKey = Pick<CallerRangeRecord, 'first' | 'last' | 'trunk'>

export async function trunks(sql: Sql): Promise<TrunkRecord[]> {
  const found = await trunkTable.all(sql, 'name')
  // A trunk that was saved before a setting existed has the default.
  return found.map((trunk) => ({ ...trunk, settings: { ...defaultTrunkSettings, ...trunk.settings } }))
}

export async function saveTrunk(sql: Sql, trunk: TrunkRecord): Promise<void> {
  await bumpSettingsVersion(sql)
  if (!trunk.demo) await noteRealTelephony(sql)
  await sql.run(...trunkTable.upsert(trunk, 'name'))
}

const ofTrunks = [
  'caller_ranges',
  'number_quarantines',
  'trunk_traits',
  'route_counts',
  'confirmation_trunks',
]

/**
 * Removes its numbers and what was learned about it too: a confirmation number without trunks would be open to every
 * trunk.
 */
export async function removeTrunk(sql: Sql, name: string): Promise<boolean> {
  const bound = await sql.all`SELECT number FROM confirmation_trunks WHERE trunk = ${name}`
  for (const table of ofTrunks) await sql.run`DELETE FROM ${raw(table)} WHERE trunk = ${name}`
  for (const { number } of bound) {
    await sql.run`DELETE FROM confirmation_numbers
      WHERE number = ${String(number)} AND NOT EXISTS (
        SELECT 1 FROM confirmation_trunks WHERE confirmation_trunks.number = ${String(number)})`
  }
  return trunkTable.removeOne(sql, { name })
}

export const callerRanges = (sql: Sql) => rangeTable.all(sql, 'first_number, last_number, trunk')

/** Its trunk has to exist. */
export async function addCallerRange(sql: Sql, { first, last, trunk }: CallerRangeKey): Promise<void> {
  await bumpSettingsVersion(sql)
  await sql.run(...rangeTable.insert({ first, last, trunk }, 'ON CONFLICT DO NOTHING'))
}

export const removeCallerRange = (sql: Sql, { first, last, trunk }: CallerRangeKey) =>
  rangeTable.remove(sql, { first, last, trunk })

/** Notes what phones show beside the numbers. */
export const labelCallerRange = (sql: Sql, { label, category, ...key }: CallerRangeRecord) =>
  sql.run(...rangeTable.update(key, { label, category }))
