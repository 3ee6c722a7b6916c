import { tableOf, text } from '../record.ts'
import { newestVersion, type SchemaMark, schemaMeta } from '../schema-state.ts'
import type { Sql } from '../sql.ts'

/** What is known of the installation as a whole, by its name. */
const entries = tableOf('meta', { name: text, value: text })

export async function meta(sql: Sql, name: string): Promise<string | undefined> {
  return (await entries.find(sql, { name }))?.value
}

export async function setMeta(sql: Sql, name: string, value: string): Promise<void> {
  await sql.run(...entries.upsert({ name, value }, 'name'))
}

/** The schema as a newer program has made it; undefined when this one knows all of it. */
export async function schemaAhead(sql: Sql): Promise<SchemaMark | undefined> {
  const found = await meta(sql, schemaMeta)
  const mark = found === undefined ? undefined : (JSON.parse(found) as SchemaMark)
  return mark !== undefined && mark.version > newestVersion() ? mark : undefined
}

/** Stores the value if there is none yet, and returns the stored value. */
export async function claimMeta(sql: Sql, entry: { name: string; value: string }): Promise<string> {
  await sql.run(...entries.insert(entry, 'ON CONFLICT DO NOTHING'))
  return (await meta(sql, entry.name))!
}

/** Replaces an entry that has this value; whether it had. */
export async function replaceMeta(
  sql: Sql,
  { name, from, to }: { readonly name: string; readonly from: string; readonly to: string },
): Promise<boolean> {
  return (await sql.run(...entries.update({ name, value: from }, { value: to }))) === 1
}

/** Checks that a write reaches the disk now, and returns the time by the clock of the store. */
export async function heartbeat(sql: Sql, at: number): Promise<number> {
  await setMeta(sql, 'heartbeat', String(at))
  return at
}

/** The time by the clock of the store: the database's, which all nodes share, or the caller's where it has none. */
export const storeTime = async (_: Sql, { now }: { readonly now: number }) => now

/** What the version that starts says of itself; the last start wins. */
export const recordRelease = (sql: Sql, record: string) => setMeta(sql, 'release', record)

/**
 * Marks that the installation has had a real trunk or number. The mark stays even if that is removed: the demo ends for
 * good.
 */
export const noteRealTelephony = (sql: Sql) => claimMeta(sql, { name: 'real_telephony', value: '1' })

/** Whether a real trunk or number, not made by the demo, exists or has existed. */
export async function hasRealTelephony(sql: Sql): Promise<boolean> {
  return (await meta(sql, 'real_telephony')) !== undefined
}

/** Increases the version that nodes poll. Called for every change that running nodes have to notice. */
export async function bumpSettingsVersion(sql: Sql): Promise<void> {
  await sql.run`UPDATE meta SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)
    WHERE name = 'settings_version'`
}

/** Other transactions that change settings wait until this one ends. */
export async function lockSettings(sql: Sql): Promise<void> {
  await sql.run("UPDATE meta SET value = value WHERE name = 'settings_version'")
}

/** Grows with every change by the operator or an owner; nodes poll it. */
export async function settingsVersion(sql: Sql): Promise<number> {
  const row = await sql.get("SELECT value FROM meta WHERE name = 'settings_version'")
  return Number(row?.value)
}
