import { defaultsOf, type ValuesOf } from '../../fields/field.ts'
import { trunkFields } from '../../fields/trunk-fields.ts'
import { flag, json, named, number, orNull, type RecordOf, tableOf, text } from '../record.ts'
import type { Row, Sql } from '../sql.ts'
import { noteRealTelephony } from './real-telephony.ts'
import { bumpSettingsVersion } from './settings-version.ts'

/** Trunks and the caller pool. They change while the service runs, which polls the settings version. */

/** What phones show beside the numbers of some ranges. */
export interface RangeLabel {
  readonly ranges: readonly CallerRangeKey[]
  readonly label: string
  readonly category: string
}

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
  return (await sql.all('SELECT * FROM trunks ORDER BY name')).map(trunkOf)
}

export async function saveTrunk(sql: Sql, trunk: TrunkRecord): Promise<void> {
  await bumpSettingsVersion(sql)
  if (!trunk.demo) await noteRealTelephony(sql)
  await sql.run(...trunkTable.upsert(trunk, 'name'))
}

/**
 * Removes its numbers and what was learned about it too: a confirmation number without trunks would be open to every
 * trunk.
 */
export async function removeTrunk(sql: Sql, name: string): Promise<boolean> {
  await bumpSettingsVersion(sql)
  await sql.run('DELETE FROM caller_ranges WHERE trunk = $1', name)
  await sql.run('DELETE FROM number_rests WHERE trunk = $1', name)
  await sql.run('DELETE FROM early_media WHERE trunk = $1', name)
  await sql.run('DELETE FROM caller_sources WHERE trunk = $1', name)
  await sql.run('DELETE FROM media_signs WHERE trunk = $1', name)
  await sql.run('DELETE FROM route_counts WHERE trunk = $1', name)
  const bound = await sql.all('SELECT number FROM confirmation_trunks WHERE trunk = $1', name)
  await sql.run('DELETE FROM confirmation_trunks WHERE trunk = $1', name)
  for (const { number } of bound) {
    await sql.run(
      `DELETE FROM confirmation_numbers
       WHERE number = $1 AND NOT EXISTS (SELECT 1 FROM confirmation_trunks WHERE confirmation_trunks.number = $1)`,
      String(number),
    )
  }
  return (await sql.run('DELETE FROM trunks WHERE name = $1', name)) === 1
}

export async function callerRanges(sql: Sql): Promise<CallerRangeRecord[]> {
  const rows = await sql.all('SELECT * FROM caller_ranges ORDER BY first_number, last_number, trunk')
  return rows.map(rangeTable.of)
}

export async function addCallerRange(
  sql: Sql,
  range: CallerRangeKey,
): Promise<'added' | 'known' | 'no-such-trunk'> {
  if ((await sql.get('SELECT 1 AS found FROM trunks WHERE name = $1', range.trunk)) === undefined) {
    return 'no-such-trunk'
  }
  await bumpSettingsVersion(sql)
  const { first, last, trunk } = range
  const added = await sql.run(...rangeTable.insert({ first, last, trunk }, 'ON CONFLICT DO NOTHING'))
  return added === 1 ? 'added' : 'known'
}

/** Adds all of them and returns how many are new. The trunks have to exist. */
export async function addCallerRanges(sql: Sql, ranges: readonly CallerRangeKey[]): Promise<number> {
  let added = 0
  for (const range of ranges) if ((await addCallerRange(sql, range)) === 'added') added += 1
  return added
}

/** Returns how many existed. */
export async function removeCallerRanges(sql: Sql, ranges: readonly CallerRangeKey[]): Promise<number> {
  let removed = 0
  for (const range of ranges) if (await removeCallerRange(sql, range)) removed += 1
  return removed
}

export async function removeCallerRange(sql: Sql, range: CallerRangeKey): Promise<boolean> {
  await bumpSettingsVersion(sql)
  const removed = await sql.run(
    'DELETE FROM caller_ranges WHERE first_number = $1 AND last_number = $2 AND trunk = $3',
    range.first,
    range.last,
    range.trunk,
  )
  return removed === 1
}

/** Notes what phones show beside the numbers. Returns how many of the ranges exist. */
export async function labelCallerRanges(sql: Sql, { ranges, label, category }: RangeLabel): Promise<number> {
  let labelled = 0
  for (const { first, last, trunk } of ranges)
    labelled += await sql.run(...rangeTable.update({ first, last, trunk }, { label, category }))
  return labelled
}

function trunkOf(row: Row): TrunkRecord {
  const found = trunkTable.of(row)
  // A trunk that was saved before a setting existed has the default.
  return { ...found, settings: { ...defaultTrunkSettings, ...found.settings } }
}
