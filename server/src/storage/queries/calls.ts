import type { CallRecord } from '../../books/call.ts'
import type { NumberPlace, NumberTrace, NumberWalk } from '../../books/number-limit.ts'
import { callOf } from '../call-columns.ts'
import { blanked, personalIn, tablesGoingWith } from '../column-classes.ts'
import { bytes, json, named, number, tableOf, text } from '../record.ts'
import { part, type Row, raw, type Sql, type SqlPart } from '../sql.ts'
import { eraseInDeliveries } from './deliveries.ts'
import { eraseOidcRecords } from './oidc.ts'
import { inPieces } from './pieces.ts'
import { removeSearchKeys } from './search.ts'
import { eraseVerifications } from './verifications.ts'

const callsWhere = async (sql: Sql, condition: SqlPart): Promise<CallRecord[]> =>
  (await sql.all`SELECT * FROM calls WHERE ${condition}`).map(callOf)

export async function call(sql: Sql, vendorId: number): Promise<CallRecord | undefined> {
  const row = await sql.get`SELECT * FROM calls WHERE vendor_id = ${vendorId}`
  return row === undefined ? undefined : callOf(row)
}

/** Those of them that are kept, in no order. */
export async function callsNumbered(sql: Sql, vendorIds: readonly number[]): Promise<CallRecord[]> {
  const pieces = await Promise.all(
    Array.from(inPieces(vendorIds), (piece) => callsWhere(sql, part`vendor_id IN (${piece})`)),
  )
  return pieces.flat()
}

export async function repeatsOf(sql: Sql, firstVendorId: number): Promise<number[]> {
  const rows = await sql.all`SELECT vendor_id FROM repeats WHERE first_vendor_id = ${firstVendorId}
    ORDER BY vendor_id`
  return rows.map((row) => Number(row.vendor_id))
}

export interface DueCall extends CallRecord {
  /** The verification that it is a step of. */
  readonly verificationId: string | null
}

/** Open calls whose deadline has passed, oldest first. A shared store uses its own time, not `now`. */
export async function dueCalls(sql: Sql, request: { now: number; limit: number }): Promise<DueCall[]> {
  const rows = await sql.all`SELECT *,
      (SELECT verification_id FROM step_calls WHERE step_calls.vendor_id = calls.vendor_id) AS verification_id
    FROM calls WHERE state = -1 AND deadline_at <= ${request.now} ORDER BY deadline_at LIMIT ${request.limit}`
  return rows.map((row) => ({ ...callOf(row), verificationId: row.verification_id as string | null }))
}

/**
 * For a start with a clock that is behind the time at which these began: the wall clock was set back while the process
 * was down. Each gets its whole lifetime from now on, because it is no longer known how long it has waited. A deadline
 * before its start was moved when the clock was set (`moveDeadlines`), and is right. Pending webhooks are due at once.
 */
export async function restartLifetimes(sql: Sql, now: number): Promise<number> {
  await sql.run`UPDATE deliveries SET due_at = ${now} WHERE state = 'pending' AND created_at > ${now}`
  await sql.run`UPDATE delivery_receivers SET next_due_at = ${now} WHERE receiver IN (
    SELECT receiver FROM deliveries WHERE state = 'pending' AND due_at = ${now})`
  await sql.run`UPDATE verification_wakes SET wake_at = ${now} WHERE verification_id IN (
    SELECT id FROM verifications WHERE status = 'pending' AND created_at > ${now})`
  await sql.run`UPDATE verifications SET expires_at = ${now} + expires_at - created_at, created_at = ${now},
      next_step_at = CASE WHEN next_step_at IS NULL THEN next_step_at ELSE ${now} END
    WHERE status = 'pending' AND created_at > ${now}`
  return sql.run`UPDATE calls SET deadline_at = ${now} + deadline_at - started_at, started_at = ${now}
    WHERE state = -1 AND started_at > ${now} AND deadline_at > started_at`
}

const inbound = 3

/**
 * Open outgoing calls, whatever their deadline: after a start, those of a dead process. Steps of /v2 are left
 * until their deadline: their phones may still ring, and the price of some is held until their call ends.
 */
export const openCalls = (sql: Sql, request: { limit: number }) =>
  callsWhere(
    sql,
    part`state = -1 AND mode <> ${inbound}
      AND NOT EXISTS (SELECT 1 FROM step_calls WHERE step_calls.vendor_id = calls.vendor_id)
      ORDER BY deadline_at LIMIT ${request.limit}`,
  )

