import { blanked, tablesGoingWith } from '../column-classes.ts'
import { number, orNull, tableOf } from '../record.ts'
import { part, raw, type Sql } from '../sql.ts'
import type { AccountLedger } from './accounts.ts'
import { eraseCallsWhere } from './calls.ts'
import { deleteDeliveries } from './deliveries.ts'
import { bumpSettingsVersion, schemaAhead } from './meta.ts'
import { endAccountOidcRecords } from './oidc.ts'
import { forgetPersonInLog } from './operators-log.ts'
import { lockMembers, membershipTable } from './people.ts'
import { inPieces } from './pieces.ts'
import { sessionTable } from './sessions.ts'
import { eraseAccountPhones } from './verifications.ts'

export interface Closing {
  readonly accountId: number
  /** Replaces the hashes of its keys; there is no key for this hash. */
  readonly deadKeyHash: Uint8Array
  /**
   * The balance that the owner gives up, with a note for the ledger. With null, an account that has money is refused.
   */
  readonly givesUp: { readonly balanceUnits: number; readonly note: string } | null
  readonly at: number
}

/** They may be long: `eraseAccountRequests` removes them later. */
const erasedInPieces = ['api_requests', 'api_request_counts']

/** A closed account whose calls still have to be erased, from the newest to the oldest. */
const erasures = tableOf('erasures', {
  accountId: number,
  /** Calls below this vendor id are left to erase; null when none was erased yet. */
  below: orNull(number),
})

/**
 * Removes the members and the people without another account, invalidates the keys, archives the services, blocks the
 * account and removes its address. The ledger is kept. Refused while the account has money or a call is under way.
 */
export async function closeAccount(
  sql: Sql,
  { accountId, deadKeyHash, givesUp, at }: Closing,
  ledger: AccountLedger,
): Promise<'done' | 'has-money' | 'balance-changed' | 'calls-under-way' | 'newer-schema'> {
  // It would leave what it does not know of.
  if ((await schemaAhead(sql)) !== undefined) return 'newer-schema'
  await lockMembers(sql, accountId)
  const { balanceUnits = 0, heldUnits = 0 } = (await ledger.moneyOf(accountId)) ?? {}
  // The plus keeps the planner from the index by service: open calls are few, those of a service may be
  // millions.
  const open = await sql.get`SELECT 1 AS found FROM calls
    WHERE state = -1 AND +service_id IN (SELECT id FROM services WHERE account_id = ${accountId}) LIMIT 1`
  if (open !== undefined || heldUnits !== 0) return 'calls-under-way'
  if (balanceUnits !== 0) {
    // A debt cannot be given up: an account with a negative balance stays open.
    if (givesUp === null || balanceUnits < 0) return 'has-money'
    if (givesUp.balanceUnits !== balanceUnits) return 'balance-changed'
    await ledger.post({ accountId, kind: 'charge', amountUnits: -balanceUnits, note: givesUp.note, at })
  }

  await bumpSettingsVersion(sql)
  await forgetMembers(sql, accountId)
  await endAccountOidcRecords(sql, accountId)
  const own = part`service_id IN (SELECT id FROM services WHERE account_id = ${accountId})`
  await deleteDeliveries(sql, part`${own} AND endpoint_id IS NOT NULL AND state = 'pending'`)
  for (const table of tablesGoingWith('service_id'))
    if (!erasedInPieces.includes(table)) await sql.run`DELETE FROM ${raw(table)} WHERE ${own}`
  await sql.run`UPDATE services SET ${blanked('services', 'account')}, status = 'archived', key_hash = ${deadKeyHash}
    WHERE account_id = ${accountId}`
  for (const table of tablesGoingWith('account_id'))
    await sql.run`DELETE FROM ${raw(table)} WHERE account_id = ${accountId}`
  // Its e-mail address becomes free, so that it can be used to sign up again.
  await sql.run`UPDATE accounts SET ${blanked('accounts', 'account')}, status = 'blocked', updated_at = ${at}
    WHERE id = ${accountId}`
  await sql.run(...erasures.insert({ accountId }, 'ON CONFLICT DO NOTHING'))
  return 'done'
}

/** People who have no other account are deleted with it, except operators. */
async function forgetMembers(sql: Sql, accountId: number): Promise<void> {
  const members = await membershipTable.all(sql, 'person_id', { accountId })
  await membershipTable.remove(sql, { accountId })
  for (const { personId } of members) {
    await sql.run(...sessionTable.update({ personId, accountId }, { accountId: 0 }))
    const isGone = await sql.get`SELECT 1 AS found FROM people WHERE id = ${personId} AND operator = 0
      AND NOT EXISTS (SELECT 1 FROM memberships WHERE person_id = ${personId})`
    if (isGone === undefined) continue
    for (const table of tablesGoingWith('person_id'))
      await sql.run`DELETE FROM ${raw(table)} WHERE person_id = ${personId}`
    await forgetPersonInLog(sql, personId)
    await sql.run`DELETE FROM people WHERE id = ${personId}`
  }
}

export const accountsToErase = (sql: Sql) => erasures.all(sql, 'account_id')

/**
 * Erases what erasePhone erases for one number: personal data is removed, the ledger and the counters are kept. Number
 * limits are hashes that expire by themselves within a day or two.
 */
export async function eraseCalls(
  sql: Sql,
  request: { accountId: number; vendorIds: readonly number[]; below: number | null },
): Promise<void> {
  const { accountId, below } = request
  for (const ids of inPieces(request.vendorIds)) await eraseCallsWhere(sql, part`vendor_id IN (${ids})`)
  if (below !== null) {
    await sql.run(...erasures.update({ accountId }, { below }))
    return
  }
  await eraseAccountPhones(sql, accountId)
  // A verification that is still pending is erased after its end, by a later run. Open ones are few, those of an account
  // may be millions.
  const pending = await sql.get`SELECT 1 AS found FROM verification_wakes
    JOIN verifications ON id = verification_id WHERE status = 'pending' AND +account_id = ${accountId} LIMIT 1`
  if (pending === undefined) await erasures.remove(sql, { accountId })
}
