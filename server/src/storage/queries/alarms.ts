import { alarmNotices } from '../../books/event-types.ts'
import { dayMs, secondMs } from '../../platform/clock.ts'
import {
  bytes,
  json,
  list,
  named,
  number,
  oneOf,
  orNull,
  orZero,
  type RecordOf,
  tableOf,
  text,
} from '../record.ts'
import { part, type Row, raw, type Sql, type SqlPart } from '../sql.ts'
import {
  type DeliveryChannel,
  deleteDeliveries,
  dueAtOnce,
  enqueueDelivery,
  newAttempts,
  receiverDue,
} from './deliveries.ts'
import { inOneOrder } from './one-order.ts'

const alarmTable = tableOf('alarms', {
  id: number,
  kind: text,
  subject: text,
  since: number,
  seenAt: number,
  /** null while it lasts. */
  endedAt: orZero,
  facts: json<Readonly<Record<string, string | number>>>(),
})
export type StoredAlarm = RecordOf<typeof alarmTable>

/** What a node sees right now. */
export type SeenAlarm = Pick<StoredAlarm, 'kind' | 'subject' | 'since' | 'facts'> & {
  /** Receivers that the node has notified of its beginning without the store. */
  readonly notified?: readonly number[]
}

export interface AlarmSighting {
  readonly nodeId: string
  readonly alarms: readonly SeenAlarm[]
  /** False right after the start of a node, which has not looked at everything yet: it ends nothing. */
  readonly isComplete: boolean
  readonly now: number
}

export interface AlarmRecord extends StoredAlarm {
  /** The nodes that see it now. */
  readonly nodes: readonly string[]
  readonly isSilenced: boolean
}

/** Who is notified of alarms, and how. */
const receiverTable = tableOf('alarm_receivers', {
  id: number,
  channel: oneOf<DeliveryChannel>(),
  /** A mail address, or an address that takes webhooks. */
  target: text,
  /** Of its deliveries. */
  receiver: text,
  /** The sealed secret that signs webhooks; null for the other channels. */
  sealed: orNull(bytes),
  /** Only these kinds; all when empty. */
  kinds: list(' '),
  language: oneOf<'en' | 'ru'>(),
  createdAt: number,
})
type StoredReceiver = RecordOf<typeof receiverTable>
export type NewAlarmReceiver = Omit<StoredReceiver, 'id'>

export interface AlarmReceiver extends StoredReceiver {
  /** The Telegram chat of the operator with this mail address; 0 when there is none, and for the other channels. */
  readonly chat: number
  /** When something reached it last. */
  readonly notifiedAt: number | null
  /** What the last attempt failed with; "" when it succeeded. */
  readonly fault: string
}

/** While a silence lasts, nobody is notified of these alarms; they are shown as before. */
const silenceTable = tableOf('alarm_silences', {
  id: number,
  /** "" is any. */
  kind: text,
  subject: text,
  until: named('until_at', number),
  reason: text,
  createdAt: number,
})

/** Who is to be notified, and of what not. */
export interface AlarmAudience {
  readonly receivers: readonly AlarmReceiver[]
  readonly silences: readonly RecordOf<typeof silenceTable>[]
}

/** A node that has not confirmed an alarm for this long is gone, or does not see it any more. */
const sightingMs = 90 * secondMs
const keptMs = 90 * dayMs
/** A receiver that comes back after longer is not notified of what is over. */
export const lateMs = dayMs

/** True while an alarm is silenced. */
const silencedAt = (now: number) => part`EXISTS (
  SELECT 1 FROM alarm_silences WHERE until_at > ${now}
    AND (alarm_silences.kind = '' OR alarm_silences.kind = alarms.kind)
    AND (alarm_silences.subject = '' OR alarm_silences.subject = alarms.subject))`

/**
 * Takes what a node sees. The first sighting of any node begins an alarm; it ends when the last node does not see it any
 * more. The outbox has one notice of each for each receiver, whichever node found it: that of the end once the beginning has
 * arrived. A silenced alarm is notified after the silence. Returns what the node needs to notify people without the store.
 */
