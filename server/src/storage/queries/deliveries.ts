import type { PhoneForm } from '../../books/call.ts'
import { type DeliveredType, stepDeliver } from '../../books/event-types.ts'
import type { DeliveryToEnqueue } from '../../books/outbox.ts'
import { blanked, unblanked } from '../column-classes.ts'
import { bytes, each, flag, named, number, oneOf, orNull, type RecordOf, tableOf, text } from '../record.ts'
import { part, type Row, type Sql, type SqlPart } from '../sql.ts'
import { inOneOrder } from './one-order.ts'

/**
 * The outbox. `delivery_receivers` has one row for each receiver with pending deliveries and says when its next one is
 * due, so that a receiver with a hundred thousand pending deliveries does not slow the others. Several nodes may claim
 * deliveries: the row of the receiver is written first, which locks it.
 */

export type DeliveryState = 'pending' | 'delivered' | 'failed'

/** What reaches people without a program of theirs; everything else is posted. */
export const noticeReceivers = ['mail', 'telegram'] as const
export const deliveryChannels = [...noticeReceivers, 'webhook'] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]
export const channelOf = ({ receiver }: Pick<DeliveryRecord, 'receiver'>): DeliveryChannel =>
  noticeReceivers.find((each) => each === receiver) ?? 'webhook'

/** The webhook of an inbound request, an event for one endpoint, or a notice to somebody. */
const columns = {
  id: number,
  /** 0 for a notice. */
  serviceId: number,
  /** The call that it is about; null when it is about none. */
  vendorId: orNull(number),
  /** The verification that it is about; null when it is about none. */
  verificationId: orNull(text),
  /** null for the webhook of an inbound request and the callback of a dialect. */
  endpointId: orNull(number),
  /** null for the webhook of an inbound request. */
  type: orNull(oneOf<DeliveredType>()),
  /** The same for all attempts: receivers recognise repeats by it. */
  webhookId: text,
  /** `host:port`; of a notice by mail or Telegram the channel. */
  receiver: text,
  /** Of its endpoint, its call or its reader; null once it was erased with the number, or its reader was removed. */
  url: orNull(text),
  state: oneOf<DeliveryState>(),
  /** When it may be tried next. During an attempt: when the lease of that attempt ends. */
  dueAt: number,
  /** The node that is trying it now. */
  lease: orNull(text),
  /** Attempts since it was enqueued or sent again. */
  tries: number,
  /** All attempts ever made. */
  attemptCount: number,
  createdAt: number,
  endedAt: orNull(number),
  /** Of a notice: the alarm, and who is notified: a receiver of alarms, or a person. */
  ...each(orNull(number), 'alarmId', 'alarmReceiverId', 'personId'),
}
/** A row of `deliveries` with its `url`. */
export const deliveryTable = tableOf('deliveries', columns)
export type DeliveryRecord = RecordOf<typeof deliveryTable>
export const newDeliveries = tableOf('deliveries', {
  ...columns,
  /** `kept`: only for who reads the events of a service. */
  state: oneOf<DeliveryState | 'kept'>(),
  type: orNull(text),
  data: orNull(text),
  test: flag,
  /** Among the kept events of a service. */
  position: orNull(number),
})

/** A delivery that this node may try until its lease ends, with the content of its body. */
export interface ClaimedDelivery extends DeliveryRecord {
  /** Whether it belongs to a test number. */
  readonly isTest: boolean
  /** The `data` of an event as JSON; null when it is made from the call, and once the number was erased. */
  readonly data: string | null
  /** Of the call; null when there is none. */
  readonly call: ReportedCall | null
}

/** The facts of a call that its webhook reports. */
const reported = tableOf('calls', {
  ...each(text, 'phoneMask', 'confirmationNumber', 'operator', 'region', 'portedTo'),
  /** null once the number was erased. */
  phoneHash: orNull(bytes),
  phoneForm: orNull(oneOf<PhoneForm>()),
  /** JSON (storage/caller-identity.ts); null for a test number. */
  callerIdentity: orNull(text),
  startedAt: number,
  isCompleted: named('state', flag),
})
export type ReportedCall = RecordOf<typeof reported>

/** One attempt. It contains no phone number. */
const attemptColumns = {
  attempt: number,
  at: number,
  durationMs: number,
  /** HTTP status; 0 when there was no answer. */
  status: number,
  /** Why there was no answer; "" when there was one. */
  error: text,
  /** The start of the answer, masked. */
  answer: text,
}
export const attemptTable = tableOf('delivery_attempts', attemptColumns)
export type AttemptRecord = RecordOf<typeof attemptTable>
export const newAttempts = tableOf('delivery_attempts', { ...attemptColumns, deliveryId: number })

