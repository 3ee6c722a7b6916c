import type { CallOwner } from '../../books/call.ts'
import { testRetentionMs } from '../../books/test-quota.ts'
import { type Verification, verificationIdAt } from '../../books/verification.ts'
import { codesKeptMs } from '../../books/verification-transition.ts'
import { dayMs } from '../../platform/clock.ts'
import { blanked, personalIn } from '../column-classes.ts'
import { every, part, type Row, type Sql, type SqlPart } from '../sql.ts'
import { deleteDeliveries, eraseInDeliveries } from './deliveries.ts'
import { verificationOf, verificationsWhere } from './verification-rows.ts'

/** Reads of verifications (`/v2`), and the records stored beside them. */

export interface VerificationPageRequest {
  readonly serviceId: number
  readonly status: string | null
  readonly client: string | null
  readonly phoneHash: Uint8Array | null
  /** The id before which the page begins; null for the newest. */
  readonly before: string | null
  readonly limit: number
}

export const verification = async (sql: Sql, id: string) =>
  (await verificationsWhere(sql, part`id = ${id}`))[0]

/** Newest first. */
export async function verificationPage(sql: Sql, request: VerificationPageRequest): Promise<Verification[]> {
  const { serviceId, status, client, phoneHash, before, limit } = request
  const asked = every(
    part`service_id = ${serviceId}`,
    status !== null && part`status = ${status}`,
    client !== null && part`client = ${client} AND client <> ''`,
    phoneHash !== null && part`phone_hash = ${phoneHash}`,
    before !== null && part`id < ${before}`,
  )
  return verificationsWhere(sql, part`${asked} ORDER BY id DESC LIMIT ${limit}`)
}

/** The newest verification of this phone, not of the sign-in page, that accepts a code, else one whose approval is still repeated. */
export async function newestToCheck(
  sql: Sql,
  request: { serviceId: number; phoneHash: Uint8Array; at: number | SqlPart },
): Promise<{ readonly id: string; readonly accountId: number; readonly test: boolean } | undefined> {
  const row = await sql.get`SELECT id, account_id, test FROM verifications
    WHERE phone_hash = ${request.phoneHash} AND service_id = ${request.serviceId} AND page = 0
      AND (status = 'pending' AND expires_at > ${request.at}
        OR status = 'approved' AND ended_at + ${codesKeptMs} > ${request.at})
    ORDER BY CASE status WHEN 'pending' THEN 0 ELSE 1 END, id DESC LIMIT 1`
  return row && { id: String(row.id), accountId: Number(row.account_id), test: row.test === 1 }
}

/** Of an account, newest first. */
export const verificationsOfPhone = (
  sql: Sql,
  asked: { accountId: number; phoneHash: Uint8Array; since: number; limit: number },
) =>
  verificationsWhere(
    sql,
    part`phone_hash = ${asked.phoneHash} AND account_id = ${asked.accountId} AND id >= ${verificationIdAt(asked.since)}
      ORDER BY id DESC LIMIT ${asked.limit}`,
  )

/** All verifications of a number. */
export async function verificationsOf(sql: Sql, phoneHash: Uint8Array) {
  const rows = await sql.all`SELECT * FROM verifications WHERE phone_hash = ${phoneHash} ORDER BY id`
  return rows.map((row) => ({ ...verificationOf(row), personal: personalIn('verifications', row) }))
}

/** The verification that a call is a step of. */
export async function verificationOfStep(sql: Sql, vendorId: number): Promise<string | undefined> {
  const row = await sql.get`SELECT verification_id FROM step_calls WHERE vendor_id = ${vendorId}`
  return row === undefined ? undefined : String(row.verification_id)
}

/** Whether `claimDuePhones` has something to do: mostly not, and a read is cheaper than a transaction. */
export async function isPhoneDue(sql: Sql, { now }: { now: number }): Promise<boolean> {
  return (await sql.get`SELECT 1 FROM verification_wakes WHERE wake_at <= ${now} LIMIT 1`) !== undefined
}

/** How far these have come. */
export async function verificationVersions(sql: Sql, ids: readonly string[]) {
  const rows = await sql.all`SELECT id, version, status FROM verifications WHERE id IN (${ids})`
  return rows.map((row) => ({
    id: String(row.id),
    version: Number(row.version),
    isEnded: row.status !== 'pending',
  }))
}

/** A verification and whose it is. */
export interface DueVerification extends CallOwner {
  readonly id: string
}

const dueIds = (now: number, limit: number) =>
  part`SELECT verification_id FROM verification_wakes WHERE wake_at <= ${now} ORDER BY wake_at LIMIT ${limit}`

/** In one transaction. A page of steps that are due is far smaller, and would wait behind these. */
const forgottenAtOnce = 2_000
/** Neither under way nor unpaid: its codes are all that is left. */
const isOver = (now: number) => part`status <> 'pending' AND ended_at + ${codesKeptMs} <= ${now}
  AND steps NOT LIKE '%"status":"started"%' AND steps NOT LIKE '%"isKept":true%'`