export async function noteAlarms(sql: Sql, sighting: AlarmSighting): Promise<AlarmAudience> {
  const { nodeId, alarms, isComplete, now } = sighting
  const seen: number[] = []
  const notified: [alarmId: number, receivers: readonly number[]][] = []
  const ordered = inOneOrder(alarms, ({ kind, subject }) => `${kind} ${subject}`)
  for (const { kind, subject, since, facts, notified: receivers = [] } of ordered) {
    const alarm = { kind, subject, since: Math.min(since, now), seenAt: now, endedAt: null, facts }
    const end = `ON CONFLICT (kind, subject) WHERE ended_at = 0
      DO UPDATE SET seen_at = excluded.seen_at, facts = excluded.facts RETURNING id`
    const row = await sql.get(...alarmTable.insert(alarm, end))
    const id = Number(row!.id)
    seen.push(id)
    notified.push([id, receivers])
    await sql.run`INSERT INTO alarm_nodes (alarm_id, node_id, seen_at) VALUES (${id}, ${nodeId}, ${now})
      ON CONFLICT (alarm_id, node_id) DO UPDATE SET seen_at = excluded.seen_at`
  }
  await enqueueNotices(
    sql,
    'began',
    now,
    part`ended_at = 0 AND (kinds = '' OR ' ' || kinds || ' ' LIKE '% ' || alarms.kind || ' %')
      AND NOT ${silencedAt(now)}`,
  )
  for (const [id, receivers] of notified) {
    for (const receiver of receivers) await noteSent(sql, `msg_alarm_${id}_${receiver}_began`, now)
  }
  if (isComplete) await endUnseenAlarms(sql, nodeId, seen, now)
  await enqueueNotices(
    sql,
    'ended',
    now,
    part`ended_at > ${now - lateMs} AND ${stateOfNotice('began')} = 'delivered'`,
  )
  return { receivers: await alarmReceivers(sql), silences: await alarmSilences(sql, { now }) }
}

/** One for each alarm and receiver. A subquery of one value is looked up by its index, however many deliveries there are. */
const noticeId = (what: 'began' | 'ended') =>
  raw(`'msg_alarm_' || alarms.id || '_' || alarm_receivers.id || '_${what}'`)
const stateOfNotice = (what: 'began' | 'ended') =>
  part`(SELECT state FROM deliveries WHERE webhook_id = ${noticeId(what)})`

async function enqueueNotices(sql: Sql, what: 'began' | 'ended', now: number, which: SqlPart): Promise<void> {
  const rows =
    await sql.all`INSERT INTO deliveries (service_id, webhook_id, receiver, state, due_at, created_at,
      type, alarm_id, alarm_receiver_id)
    SELECT 0, ${noticeId(what)}, receiver, 'pending', CAST(${now} AS bigint), CAST(${now} AS bigint),
      CAST(${alarmNotices[what]} AS text), alarms.id, alarm_receivers.id
    FROM alarms, alarm_receivers WHERE ${which} AND ${stateOfNotice(what)} IS NULL
    ORDER BY receiver, alarms.id, alarm_receivers.id
    ON CONFLICT (webhook_id) DO NOTHING RETURNING receiver`
  const receivers = new Set(rows.map(({ receiver }) => String(receiver)))
  for (const receiver of inOneOrder([...receivers], String))
    await sql.run(...receiverDue(receiver, dueAtOnce))
}

/** A node has sent it without the store. */
async function noteSent(sql: Sql, webhookId: string, now: number): Promise<void> {
  const row = await sql.get`UPDATE deliveries
    SET state = 'delivered', attempt_count = attempt_count + 1, lease = NULL, ended_at = ${now}
    WHERE webhook_id = ${webhookId} AND state = 'pending' RETURNING id, attempt_count`
  if (row === undefined) return
  const error = 'sent while the database was away'
  const sent = { deliveryId: Number(row.id), attempt: Number(row.attempt_count), at: now, durationMs: 0 }
  await sql.run(...newAttempts.insert({ ...sent, status: 0, error, answer: '' }))
}

async function endUnseenAlarms(sql: Sql, nodeId: string, seen: readonly number[], now: number) {
  for (const row of await sql.all`SELECT alarm_id FROM alarm_nodes WHERE node_id = ${nodeId}`) {
    const id = Number(row.alarm_id)
    if (!seen.includes(id))
      await sql.run`DELETE FROM alarm_nodes WHERE alarm_id = ${id} AND node_id = ${nodeId}`
  }
  await sql.run`UPDATE alarms SET ended_at = ${now} WHERE ended_at = 0 AND NOT EXISTS (
    SELECT 1 FROM alarm_nodes WHERE alarm_id = alarms.id AND alarm_nodes.seen_at > ${now - sightingMs})`
  await sql.run`DELETE FROM alarm_nodes WHERE seen_at <= ${now - sightingMs}`
  for (const { id } of await alarmTable.where(sql, part`ended_at > 0 AND ended_at < ${now - keptMs}`)) {
    await deleteDeliveries(sql, part`alarm_id = ${id}`)
    await alarmTable.remove(sql, { id })
  }
}