export const receiverTable = tableOf('delivery_receivers', { receiver: text, nextDueAt: number })
/** A position in the list of receivers that have something due, in the order of time. */
export type ReceiverPlace = RecordOf<typeof receiverTable>

export interface Claim {
  readonly now: number
  readonly lease: string
  readonly leaseEndsAt: number
  readonly wants: readonly { readonly receiver: string; readonly limit: number }[]
}

export interface AttemptReport {
  readonly id: number
  readonly lease: string
  readonly attempt: Omit<AttemptRecord, 'attempt'>
  readonly state: DeliveryState
  readonly tries: number
  /** When to try again, while the state is pending. */
  readonly dueAt: number
}

/** How many attempts are kept for a delivery: a whole schedule and many resends. */
const maxAttemptsKept = 50

/** A receiver is due when the first of its deliveries is. */
export const earlierIsDue = `ON CONFLICT (receiver) DO UPDATE SET next_due_at =
  CASE WHEN excluded.next_due_at < delivery_receivers.next_due_at
    THEN excluded.next_due_at ELSE delivery_receivers.next_due_at END`
export const receiverDue = (receiver: string, nextDueAt: number) =>
  receiverTable.insert({ receiver, nextDueAt }, earlierIsDue)

/** Receivers after `after` that have something due, the longest waiting first. */
export async function dueReceivers(
  sql: Sql,
  request: { now: number; after: ReceiverPlace | null; limit: number },
): Promise<ReceiverPlace[]> {
  const after = request.after ?? { nextDueAt: -1, receiver: '' }
  return receiverTable.where(
    sql,
    part`next_due_at <= ${request.now} AND (next_due_at, receiver) > (${after.nextDueAt}, ${after.receiver})
      ORDER BY next_due_at, receiver LIMIT ${request.limit}`,
  )
}

/** Leases due deliveries: no other node gets them before the lease ends. */
export async function claimDeliveries(sql: Sql, claim: Claim): Promise<ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = []
  for (const want of inOneOrder(claim.wants, ({ receiver }) => receiver)) {
    const locked = await sql.run`UPDATE delivery_receivers SET next_due_at = ${claim.leaseEndsAt}
      WHERE receiver = ${want.receiver} AND next_due_at <= ${claim.now}`
    if (locked === 0) continue
    const due = await sql.all`SELECT id FROM deliveries
      WHERE state = 'pending' AND receiver = ${want.receiver} AND due_at <= ${claim.now}
      ORDER BY due_at LIMIT ${want.limit}`
    for (const row of due) claimed.push(await lease(sql, claim, Number(row.id)))
    await refreshReceiver(sql, want.receiver)
  }
  return claimed
}

async function lease(sql: Sql, claim: Claim, id: number): Promise<ClaimedDelivery> {
  const row = await sql.get`UPDATE deliveries SET due_at = ${claim.leaseEndsAt}, lease = ${claim.lease}
    WHERE id = ${id} RETURNING *`
  // Not a join: PostgreSQL would plan it over every range of ids.
  const vendorId = (row!.vendor_id ?? null) as number | null
  const call =
    vendorId === null
      ? undefined
      : await sql.get`SELECT test, callback_url, phone_hash, phone_mask, phone_form, confirmation_number,
          operator, region, ported_to, caller_identity, started_at, state
        FROM calls WHERE vendor_id = ${vendorId}`
  return claimedOf(row!, call)
}

/** A receiver without pending deliveries is removed from the list. */
async function refreshReceiver(sql: Sql, receiver: string): Promise<void> {
  const left = await sql.get`SELECT min(due_at) AS next FROM deliveries
    WHERE state = 'pending' AND receiver = ${receiver}`
  if (left?.next == null) await sql.run`DELETE FROM delivery_receivers WHERE receiver = ${receiver}`
  else {
    await sql.run`UPDATE delivery_receivers SET next_due_at = ${Number(left.next)}
      WHERE receiver = ${receiver}`
  }
}

/** Returns false when the lease was lost, unless the webhook arrived: an arrival counts whichever node sent it. */
export async function recordAttempt(sql: Sql, report: AttemptReport): Promise<boolean> {
  const { id, lease, attempt, state } = report
  const row = await sql.get`UPDATE deliveries SET state = ${state}, due_at = ${report.dueAt},
      tries = ${report.tries}, attempt_count = attempt_count + 1, lease = NULL,
      ended_at = ${state === 'pending' ? null : attempt.at + attempt.durationMs}
    WHERE id = ${id} AND state = 'pending' AND (lease = ${lease} OR ${state} = 'delivered')
    RETURNING attempt_count, receiver`
  if (row === undefined) return false
  const count = Number(row.attempt_count)
  await sql.run(...newAttempts.insert({ deliveryId: id, ...attempt, attempt: count }))
  // Most deliveries need one attempt: then there is nothing to look for.
  if (count > maxAttemptsKept) {
    const last = count - maxAttemptsKept
    await sql.run`DELETE FROM delivery_attempts WHERE delivery_id = ${id} AND attempt <= ${last}`
  }
  if (state === 'pending') await sql.run(...receiverDue(String(row.receiver), report.dueAt))
  return true
}

