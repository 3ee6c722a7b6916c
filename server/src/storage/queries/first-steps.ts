import { part, raw, type Sql, type SqlPart } from '../sql.ts'

/** What a new account has done, from what is stored about it. */
export interface FirstSteps {
  /** A call rang and was paid for, or a phone was approved. */
  readonly hasRung: boolean
  /** A code was typed, and it was right. */
  readonly hasApproved: boolean
  /** Somebody confirmed that a key is stored. A request proves nothing of it: hooks are signed without a key. */
  readonly hasKeptKey: boolean
  /** A program used a key. */
  readonly hasCalledApi: boolean
  /** There is an address for events, or a webhook was put into the outbox. */
  readonly hasWebhook: boolean
}

/** Facts are searched in so many of the oldest rows: a new account has few, and the list is for new accounts. */
const maxRowsRead = 1_000

/** undefined when the account has no checklist, or no longer. */
export async function firstSteps(sql: Sql, accountId: number): Promise<FirstSteps | undefined> {
  const its = part`account_id = ${accountId}`
  const own = part`service_id IN (SELECT id FROM services WHERE ${its})`
  const row = await sql.get`SELECT key_kept_at,
      EXISTS (SELECT 1 FROM ledger WHERE ${its} AND entry <= ${maxRowsRead} AND kind = 'capture') AS has_rung,
      EXISTS (SELECT 1 FROM (
        SELECT status FROM verifications WHERE ${its} ORDER BY id LIMIT ${maxRowsRead}
      ) AS oldest WHERE status = 'approved') AS has_approved,
      EXISTS (SELECT 1 FROM services WHERE ${its} AND last_request_at > 0) AS has_called,
      EXISTS (SELECT 1 FROM event_endpoints WHERE ${own} AND url <> '') AS has_endpoint,
      EXISTS (SELECT 1 FROM deliveries WHERE ${own} AND receiver <> '') AS has_delivery
    FROM first_steps WHERE ${its} AND ended_at IS NULL`
  if (row === undefined) return undefined
  // 1 in the embedded store, true in PostgreSQL.
  return {
    hasRung: Boolean(row.has_rung || row.has_approved),
    hasApproved: Boolean(row.has_approved),
    hasKeptKey: row.key_kept_at !== null,
    hasCalledApi: Boolean(row.has_called),
    hasWebhook: Boolean(row.has_endpoint || row.has_delivery),
  }
}

export interface Moment {
  readonly accountId: number
  readonly at: number
}

export async function startFirstSteps(sql: Sql, { accountId, at }: Moment): Promise<void> {
  await sql.run`INSERT INTO first_steps (account_id, started_at) VALUES (${accountId}, ${at})
    ON CONFLICT DO NOTHING`
}

/** Notes the first time of something. */
const noteIn =
  (column: SqlPart) =>
  async (sql: Sql, { accountId, at }: Moment): Promise<void> => {
    await sql.run`UPDATE first_steps SET ${column} = ${at} WHERE account_id = ${accountId} AND ${column} IS NULL`
  }
export const noteKeyKept = noteIn(raw('key_kept_at'))
export const endFirstSteps = noteIn(raw('ended_at'))
