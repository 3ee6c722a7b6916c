import type { Sql } from '../sql.ts'

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
