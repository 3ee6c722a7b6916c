import { balanceLow } from '../../books/event-types.ts'
import { roublesText } from '../../books/money.ts'
import { flag, number, type RecordOf, tableOf } from '../record.ts'
import { raw, type Sql } from '../sql.ts'
import { type AccountEvent, notifyAccount, notifyMembers } from './event-endpoints.ts'
import { type InstallationSettings, installationSettings } from './installation.ts'
import type { Role } from './people.ts'

const notices = tableOf('balance_notices', {
  accountId: number,
  thresholdUnits: number,
  byEmail: flag,
  byMessenger: flag,
  /** When this crossing was put into the outbox; 0 while the balance is above the threshold. */
  notifiedAt: number,
})
export type BalanceNotice = RecordOf<typeof notices>

/** An account whose balance has just fallen below its threshold. */
export interface BalanceCrossing extends BalanceNotice {
  readonly balanceUnits: number
}

export const balanceNotice = (sql: Sql, accountId: number) => notices.find(sql, { accountId })

/** A new threshold counts as a new crossing: a notice is sent even if one was sent for the old threshold. */
export async function saveBalanceNotice(sql: Sql, notice: Omit<BalanceNotice, 'notifiedAt'>): Promise<void> {
  const end = `ON CONFLICT (account_id) DO UPDATE SET
    notified_at = CASE WHEN balance_notices.threshold_units = excluded.threshold_units
      THEN balance_notices.notified_at ELSE 0 END,
    threshold_units = excluded.threshold_units, by_email = excluded.by_email, by_messenger = excluded.by_messenger`
  await sql.run(...notices.insert({ ...notice, notifiedAt: 0 }, end))
}

export const removeBalanceNotice = (sql: Sql, accountId: number) => notices.removeOne(sql, { accountId })

const left = raw('(accounts.balance_units + accounts.held_units)')

/**
 * Puts each crossing into the outbox once: for endpoints, and for the members with one of these roles. An account that is
 * above its threshold again may cross it once more. Held money counts as still there, so a hold that is returned later is
 * not a crossing.
 */
export async function takeBalanceCrossings(
  sql: Sql,
  request: { readonly now: number; readonly limit: number; readonly roles: readonly Role[] },
) {
  await sql.run`UPDATE balance_notices SET notified_at = 0 WHERE notified_at <> 0 AND EXISTS (
    SELECT 1 FROM accounts WHERE accounts.id = account_id AND ${left} >= threshold_units)`
  const rows = await sql.all`SELECT balance_notices.*, ${left} AS left_units
    FROM balance_notices JOIN accounts ON accounts.id = balance_notices.account_id
    WHERE notified_at = 0 AND ${left} < threshold_units ORDER BY account_id LIMIT ${request.limit}`
  const taken: BalanceCrossing[] = []
  const settings = rows.length === 0 ? undefined : await installationSettings(sql)
  for (const row of rows) {
    // If two nodes see a crossing, the one whose update finds it unmarked sends the notice.
    const changed = await sql.run`UPDATE balance_notices SET notified_at = ${request.now}
      WHERE account_id = ${Number(row.account_id)} AND notified_at = 0`
    if (changed !== 1) continue
    const crossing = { ...notices.of(row), notifiedAt: request.now, balanceUnits: Number(row.left_units) }
    const event = lowEvent(crossing, settings!)
    await notifyAccount(sql, crossing.accountId, event)
    await notifyMembers(sql, { ...crossing, ...request }, event)
    taken.push(crossing)
  }
  return taken
}

/** The crossing since a time that the account of a service is notified of, with the balance of now. */
export async function pastCrossings(sql: Sql, serviceId: number, since: number): Promise<AccountEvent[]> {
  const rows = await sql.all`SELECT balance_notices.*, ${left} AS left_units
    FROM services JOIN balance_notices ON balance_notices.account_id = services.account_id
    JOIN accounts ON accounts.id = services.account_id
    WHERE services.id = ${serviceId} AND notified_at > ${since}`
  const settings = await installationSettings(sql)
  return rows.map((row) => lowEvent({ ...notices.of(row), balanceUnits: Number(row.left_units) }, settings))
}

function lowEvent(
  crossing: BalanceCrossing,
  { currency }: Pick<InstallationSettings, 'currency'>,
): AccountEvent<typeof balanceLow> {
  const { accountId, balanceUnits, thresholdUnits, notifiedAt } = crossing
  return {
    type: balanceLow,
    at: notifiedAt,
    change: [accountId, notifiedAt],
    data: {
      account_id: accountId,
      balance: roublesText(balanceUnits),
      threshold: roublesText(thresholdUnits),
      currency,
    },
  }
}
