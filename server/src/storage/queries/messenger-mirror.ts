import type { Sql } from '../sql.ts'

/**
 * getAccount shows the messenger of the account's owner (of the first, if there are several). It is stored with the
 * account whenever a person or a role changes.
 */
export async function mirrorMessenger(sql: Sql, accountId: number): Promise<void> {
  const owner = await sql.get(
    `SELECT telegram_id, confirms_by_telegram FROM memberships JOIN people ON people.id = person_id
     WHERE account_id = $1 AND role = 'owner' ORDER BY memberships.created_at, person_id LIMIT 1`,
    accountId,
  )
  const telegramId = Number(owner?.telegram_id ?? 0)
  await sql.run(
    'UPDATE accounts SET telegram_id = $2, two_auth = $3 WHERE id = $1',
    accountId,
    telegramId,
    telegramId !== 0 && owner?.confirms_by_telegram === 1 ? 1 : 0,
  )
}

export async function mirrorMessengerOf(sql: Sql, personId: number): Promise<void> {
  const rows = await sql.all('SELECT account_id FROM memberships WHERE person_id = $1', personId)
  for (const row of rows) await mirrorMessenger(sql, Number(row.account_id))
}