/**
 * Makes the delivery due now, with a new series of retries. `under-way`: an attempt is running at this moment.
 * `once`: the code of a step, which would come twice.
 */
export async function resendDelivery(
  sql: Sql,
  { id, at }: { id: number; at: number },
): Promise<'queued' | 'under-way' | 'once' | 'unknown'> {
  // An expired lease belongs to a node that died.
  const row = await sql.get`UPDATE deliveries
    SET state = 'pending', due_at = ${at}, tries = 0, ended_at = NULL, lease = NULL
    WHERE id = ${id} AND receiver <> '' AND type IS DISTINCT FROM ${stepDeliver}
      AND (lease IS NULL OR due_at <= ${at})
    RETURNING receiver`
  if (row !== undefined) {
    await sql.run(...receiverDue(String(row.receiver), at))
    return 'queued'
  }
  const known = await sql.get`SELECT type FROM deliveries WHERE id = ${id}`
  if (known === undefined) return 'unknown'
  return known.type === stepDeliver ? 'once' : 'under-way'
}

/** Due at once, although the time of the event may come from a node whose clock is ahead of the store's. */
export const dueAtOnce = 0

/** Called inside the transaction that makes the change. */
export async function enqueueDelivery(
  sql: Sql,
  delivery: DeliveryToEnqueue & Partial<Pick<DeliveryRecord, 'personId' | 'alarmReceiverId'>>,
  dueAt = delivery.at,
) {
  const state = delivery.receiver === '' ? 'kept' : 'pending'
  const made = { ...delivery, state, dueAt, createdAt: delivery.at } as const
  await sql.run(...newDeliveries.insert(made, 'ON CONFLICT (webhook_id) DO NOTHING'))
  if (delivery.receiver !== '') await sql.run(...receiverDue(delivery.receiver, dueAt))
}

/** The address of an endpoint has changed: what still waits goes to the new one. */
export async function redirectDeliveries(sql: Sql, endpointId: number, receiver: string): Promise<void> {
  const moved = await sql.run`UPDATE deliveries SET receiver = ${receiver}
    WHERE endpoint_id = ${endpointId} AND state = 'pending' AND receiver <> ${receiver}`
  if (moved > 0) await sql.run(...receiverDue(receiver, dueAtOnce))
}

/** With the attempts of each. `which` names deliveries by a condition. */
export async function deleteDeliveries(sql: Sql, which: SqlPart): Promise<number> {
  await sql.run`DELETE FROM delivery_attempts WHERE delivery_id IN (SELECT id FROM deliveries WHERE ${which})`
  return sql.run`DELETE FROM deliveries WHERE ${which}`
}

/** Removes what names a person. Events that were not delivered yet fail. `which` names deliveries by a condition. */
export async function eraseInDeliveries(sql: Sql, which: SqlPart): Promise<void> {
  await sql.run`UPDATE delivery_attempts SET ${blanked('delivery_attempts', 'personal')}
    WHERE delivery_id IN (SELECT id FROM deliveries WHERE ${which})`
  await sql.run`UPDATE deliveries SET ${blanked('deliveries', 'personal')}
    WHERE ${which} AND ${unblanked('deliveries', 'personal')}`
}

/** Deletes what is about neither a call nor an alarm; the others are deleted with what they are about. */
export async function purgeDeliveries(sql: Sql, { before, limit }: { before: number; limit: number }) {
  const old = await sql.all`SELECT id FROM deliveries
    WHERE vendor_id IS NULL AND verification_id IS NULL AND alarm_id IS NULL AND created_at < ${before}
    ORDER BY created_at LIMIT ${limit}`
  for (const row of old) await deleteDeliveries(sql, part`id = ${Number(row.id)}`)
  return old.length
}

function claimedOf(row: Row, call: Row | undefined): ClaimedDelivery {
  const ofCall = row.endpoint_id === null ? (call?.callback_url as string | null | undefined) : undefined
  return {
    ...deliveryTable.of({ ...row, url: ofCall ?? null }),
    isTest: Number(call?.test ?? row.test) === 1,
    data: row.data as string | null,
    call: reported.ofFound(call) ?? null,
  }
}
