import type { Sql } from '../sql.ts'

/** Increases the version that nodes poll. Called for every change that running nodes have to notice. */
export async function bumpSettingsVersion(sql: Sql): Promise<void> {
  await sql.run(
    "UPDATE meta SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE name = 'settings_version'",
  )
}

/** Increases the version if it is still this one. Other transactions that want to do so wait until this one ends. */
export async function takeSettingsVersion(sql: Sql, version: number): Promise<boolean> {
  const taken = await sql.run(
    "UPDATE meta SET value = $2 WHERE name = 'settings_version' AND value = $1",
    String(version),
    String(version + 1),
  )
  return taken === 1
}

/** Grows with every change by the operator or an owner; nodes poll it. */
export async function settingsVersion(sql: Sql): Promise<number> {
  const row = await sql.get("SELECT value FROM meta WHERE name = 'settings_version'")
  return Number(row?.value)
}
