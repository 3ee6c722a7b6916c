import type { Sql } from '../sql.ts'

/** Who runs the installation, among the accounts that are named on statements. */
export const ownParty = 0

/** Name, address and numbers of a party of statements, as the operator wrote them; "" when nothing is known. */
export async function party(sql: Sql, accountId: number): Promise<string> {
  const row = await sql.get('SELECT details FROM parties WHERE account_id = $1', accountId)
  return String(row?.details ?? '')
}

export async function saveParty(
  sql: Sql,
  { accountId, details }: { readonly accountId: number; readonly details: string },
): Promise<void> {
  await sql.run(
    'INSERT INTO parties VALUES ($1, $2) ON CONFLICT (account_id) DO UPDATE SET details = excluded.details',
    accountId,
    details,
  )
}
