import { number, type RecordOf, tableOf, text } from '../record.ts'
import { part, type Sql } from '../sql.ts'

/** What end users of a service agree to. A version is never changed. */
const texts = tableOf('consent_texts', {
  version: number,
  wording: text,
  /** In force from then on, until the next version. */
  since: number,
})
export type ConsentText = RecordOf<typeof texts>

/** The wordings of a service, oldest first. */
export const consentTexts = (sql: Sql, serviceId: number) =>
  texts.where(sql, part`service_id = ${serviceId} ORDER BY version`)

/** Returns the new version. */
export async function addConsentText(
  sql: Sql,
  { serviceId, wording, since }: Omit<ConsentText, 'version'> & { readonly serviceId: number },
) {
  const row = await sql.get`INSERT INTO consent_texts (service_id, version, wording, since)
    SELECT ${serviceId}, coalesce(max(version), 0) + 1, ${wording}, ${since} FROM consent_texts
    WHERE service_id = ${serviceId}
    RETURNING version`
  return Number(row!.version)
}

/** Those of the calls that are steps of a verification. */
export async function stepCalls(sql: Sql, vendorIds: readonly number[]): Promise<number[]> {
  if (vendorIds.length === 0) return []
  const rows = await sql.all`SELECT vendor_id FROM step_calls WHERE vendor_id IN (${vendorIds})`
  return rows.map((row) => Number(row.vendor_id))
}
