import { each, number, type RecordOf, tableOf, text } from '../record.ts'
import type { Sql } from '../sql.ts'

export interface FailingWebhooksQuery {
  /** Only webhooks made since. */
  readonly since: number
  /** Of a receiver, those made since are judged. */
  readonly lately: number
  /** Of a receiver that gets few, this many of the last are judged. */
  readonly last: number
  /** How many of the newest are looked at. */
  readonly newest: number
  /** Fewer failures are nobody's concern. */
  readonly fewest: number
  readonly limit: number
}

/** One receiver (host and port) of one service. */
const failures = tableOf('deliveries', {
  serviceId: number,
  receiver: text,
  sent: number,
  /** Failed for good, or at least twice and still tried. */
  failing: number,
})
export type FailingWebhooks = RecordOf<typeof failures>

export interface LowBalanceQuery {
  /** Days since 1970. */
  readonly fromDay: number
  readonly days: number
  /** Accounts that spend less in these days are left out. */
  readonly leastSpentUnits: number
  readonly limit: number
}

export interface LowBalance {
  readonly accountId: number
  /** With what is held. */
  readonly leftUnits: number
  /** Spent on an average day. */
  readonly dayUnits: number
}

export interface FewRightKeysQuery {
  /** Hours since 1970. */
  readonly fromHour: number
  readonly fewestCalls: number
  readonly limit: number
}

/** Answered calls that asked for a key, and those in which the right one was pressed. */
const rightKeys = tableOf('hour_facts', each(number, 'serviceId', 'calls', 'right'))
export type RightKeys = RecordOf<typeof rightKeys>

/**
 * Receivers of webhooks that fail more often than they answer, among the newest webhooks of all services. What has not been
 * tried twice is not judged yet: behind a receiver that fails, most of them wait.
 */
export async function failingWebhooks(
  sql: Sql,
  { since, lately, last, newest, fewest, limit }: FailingWebhooksQuery,
): Promise<FailingWebhooks[]> {
  const rows = await sql.all`SELECT service_id, receiver, count(*) AS sent, sum(failing) AS failing FROM (
      SELECT service_id, receiver, created_at, CASE WHEN state = 'delivered' THEN 0 ELSE 1 END AS failing,
        row_number() OVER (PARTITION BY service_id, receiver ORDER BY id DESC) AS place
      FROM (SELECT * FROM deliveries ORDER BY id DESC LIMIT ${newest}) AS newest
      WHERE created_at >= ${since} AND service_id > 0 AND test = 0 AND (state IN ('delivered', 'failed') OR tries >= 2)) AS judged
    WHERE created_at >= ${lately} OR place <= ${last} GROUP BY service_id, receiver
    HAVING sum(failing) >= ${fewest} AND 2 * sum(failing) > count(*)
    ORDER BY sum(failing) DESC, service_id, receiver LIMIT ${limit}`
  return rows.map(failures.of)
}

/** Accounts whose balance ends within a day if they go on spending as they did since `fromDay`, the largest first. */
export async function lowBalances(
  sql: Sql,
  { fromDay, days, leastSpentUnits, limit }: LowBalanceQuery,
): Promise<LowBalance[]> {
  const rows = await sql.all`SELECT accounts.id AS account_id, balance_units + held_units AS left_units,
      spent_units
    FROM accounts
    JOIN (SELECT services.account_id, sum(day_facts.price_units) AS spent_units
          FROM services JOIN day_facts ON day_facts.service_id = services.id AND day_facts.test = 0
            AND day_facts.day >= ${fromDay}
          GROUP BY services.account_id) AS spending ON spending.account_id = accounts.id
    WHERE accounts.demo = 0 AND accounts.status = 'active' AND spent_units >= ${leastSpentUnits}
      AND (balance_units + held_units) * ${days} < spent_units
    ORDER BY spent_units DESC, accounts.id LIMIT ${limit}`
  return rows.map((row) => ({
    accountId: Number(row.account_id),
    leftUnits: Number(row.left_units),
    dayUnits: Number(row.spent_units) / days,
  }))
}

/** Services that call people who are asked for a key, of whom less than a third press the right one. */
export async function fewRightKeys(
  sql: Sql,
  { fromHour, fewestCalls, limit }: FewRightKeysQuery,
): Promise<RightKeys[]> {
  const rows =
    await sql.all`SELECT service_id, sum(key_calls) AS calls, coalesce(sum(right_keys), 0) AS "right"
    FROM services JOIN hour_facts ON service_id = services.id AND test = 0 AND hour >= ${fromHour}
    GROUP BY service_id HAVING sum(key_calls) >= ${fewestCalls}
      AND 3 * coalesce(sum(right_keys), 0) < sum(key_calls)
    ORDER BY calls DESC, service_id LIMIT ${limit}`
  return rows.map(rightKeys.of)
}
