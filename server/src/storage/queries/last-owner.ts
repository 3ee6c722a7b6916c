import type { Sql } from '../sql.ts'

/**
 * Every change of the members of an account locks its row first: two owners who demote each other run one after the
 * other.
 */
export async function lockMembers(sql: Sql, accountId: number): Promise<void> {
  await sql.run('UPDATE accounts SET updated_at = updated_at WHERE id = $1', accountId)
}

export async function isLastOwner(sql: Sql, accountId: number, personId: number): Promise<boolean> {
  const owners = await sql.all(
    "SELECT person_id FROM memberships WHERE account_id = $1 AND role = 'owner'",
    accountId,
  )
  return owners.length === 1 && Number(owners[0]!.person_id) === personId
}
