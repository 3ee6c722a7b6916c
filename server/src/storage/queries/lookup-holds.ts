import { lookupKeyRetentionMs } from '../../books/lookup-hold.ts'
import { bytes, each, number, orNull, tableOf, text } from '../record.ts'
import { part, type Sql } from '../sql.ts'

export const lookupHoldTable = tableOf('lookup_holds', {
  lookupId: text,
  ...each(number, 'accountId', 'amountUnits', 'startedAt', 'deadlineAt'),
  spendScopes: orNull(text),
})

export const lookupKeyTable = tableOf('lookup_keys', {
  lookupId: text,
  fingerprint: bytes,
  ...each(number, 'amountUnits', 'balanceUnits', 'startedAt', 'count'),
})

/** Held prices of checkPhone that are past their deadline, the oldest first. */
export async function dueLookups(
  sql: Sql,
  { now, limit }: { now: number; limit: number },
): Promise<{ lookupId: string; accountId: number }[]> {
  return lookupHoldTable.where(sql, part`deadline_at <= ${now} ORDER BY deadline_at LIMIT ${limit}`)
}

/** Deletes idempotency keys of checkPhone that are older than a day. */
export async function forgetLookupKeys(sql: Sql, { now, limit }: { now: number; limit: number }) {
  return await sql.run`DELETE FROM lookup_keys WHERE lookup_id IN (
    SELECT lookup_id FROM lookup_keys WHERE started_at < ${now - lookupKeyRetentionMs}
    ORDER BY started_at LIMIT ${limit})`
}
