import type { Sql } from '../sql.ts'
import type { NewOperatorAction } from './operators-log.ts'
import { bumpSettingsVersion } from './settings-version.ts'

/** A number whose owner asked not to be called. Its hash is not shown: to remove it, the number has to be typed. */
export interface DoNotCallEntry {
  readonly phoneMask: string
  readonly since: number
}

/** The operation id is in the column that once held the tokens of forms. */
export async function recordOperatorAction(
  sql: Sql,
  action: NewOperatorAction,
  operationId: string | null,
): Promise<void> {
  await sql.run(
    `INSERT INTO operator_actions (person_id, email, action, facts, ip, user_agent, form_token, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    action.personId,
    action.email,
    action.action,
    action.facts === null ? null : JSON.stringify(action.facts),
    action.ip,
    action.userAgent,
    operationId,
    action.createdAt,
  )
}

/**
 * A mask fits a thousand numbers, so entries about other numbers with the same mask lose it too; the action and its
 * time are kept.
 */
export async function eraseMaskInActions(sql: Sql, phoneMask: string): Promise<number> {
  const changed = await sql.run(
    `UPDATE operator_actions SET action = replace(action, $1, '***'), facts = replace(facts, $1, '***')
     WHERE action LIKE '%' || $1 || '%' OR facts LIKE '%' || $1 || '%'`,
    phoneMask,
  )
  return changed
}

/** Returns how many were in the pool. Calls that wait on one of them continue until their deadline. */
export async function removeConfirmationNumbers(sql: Sql, numbers: readonly string[]): Promise<number> {
  await bumpSettingsVersion(sql)
  let removed = 0
  for (const number of numbers) {
    await sql.run('DELETE FROM confirmation_trunks WHERE number = $1', number)
    removed += await sql.run('DELETE FROM confirmation_numbers WHERE number = $1', number)
  }
  return removed
}

/** Newest first, with the total count. */
export async function doNotCallList(
  sql: Sql,
  { limit }: { limit: number },
): Promise<{ total: number; entries: DoNotCallEntry[] }> {
  const count = await sql.get('SELECT count(*) AS total FROM do_not_call')
  const rows = await sql.all(
    'SELECT phone_mask, created_at FROM do_not_call ORDER BY created_at DESC, phone_mask LIMIT $1',
    limit,
  )
  return {
    total: Number(count?.total),
    entries: rows.map((row) => ({ phoneMask: String(row.phone_mask), since: Number(row.created_at) })),
  }
}
