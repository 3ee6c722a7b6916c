import { type LookupHold, type LookupKey, lookupKeyRetentionMs } from '../../books/lookup-hold.ts'
import type { Row, Sql } from '../sql.ts'

/** Held prices of checkPhone that are past their deadline, the oldest first. */
export async function dueLookups(
  sql: Sql,
  { now, limit }: { now: number; limit: number },
): Promise<{ lookupId: string; accountId: number }[]> {
  const rows = await sql.all(
    'SELECT lookup_id, account_id FROM lookup_holds WHERE deadline_at <= $1 ORDER BY deadline_at LIMIT $2',
    now,
    limit,
  )
  return rows.map((row) => ({ lookupId: String(row.lookup_id), accountId: Number(row.account_id) }))
}

export function lookupHoldOf(row: Row): LookupHold {
  return {
    lookupId: String(row.lookup_id),
    accountId: Number(row.account_id),
    amountUnits: Number(row.amount_units),
    spendScopes: row.spend_scopes as string | null,
    startedAt: Number(row.started_at),
    deadlineAt: Number(row.deadline_at),
  }
}

export function lookupKeyOf(row: Row): LookupKey {
  return {
    lookupId: String(row.lookup_id),
    fingerprint: row.fingerprint as Uint8Array,
    amountUnits: Number(row.amount_units),
    balanceUnits: Number(row.balance_units),
    startedAt: Number(row.started_at),
    count: Number(row.count),
  }
}

/** Deletes idempotency keys of checkPhone that are older than a day. */
export async function forgetLookupKeys(sql: Sql, { now, limit }: { now: number; limit: number }) {
  return await sql.run(
    `DELETE FROM lookup_keys WHERE lookup_id IN
       (SELECT lookup_id FROM lookup_keys WHERE started_at < $1 ORDER BY started_at LIMIT $2)`,
    now - lookupKeyRetentionMs,
    limit,
  )
}