export const alarm = (sql: Sql, id: number) => alarmTable.find(sql, { id })

/** Those that last, newest first. */
export async function openAlarms(sql: Sql, { now }: { readonly now: number }): Promise<AlarmRecord[]> {
  const rows = await sql.all`SELECT alarms.*, CASE WHEN ${silencedAt(now)} THEN 1 ELSE 0 END AS silenced
    FROM alarms WHERE ended_at = 0 ORDER BY since DESC, id DESC`
  const sightings = Map.groupBy(
    await sql.all('SELECT alarm_id, node_id FROM alarm_nodes ORDER BY node_id'),
    (row) => Number(row.alarm_id),
  )
  return rows.map((row) => ({
    ...alarmTable.of(row),
    nodes: (sightings.get(Number(row.id)) ?? []).map(({ node_id: node }) => String(node)),
    isSilenced: row.silenced === 1,
  }))
}

/** Those that have ended, newest first. */
export async function pastAlarms(
  sql: Sql,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<AlarmRecord[]> {
  const last = before ?? Number.MAX_SAFE_INTEGER
  const past = await alarmTable.where(
    sql,
    part`ended_at > 0 AND id < ${last} ORDER BY id DESC LIMIT ${limit}`,
  )
  return past.map((alarm) => ({ ...alarm, nodes: [], isSilenced: false }))
}

export async function alarmReceivers(sql: Sql): Promise<AlarmReceiver[]> {
  const rows = await sql.all`SELECT alarm_receivers.*,
      COALESCE((SELECT telegram_id FROM people WHERE channel = 'telegram' AND email = target), 0) AS chat,
      (SELECT ended_at FROM deliveries WHERE ${ofReceiver} AND state = 'delivered' ORDER BY id DESC LIMIT 1) AS notified_at,
      (SELECT CASE WHEN state = 'delivered' THEN '' WHEN status = 0 THEN error ELSE 'it answered ' || status END
        FROM deliveries JOIN delivery_attempts ON delivery_id = id
        WHERE ${ofReceiver} ORDER BY id DESC, attempt DESC LIMIT 1) AS fault
    FROM alarm_receivers ORDER BY id`
  return rows.map(receiverOf)
}

const ofReceiver = raw('alarm_receiver_id = alarm_receivers.id')

const receiverOf = (row: Row): AlarmReceiver => ({
  ...receiverTable.of(row),
  chat: Number(row.chat),
  notifiedAt: row.notified_at === null ? null : Number(row.notified_at),
  fault: String(row.fault ?? ''),
})

/** A new receiver, or the new settings of one that is there. */
export async function putAlarmReceiver(sql: Sql, made: NewAlarmReceiver): Promise<StoredReceiver> {
  const end = `ON CONFLICT (channel, target) DO UPDATE SET kinds = excluded.kinds, language = excluded.language
    RETURNING *`
  return receiverTable.of((await sql.get(...receiverTable.insert(made, end)))!)
}

/** With everything that waits for it. */
export async function removeAlarmReceiver(sql: Sql, id: number): Promise<boolean> {
  await deleteDeliveries(sql, part`alarm_receiver_id = ${id} AND state = 'pending'`)
  return receiverTable.removeOne(sql, { id })
}

/** A message that says what it is. Returns the `webhook-id`; undefined when there is no such receiver. */
export async function enqueueAlarmTest(sql: Sql, { id, at }: { readonly id: number; readonly at: number }) {
  const found = await receiverTable.find(sql, { id })
  if (found === undefined) return undefined
  const webhookId = `msg_alarm_test_${id}_${at}`
  const about = { vendorId: null, verificationId: null, endpointId: null, data: null, test: true }
  const notice = { ...about, serviceId: 0, webhookId, receiver: found.receiver, at, alarmReceiverId: id }
  await enqueueDelivery(sql, { ...notice, type: alarmNotices.test }, dueAtOnce)
  return webhookId
}

export const alarmSilences = (sql: Sql, { now }: { readonly now: number }) =>
  silenceTable.where(sql, part`until_at > ${now} ORDER BY until_at, id`)

export async function addAlarmSilence(
  sql: Sql,
  made: Omit<RecordOf<typeof silenceTable>, 'id'>,
): Promise<number> {
  return Number((await sql.get(...silenceTable.insert(made, 'RETURNING id')))!.id)
}

export const removeAlarmSilence = (sql: Sql, id: number) => silenceTable.removeOne(sql, { id })