/** Most of what is due ended a minute ago, and only its codes are left to forget: no command is needed for that. */
async function forgetCodes(sql: Sql, now: number): Promise<void> {
  const due = dueIds(now, forgottenAtOnce)
  await sql.run`UPDATE verifications SET code_hashes = NULL WHERE id IN (${due}) AND ${isOver(now)}`
  await sql.run`DELETE FROM verification_wakes WHERE verification_id IN (
    SELECT id FROM verifications WHERE id IN (${due}) AND code_hashes IS NULL AND ${isOver(now)})`
}

/**
 * Verifications that are due for processing. Each is claimed for a while, so that one node at a time works on it.
 */
export async function claimDuePhones(
  sql: Sql,
  { now, leaseMs, limit }: { now: number; leaseMs: number; limit: number },
): Promise<DueVerification[]> {
  await forgetCodes(sql, now)
  const claimed = await sql.all`UPDATE verification_wakes SET wake_at = ${now + leaseMs}
    WHERE verification_id IN (${dueIds(now, limit)}) AND wake_at <= ${now} RETURNING verification_id`
  if (claimed.length === 0) return []
  const ids = claimed.map((row) => String(row.verification_id))
  const rows = await sql.all`SELECT id, account_id, service_id FROM verifications WHERE id IN (${ids})`
  return rows.map((row) => ({
    id: String(row.id),
    accountId: Number(row.account_id),
    serviceId: Number(row.service_id),
  }))
}

/** Deletes a bounded number of rows past their retention. */
export async function purgePhonesBefore(
  sql: Sql,
  { before, now, limit }: { before: number; now: number; limit: number },
): Promise<number> {
  const ended = await forgetOldest(sql, before, limit)
  // Verifications of test numbers are kept for a day, like their calls.
  const oldTests = await sql.all`SELECT id, steps FROM verifications
    WHERE id < ${verificationIdAt(now - testRetentionMs)} AND test = 1
      AND NOT EXISTS (SELECT 1 FROM verification_wakes WHERE verification_id = verifications.id)
    ORDER BY id LIMIT ${limit}`
  await forget(sql, oldTests)
  const keys = await sql.run`DELETE FROM verification_keys WHERE created_at < ${now - dayMs}`
  const wrong = await sql.run`DELETE FROM wrong_codes WHERE ends_at < ${now}`
  const feedback = await sql.run`DELETE FROM call_feedback WHERE at < ${before}`
  return ended + oldTests.length + keys + wrong + feedback
}

/**
 * In the order in which their calls were admitted, up to the first one that is young or open. The time in an id is that of a node
 * whose clock may be wrong, and on the embedded store the time of a row may be from before the clock was set.
 */
async function forgetOldest(sql: Sql, before: number, limit: number): Promise<number> {
  const oldest = await sql.all`SELECT verifications.id, created_at, wake_at, steps FROM step_calls
    JOIN verifications ON verifications.id = step_calls.verification_id
    LEFT JOIN verification_wakes ON verification_wakes.verification_id = verifications.id
    ORDER BY step_calls.vendor_id LIMIT ${limit}`
  const firstKept = oldest.findIndex((row) => Number(row.created_at) >= before || row.wake_at !== null)
  const old = firstKept === -1 ? oldest : oldest.slice(0, firstKept)
  await forget(sql, old)
  return old.length
}

async function forget(sql: Sql, old: readonly Row[]): Promise<void> {
  for (const row of old) {
    for (const { vendorId } of JSON.parse(String(row.steps)) as { vendorId: number | null }[]) {
      if (vendorId !== null) await sql.run`DELETE FROM step_calls WHERE vendor_id = ${vendorId}`
    }
    await deleteDeliveries(sql, part`verification_id = ${String(row.id)}`)
    await sql.run`DELETE FROM verifications WHERE id = ${String(row.id)}`
  }
}

/** Erases personal data; the cost of the calls stays in the ledger. */
export const eraseVerifications = (sql: Sql, phoneHash: Uint8Array) =>
  eraseWhere(sql, part`phone_hash = ${phoneHash} AND status <> 'pending'`)

export async function eraseAccountPhones(sql: Sql, accountId: number): Promise<number> {
  const own = part`service_id IN (SELECT id FROM services WHERE account_id = ${accountId})`
  return eraseWhere(sql, part`${own} AND status <> 'pending'`)
}

/** With the events about them. */
async function eraseWhere(sql: Sql, which: SqlPart): Promise<number> {
  await eraseInDeliveries(sql, part`verification_id IN (SELECT id FROM verifications WHERE ${which})`)
  return sql.run`UPDATE verifications SET ${blanked('verifications', 'personal')} WHERE ${which}`
}
