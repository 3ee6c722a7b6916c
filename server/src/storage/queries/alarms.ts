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
import { part, type Row, type Sql } from '../sql.ts'
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
type StoredAlarm = RecordOf<typeof alarmTable>

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

export const alarmChannels = ['mail', 'telegram', 'webhook'] as const
export type AlarmChannel = (typeof alarmChannels)[number]

/** Who is notified of alarms, and how. */
const receiverTable = tableOf('alarm_receivers', {
  id: number,
  channel: oneOf<AlarmChannel>(),
  /** A mail address, a Telegram chat, or an address that takes webhooks. */
  target: text,
  /** The sealed secret that signs webhooks; null for the other channels. */
  sealed: orNull(bytes),
  /** Only these kinds; all when empty. */
  kinds: list(' '),
  language: oneOf<'en' | 'ru'>(),
  createdAt: number,
  notifiedAt: orZero,
  /** What the last attempt failed with; "" when it succeeded. */
  fault: text,
})
export type AlarmReceiver = RecordOf<typeof receiverTable> & {
  /** The Telegram chat of the operator with this mail address; 0 when there is none, and for the other channels. */
  readonly chat: number
}

export type NewAlarmReceiver = Pick<
  AlarmReceiver,
  'channel' | 'target' | 'sealed' | 'kinds' | 'language' | 'createdAt'
>

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

/** What one receiver is to be sent; nobody else sends to it before its lease ends. */
export interface AlarmDelivery {
  readonly receiver: AlarmReceiver
  readonly notices: readonly AlarmNotice[]
}

export interface AlarmNotice {
  readonly what: 'began' | 'ended'
  readonly alarm: StoredAlarm
}

export interface AlarmDeliveryResult {
  readonly receiverId: number
  readonly sent: readonly AlarmNotice[]
  /** What failed last; "" when nothing did. */
  readonly fault: string
  /** When it may be sent to again; null leaves that as it is. */
  readonly dueAt: number | null
  readonly now: number
}

/** A node that has not confirmed an alarm for this long is gone, or does not see it any more. */
const sightingMs = 90 * secondMs
const keptMs = 90 * dayMs
/** A receiver that comes back after longer is not notified of what is over. */
const lateMs = dayMs

/** True while an alarm is silenced. */
const silencedAt = (now: number) => part`EXISTS (
  SELECT 1 FROM alarm_silences WHERE until_at > ${now}
    AND (alarm_silences.kind = '' OR alarm_silences.kind = alarms.kind)
    AND (alarm_silences.subject = '' OR alarm_silences.subject = alarms.subject))`

/**
 * Takes what a node sees. The first sighting of any node begins an alarm; it ends when the last node does not see it any
 * more. Every open alarm has one row for each receiver, so that its beginning and its end are sent once, whichever node found
 * it. A silenced alarm gets its rows after the silence. Returns what the node needs to notify people without the store.
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
  await sql.run`INSERT INTO alarm_notices (alarm_id, receiver_id, sent)
    SELECT alarms.id, alarm_receivers.id, 0 FROM alarms, alarm_receivers
    WHERE ended_at = 0 AND (kinds = '' OR ' ' || kinds || ' ' LIKE '% ' || alarms.kind || ' %')
      AND NOT ${silencedAt(now)}
    ORDER BY alarms.id, alarm_receivers.id
    ON CONFLICT DO NOTHING`
  for (const [id, receivers] of notified) {
    for (const receiver of receivers) {
      await sql.run`UPDATE alarm_notices SET sent = 1
        WHERE alarm_id = ${id} AND receiver_id = ${receiver} AND sent = 0`
      await sql.run`UPDATE alarm_receivers SET fault = '', notified_at = ${now} WHERE id = ${receiver}`
    }
  }
  if (isComplete) await endUnseenAlarms(sql, nodeId, seen, now)
  return { receivers: await alarmReceivers(sql), silences: await alarmSilences(sql, { now }) }
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
  await sql.run`DELETE FROM alarm_notices WHERE alarm_id IN (
    SELECT id FROM alarms WHERE ended_at > 0 AND ended_at < ${now - keptMs})`
  await sql.run`DELETE FROM alarms WHERE ended_at > 0 AND ended_at < ${now - keptMs}`
}

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
  const rows = await sql.all`SELECT alarm_receivers.*, ${chat} AS chat FROM alarm_receivers ORDER BY id`
  return rows.map(receiverOf)
}

const chat = part`COALESCE((SELECT telegram_id FROM people WHERE channel = 'telegram' AND email = target), 0)`

const receiverOf = (row: Row): AlarmReceiver => ({ ...receiverTable.of(row), chat: Number(row.chat) })

/** A new receiver, or the new settings of one that is there. */
export async function putAlarmReceiver(
  sql: Sql,
  made: NewAlarmReceiver,
): Promise<RecordOf<typeof receiverTable>> {
  const end = `ON CONFLICT (channel, target) DO UPDATE SET kinds = excluded.kinds, language = excluded.language
    RETURNING *`
  return receiverTable.of(
    (await sql.get(...receiverTable.insert({ ...made, notifiedAt: null, fault: '' }, end)))!,
  )
}

/** With everything that waits for it. */
export async function removeAlarmReceiver(sql: Sql, id: number): Promise<boolean> {
  await sql.run`DELETE FROM alarm_notices WHERE receiver_id = ${id}`
  return receiverTable.removeOne(sql, { id })
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

/** The beginning of an alarm, or its end. */
const isDue = (
  now: number,
) => part`alarm_notices.receiver_id = alarm_receivers.id AND alarms.id = alarm_id AND sent < 2
  AND (sent = 0 OR ended_at > 0)
  AND (ended_at = 0 OR ended_at > ${now - lateMs})`

/** Receivers that there is something for, each given to one caller until its lease ends. */
export async function claimAlarmDeliveries(
  sql: Sql,
  { now, leaseEndsAt }: { now: number; leaseEndsAt: number },
): Promise<AlarmDelivery[]> {
  const receivers = await sql.all`UPDATE alarm_receivers SET due_at = ${leaseEndsAt}
    WHERE due_at <= ${now} AND EXISTS (SELECT 1 FROM alarm_notices, alarms WHERE ${isDue(now)}) RETURNING *, ${chat} AS chat`
  const deliveries: AlarmDelivery[] = []
  for (const receiver of receivers) {
    const notices = await sql.all`SELECT alarms.*, sent FROM alarm_receivers, alarm_notices, alarms
      WHERE alarm_receivers.id = ${receiver.id!} AND ${isDue(now)} ORDER BY alarms.id`
    deliveries.push({
      receiver: receiverOf(receiver),
      notices: notices.map((row) => ({
        what: row.sent === 0 || row.ended_at === 0 ? 'began' : 'ended',
        alarm: alarmTable.of(row),
      })),
    })
  }
  return deliveries
}

export async function endAlarmDelivery(sql: Sql, result: AlarmDeliveryResult): Promise<void> {
  const { receiverId, sent, fault, dueAt, now } = result
  for (const { alarm, what } of sent) {
    await sql.run`UPDATE alarm_notices SET sent = ${what === 'began' ? 1 : 2}
      WHERE alarm_id = ${alarm.id} AND receiver_id = ${receiverId}`
  }
  await sql.run`UPDATE alarm_receivers SET fault = ${fault}, due_at = COALESCE(${dueAt}, due_at),
    notified_at = CASE WHEN ${fault} = '' THEN ${now} ELSE notified_at END WHERE id = ${receiverId}`
}
