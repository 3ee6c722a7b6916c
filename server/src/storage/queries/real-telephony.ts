import type { Sql } from '../sql.ts'

/**
 * Marks that the installation has had a real trunk or number. The mark stays even if that is removed: the demo ends for
 * good.
 */
export async function noteRealTelephony(sql: Sql): Promise<void> {
  await sql.run("INSERT INTO meta VALUES ('real_telephony', '1') ON CONFLICT DO NOTHING")
}

/** Whether a real trunk or number, not made by the demo, exists or has existed. */
export async function hasRealTelephony(sql: Sql): Promise<boolean> {
  return (await sql.get("SELECT 1 AS found FROM meta WHERE name = 'real_telephony'")) !== undefined
}
