import type { Sql } from '../sql.ts'
import { person, personByEmail } from './people.ts'
import { liveLink } from './sessions.ts'

export type EmailReplaced =
  | {
      readonly kind: 'done'
      readonly personId: number
      readonly oldEmail: string
      /** The account whose address changes to the new one; 0 when no account used the old address. */
      readonly accountId: number
    }
  | { readonly kind: 'link-ended' }
  | { readonly kind: 'email-taken' }

/** The person signs in with the address of the link from now on, and links to the old address are invalidated. */
export async function replaceEmail(
  sql: Sql,
  { tokenHash, at }: { tokenHash: Uint8Array; at: number },
): Promise<EmailReplaced> {
  const link = await liveLink(sql, tokenHash, 'new-email', at)
  const reader = link === undefined ? undefined : await person(sql, link.personId)
  if (link === undefined || reader === undefined) return { kind: 'link-ended' }
  const { id, email: oldEmail } = reader
  if (await isTaken(sql, link.email)) return { kind: 'email-taken' }
  await sql.run`UPDATE people SET email = ${link.email} WHERE id = ${id}`
  const accountId = await takeAccountAlong(sql, { ownerId: id, from: oldEmail, to: link.email, at })
  // Links to the old address are invalidated: somebody else may read that mailbox, and the operator meant that address.
  await sql.run`DELETE FROM one_time_links
    WHERE person_id = ${id} AND purpose IN ('new-email', 'new-password', 'become-operator')`
  return { kind: 'done', personId: id, oldEmail, accountId }
}

/** Whether a person or an account already has it, as at a sign-up. */
async function isTaken(sql: Sql, email: string): Promise<boolean> {
  if ((await personByEmail(sql, email)) !== undefined) return true
  return (await sql.get`SELECT 1 AS found FROM accounts WHERE email = ${email}`) !== undefined
}

/**
 * An account with the address of its owner gets the new address too, because the operator and getAccount identify the
 * account by it. An account that the person no longer owns keeps its address.
 */
async function takeAccountAlong(
  sql: Sql,
  move: { ownerId: number; from: string; to: string; at: number },
): Promise<number> {
  const row = await sql.get`UPDATE accounts SET email = ${move.to}, updated_at = ${move.at}
    WHERE email = ${move.from}
      AND id IN (SELECT account_id FROM memberships WHERE person_id = ${move.ownerId} AND role = 'owner')
    RETURNING id`
  return Number(row?.id ?? 0)
}
