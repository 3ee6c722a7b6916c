import type { Sql } from '../sql.ts'

/** The first real trunk or number of an installation. It is remembered even if it is removed: the demo ends for good. */
export async function noteRealTelephony(sql: Sql): Promise<void> {
  await sql.run("INSERT INTO meta VALUES ('real_telephony', '1') ON CONFLICT DO NOTHING")
}

/** A real trunk or number exists or has existed: not one that the demo made. */
export async function hasRealTelephony(sql: Sql): Promise<boolean> {
  return (await sql.get("SELECT 1 AS found FROM meta WHERE name = 'real_telephony'")) !== undefined
}