/** Open inbound calls of test numbers: no call will ever come for them. */
export const openTestWaits = (sql: Sql, { now, limit }: { now: number; limit: number }) =>
  callsWhere(
    sql,
    part`state = -1 AND deadline_at > ${now} AND mode = ${inbound} AND test = 1
      ORDER BY deadline_at LIMIT ${limit}`,
  )

/**
 * The open inbound call that a call from this phone to this number over this trunk confirms. A caller who hides the
 * number belongs to the only one that waits on the called number.
 */
export async function waitingFor(
  sql: Sql,
  request: { phoneHash: Uint8Array | null; confirmationNumber: string; trunk: string; now: number },
): Promise<number | undefined> {
  const { phoneHash, trunk, confirmationNumber, now } = request
  const [waiting, another] =
    phoneHash === null
      ? await sql.all`SELECT vendor_id FROM inbound_waiting
        WHERE confirmation_number = ${confirmationNumber} LIMIT 2`
      : await sql.all`SELECT vendor_id FROM inbound_waiting
        WHERE phone_hash = ${phoneHash} AND confirmation_number = ${confirmationNumber}`
  if (waiting === undefined || another !== undefined) return undefined
  // Not a join: PostgreSQL would plan it over every range of ids, which takes 13 ms with half a year of ranges.
  const vendorId = Number(waiting.vendor_id)
  const open = await sql.get`SELECT account_id FROM calls
    WHERE vendor_id = ${vendorId} AND state = -1 AND deadline_at > ${now}`
  if (open === undefined) return undefined
  return (await mayConfirm(sql, Number(open.account_id), trunk, confirmationNumber)) ? vendorId : undefined
}

/**
 * The simulated carrier serves only demo accounts, and real trunks only the others. A number that is bound to trunks
 * accepts calls over these only.
 */
async function mayConfirm(sql: Sql, accountId: number, trunk: string, number: string): Promise<boolean> {
  const row = await sql.get`SELECT 1 AS found FROM accounts JOIN trunks ON trunks.demo = accounts.demo
    WHERE accounts.id = ${accountId} AND trunks.name = ${trunk}
      AND (NOT EXISTS (SELECT 1 FROM confirmation_trunks WHERE number = ${number})
        OR EXISTS (SELECT 1 FROM confirmation_trunks WHERE number = ${number} AND trunk = ${trunk}))`
  return row !== undefined
}

/** Stores the caller identity of a call that did not confirm, while the call still waits. */
export async function noteRejectedCall(sql: Sql, call: { vendorId: number; callerIdentity: string }) {
  const noted = await sql.run`UPDATE calls SET caller_identity = ${call.callerIdentity}
    WHERE vendor_id = ${call.vendorId} AND state = -1`
  return noted === 1
}

/** Numbers whose owners asked not to be called. */
const doNotCall = tableOf('do_not_call', {
  phoneHash: bytes,
  phoneMask: text,
  since: named('created_at', number),
  reason: text,
})

export async function isDoNotCall(sql: Sql, phoneHash: Uint8Array): Promise<boolean> {
  return (await doNotCallSince(sql, phoneHash)) !== undefined
}

/** Since when the number is on the do-not-call list; undefined when it is not. */
export async function doNotCallSince(sql: Sql, phoneHash: Uint8Array): Promise<number | undefined> {
  return (await doNotCall.find(sql, { phoneHash }))?.since
}

export interface ListedNumber {
  readonly phoneHash: Uint8Array
  readonly phoneMask: string
  readonly at: number
  readonly reason?: string
}

/** Returns how many of them were not listed before. In one order, so that two imports do not wait for each other. */
export async function listDoNotCall(sql: Sql, numbers: readonly ListedNumber[]): Promise<number> {
  const rows = numbers
    .map(({ at, reason = '', ...number }) => ({ ...number, since: at, reason }))
    .sort((one, other) => Buffer.compare(one.phoneHash, other.phoneHash))
  let added = 0
  for (const piece of inPieces(rows))
    added += await sql.run(...doNotCall.insertAll(piece, 'ON CONFLICT DO NOTHING'))
  return added
}

export const addDoNotCall = async (sql: Sql, number: ListedNumber) =>
  (await listDoNotCall(sql, [number])) === 1

export const removeDoNotCall = (sql: Sql, phoneHash: Uint8Array) => doNotCall.removeOne(sql, { phoneHash })

