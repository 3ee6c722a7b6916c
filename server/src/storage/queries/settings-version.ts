import type { Sql } from '../sql.ts'

/** Every change that running nodes have to notice moves the version that they poll. */
export async function bumpSettingsVersion(sql: Sql): Promise<void> {
  await sql.run(
    "UPDATE meta SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE name = 'settings_version'",
  )
}

/** Moves the version on if it is still this one. Whoever else wants to do so waits until the transaction ends. */
export async function takeSettingsVersion(sql: Sql, version: number): Promise<boolean> {
  const taken = await sql.run(
    "UPDATE meta SET value = $2 WHERE name = 'settings_version' AND value = $1",
    String(version),
    String(version + 1),
  )
  return taken === 1
}

/** Grows with every change that the operator or an owner makes; nodes poll it. */
export async function settingsVersion(sql: Sql): Promise<number> {
  const row = await sql.get("SELECT value FROM meta WHERE name = 'settings_version'")
  return Number(row?.value)
}
