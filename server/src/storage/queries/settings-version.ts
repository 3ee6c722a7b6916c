import type { Sql } from '../sql.ts'

/** Every change that running nodes have to notice moves the version that they poll. */
export async function bumpSettingsVersion(sql: Sql): Promise<void> {
  await sql.run(
    "UPDATE meta SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE name = 'settings_version'",
  )
}

/** Grows with every change that the operator or an owner makes; nodes poll it. */
export async function settingsVersion(sql: Sql): Promise<number> {
  const row = await sql.get("SELECT value FROM meta WHERE name = 'settings_version'")
  return Number(row?.value)
}
