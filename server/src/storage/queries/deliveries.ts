import type { AttemptReport, Claim, ClaimedDelivery, ReceiverPlace } from '../delivery-records.ts'
import type { Row, Sql } from '../sql.ts'
import { deliveryOf } from './rows.ts'

/**
 * The outbox. `delivery_receivers` has one row for each receiver with pending deliveries and says when its next one is
 * due, so that a receiver with a hundred thousand pending deliveries does not slow the others. Several nodes may claim
 * deliveries: the row of the receiver is written first, which locks it.
 */

/** How many attempts are kept for a delivery: a whole schedule and many resends. */
const maxAttemptsKept = 50

const receiverIsDue = `INSERT INTO delivery_receivers VALUES ($1, $2)
   ON CONFLICT (receiver) DO UPDATE SET next_due_at =
     CASE WHEN excluded.next_due_at < delivery_receivers.next_due_at
       THEN excluded.next_due_at ELSE delivery_receivers.next_due_at END`

/** Receivers after `after` that have something due, the longest waiting first. */
export async function dueReceivers(
  sql: Sql,
  request: { now: number; after: ReceiverPlace | null; limit: number },
): Promise<ReceiverPlace[]> {
  const after = request.after ?? { nextDueAt: -1, receiver: '' }
  const rows = await sql.all(
    `SELECT next_due_at, receiver FROM delivery_receivers
     WHERE next_due_at <= $1 AND (next_due_at, receiver) > ($2, $3)
     ORDER BY next_due_at, receiver LIMIT $4`,
    request.now,
    after.nextDueAt,
    after.receiver,
    request.limit,
  )
  return rows.map((row) => ({ nextDueAt: Number(row.next_due_at), receiver: String(row.receiver) }))
}

/** Leases due deliveries: no other node gets them before the lease ends. */
export async function claimDeliveries(sql: Sql, claim: Claim): Promise<ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = []
  // Always in the same order, so that two nodes never deadlock.
  for (const want of claim.wants.toSorted((one, other) => (one.receiver < other.receiver ? -1 : 1))) {
    const locked = await sql.run(
      'UPDATE delivery_receivers SET next_due_at = $2 WHERE receiver = $1 AND next_due_at <= $3',
      want.receiver,
      claim.leaseEndsAt,
      claim.now,
    )
    if (locked === 0) continue
    const due = await sql.all(
      `SELECT vendor_id FROM deliveries WHERE state = 'pending' AND receiver = $1 AND due_at <= $2
       ORDER BY due_at LIMIT $3`,
      want.receiver,
      claim.now,
      want.limit,
    )
    for (const row of due) claimed.push(await lease(sql, claim, Number(row.vendor_id)))
    await refreshReceiver(sql, want.receiver)
  }
  return claimed
}

async function lease(sql: Sql, claim: Claim, vendorId: number): Promise<ClaimedDelivery> {
  await sql.run(
    'UPDATE deliveries SET due_at = $2, lease = $3 WHERE vendor_id = $1',
    vendorId,
    claim.leaseEndsAt,
    claim.lease,
  )
  const row = await sql.get(
    `SELECT deliveries.*, test, callback_url, phone_hash, phone_mask, phone_form, confirmation_number, operator, region,
       ported_to, caller_identity
     FROM deliveries JOIN verifications ON verifications.vendor_id = deliveries.vendor_id
     WHERE deliveries.vendor_id = $1`,
    vendorId,
  )
  return claimedOf(row!)
}

/** A receiver without pending deliveries is removed from the list. */
async function refreshReceiver(sql: Sql, receiver: string): Promise<void> {
  const left = await sql.get(
    "SELECT min(due_at) AS next FROM deliveries WHERE state = 'pending' AND receiver = $1",
    receiver,
  )
  if (left?.next == null) await sql.run('DELETE FROM delivery_receivers WHERE receiver = $1', receiver)
  else {
    await sql.run(
      'UPDATE delivery_receivers SET next_due_at = $2 WHERE receiver = $1',
      receiver,
      Number(left.next),
    )
  }
}

/** Returns false when the lease was lost, unless the web-hook arrived: an arrival counts whichever node sent it. */
export async function recordAttempt(sql: Sql, report: AttemptReport): Promise<boolean> {
  const { vendorId, lease, attempt, state } = report
  const row = await sql.get(
    `UPDATE deliveries SET state = $3, due_at = $4, tries = $5, attempt_count = attempt_count + 1, lease = NULL,
       ended_at = $6
     WHERE vendor_id = $1 AND state = 'pending' AND (lease = $2 OR $3 = 'delivered')
     RETURNING attempt_count, receiver`,
    vendorId,
    lease,
    state,
    report.dueAt,
    report.tries,
    state === 'pending' ? null : attempt.at + attempt.durationMs,
  )
  if (row === undefined) return false
  const number = Number(row.attempt_count)
  await sql.run(
    'INSERT INTO delivery_attempts VALUES ($1, $2, $3, $4, $5, $6, $7)',
    vendorId,
    number,
    attempt.at,
    attempt.durationMs,
    attempt.status,
    attempt.error,
    attempt.answer,
  )
  await sql.run(
    'DELETE FROM delivery_attempts WHERE vendor_id = $1 AND attempt <= $2',
    vendorId,
    number - maxAttemptsKept,
  )
  if (state === 'pending') await sql.run(receiverIsDue, String(row.receiver), report.dueAt)
  return true
}

/** Makes the delivery due now, with a new series of retries. `under-way`: an attempt is running at this moment. */
export async function resendDelivery(
  sql: Sql,
  { vendorId, at }: { vendorId: number; at: number },
): Promise<'queued' | 'under-way' | 'unknown'> {
  // An expired lease belongs to a node that died.
  const row = await sql.get(
    `UPDATE deliveries SET state = 'pending', due_at = $2, tries = 0, ended_at = NULL, lease = NULL
     WHERE vendor_id = $1 AND (lease IS NULL OR due_at <= $2) RETURNING receiver`,
    vendorId,
    at,
  )
  if (row !== undefined) {
    await sql.run(receiverIsDue, String(row.receiver), at)
    return 'queued'
  }
  const known = await sql.get('SELECT 1 AS found FROM deliveries WHERE vendor_id = $1', vendorId)
  return known === undefined ? 'unknown' : 'under-way'
}

/** Called inside the transaction that completes the verification. */
export async function enqueueDelivery(
  sql: Sql,
  delivery: { vendorId: number; serviceId: number; webhookId: string; receiver: string; at: number },
): Promise<void> {
  const { vendorId, serviceId, webhookId, receiver, at } = delivery
  await sql.run(
    `INSERT INTO deliveries (vendor_id, service_id, webhook_id, receiver, state, due_at, created_at)
     VALUES ($1, $2, $3, $4, 'pending', $5, $5)`,
    vendorId,
    serviceId,
    webhookId,
    receiver,
    at,
  )
  await sql.run(receiverIsDue, receiver, at)
}

function claimedOf(row: Row): ClaimedDelivery {
  return {
    ...deliveryOf(row),
    isTest: Number(row.test) === 1,
    phoneHash: row.phone_hash as Uint8Array | null,
    phoneMask: String(row.phone_mask),
    phoneForm: row.phone_form as ClaimedDelivery['phoneForm'],
    confirmationNumber: String(row.confirmation_number),
    operator: String(row.operator),
    region: String(row.region),
    portedTo: String(row.ported_to),
    callerIdentity: row.caller_identity as string | null,
  }
}