/** Reads the whole table: there is no index by number, which would cost every call a random page. */
export async function callsOfPhone(sql: Sql, phoneHash: Uint8Array) {
  const rows = await sql.all`SELECT * FROM calls WHERE phone_hash = ${phoneHash} ORDER BY vendor_id`
  return rows.map((row) => ({ ...callOf(row), personal: personalIn('calls', row) }))
}

/** The rows that an erasure removes as a whole, by table. */
export async function rowsOfPhone(sql: Sql, phoneHash: Uint8Array): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {}
  for (const table of tablesGoingWith('phone_hash')) {
    const rows = await sql.all`SELECT * FROM ${raw(table)} WHERE phone_hash = ${phoneHash}`
    found[table] = rows.map((row) => personalIn(table, row))
  }
  return found
}

const traces = tableOf('number_limits', {
  serviceId: number,
  calls: json<readonly number[]>(),
  blockedUntil: number,
  endsAt: number,
})

export async function numberTraces(sql: Sql, phoneHash: Uint8Array): Promise<NumberTrace[]> {
  return traces.where(sql, part`phone_hash = ${phoneHash} ORDER BY service_id`)
}

/**
 * Erases the number in rows that a read found before: a search of the big table inside this transaction would block all
 * other writers. A call that is still under way keeps its number until it ends.
 */
export async function erasePhone(
  sql: Sql,
  found: { phoneHash: Uint8Array; vendorIds: readonly number[] },
): Promise<number> {
  let erased = await eraseOidcRecords(sql, found.phoneHash)
  for (const table of tablesGoingWith('phone_hash'))
    await sql.run`DELETE FROM ${raw(table)} WHERE phone_hash = ${found.phoneHash}`
  erased += await eraseVerifications(sql, found.phoneHash)
  for (const ids of inPieces(found.vendorIds))
    erased += await eraseCallsWhere(sql, part`vendor_id IN (${ids})`)
  return erased
}

/** A call that is still under way keeps what it has until it ends. */
export async function eraseCallsWhere(sql: Sql, which: SqlPart): Promise<number> {
  const ended = part`${which} AND state <> -1`
  await removeSearchKeys(
    sql,
    await sql.all`SELECT vendor_id, service_id, phone_hash, client FROM calls WHERE ${ended}`,
  )
  await eraseInDeliveries(sql, which)
  return sql.run`UPDATE calls SET ${blanked('calls', 'personal')} WHERE ${ended}`
}

/** Newest first, with the total count. Their hashes are not shown: to remove one, the number has to be typed. */
export async function doNotCallList(sql: Sql, { limit }: { limit: number }) {
  const count = await sql.get('SELECT count(*) AS total FROM do_not_call')
  const newest = await doNotCall.where(sql, part`1 = 1 ORDER BY created_at DESC, phone_mask LIMIT ${limit}`)
  return {
    total: Number(count?.total),
    entries: newest.map(({ phoneMask, since, reason }) => ({ phoneMask, since, reason })),
  }
}

/** All of it piece by piece, in the order of the key. */
export const doNotCallAfter = (sql: Sql, { after, limit }: { after: Uint8Array; limit: number }) =>
  doNotCall.where(sql, part`phone_hash > ${after} ORDER BY phone_hash LIMIT ${limit}`)

const beforeAll: NumberPlace = { phoneHash: new Uint8Array(0), serviceId: -1 }

/**
 * One part of a walk through the table in the order of its key. Expired rows may be anywhere in it, and an index by
 * expiry would cost every call a random page.
 */
export async function forgetNumbers(
  sql: Sql,
  { after, now, limit }: { after: NumberPlace | null; now: number; limit: number },
): Promise<NumberWalk> {
  const { phoneHash, serviceId } = after ?? beforeAll
  const end = await sql.get`SELECT phone_hash, service_id FROM number_limits
    WHERE (phone_hash, service_id) > (${phoneHash}, ${serviceId})
    ORDER BY phone_hash, service_id LIMIT 1 OFFSET ${limit - 1}`
  if (end === undefined) {
    const deleted = await sql.run`DELETE FROM number_limits
      WHERE (phone_hash, service_id) > (${phoneHash}, ${serviceId}) AND ends_at < ${now}`
    return { deleted, next: null }
  }
  const next = { phoneHash: end.phone_hash as Uint8Array, serviceId: Number(end.service_id) }
  const deleted = await sql.run`DELETE FROM number_limits
    WHERE (phone_hash, service_id) > (${phoneHash}, ${serviceId})
    AND (phone_hash, service_id) <= (${next.phoneHash}, ${next.serviceId})
    AND ends_at < ${now}`
  return { deleted, next }
}
