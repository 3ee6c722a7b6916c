import { type EventType, type NoticeType, testEvent } from '../../books/event-types.ts'
import { eventDelivery, wants } from '../../books/events.ts'
import type { EventTarget, TargetOfChange } from '../../books/outbox.ts'
import { bytes, flag, json, number, oneOf, orNull, type RecordOf, tableOf, text } from '../record.ts'
import { part, type Row, type Sql } from '../sql.ts'
import {
  deleteDeliveries,
  dueAtOnce,
  enqueueDelivery,
  noticeReceivers,
  redirectDeliveries,
} from './deliveries.ts'
import { installationEntry, settingsOf } from './installation.ts'
import { members, type Role } from './people.ts'

export const maxEndpointsPerService = 5

/** An address to which the events of a service are sent. */
const endpoints = tableOf('event_endpoints', {
  id: number,
  serviceId: number,
  url: text,
  /** `host:port` of the address. */
  receiver: text,
  /** null subscribes to all types, also to those of later versions. */
  types: orNull(json<readonly EventType[]>()),
  description: text,
  enabled: flag,
  /** The callback of a dialect is an endpoint that its owner sees as a setting of the dialect. */
  form: oneOf<'' | 'vonage-verify'>(),
  /** The secret that signs, encrypted: the store cannot read it. */
  sealed: bytes,
  previousSealed: orNull(bytes),
  previousEndsAt: number,
  createdAt: number,
})
export type EndpointRecord = RecordOf<typeof endpoints>

export type NewEndpoint = Omit<EndpointRecord, 'id' | 'form' | 'previousSealed' | 'previousEndsAt'>

/** Fields that are left out do not change. */
export interface EndpointChange
  extends Partial<Pick<EndpointRecord, 'url' | 'receiver' | 'types' | 'description' | 'enabled'>> {
  readonly id: number
}

export const endpoint = (sql: Sql, id: number) => endpoints.find(sql, { id })

export const endpointsOf = (sql: Sql, serviceId: number) =>
  endpoints.where(sql, part`service_id = ${serviceId} AND url <> '' AND form = '' ORDER BY id`)

/** Returns undefined when the service has as many as it may. */
export async function addEndpoint(sql: Sql, made: NewEndpoint): Promise<EndpointRecord | undefined> {
  if ((await endpointsOf(sql, made.serviceId)).length >= maxEndpointsPerService) return undefined
  return endpoints.of((await sql.get(...endpoints.insert(made, 'RETURNING *')))!)
}

export async function changeEndpoint(sql: Sql, change: EndpointChange): Promise<EndpointRecord | undefined> {
  const before = await endpoint(sql, change.id)
  if (before === undefined) return undefined
  const after = { ...before, ...change }
  const { id, url, receiver, types, description, enabled } = after
  await sql.run(...endpoints.update({ id }, { url, receiver, types, description, enabled }))
  if (receiver !== before.receiver) await redirectDeliveries(sql, id, receiver)
  return after
}

/** The callback of the service's dialect; undefined for none. Without a secret it keeps the one that it has. */
export async function setCallback(
  sql: Sql,
  serviceId: number,
  wanted?: Pick<EndpointRecord, 'url' | 'receiver' | 'types' | 'createdAt'> & {
    readonly sealed: Uint8Array | null
  },
): Promise<void> {
  const [before] = await endpoints.where(sql, part`service_id = ${serviceId} AND form <> ''`)
  if (wanted === undefined) {
    if (before !== undefined) await removeEndpoint(sql, before.id)
    return
  }
  const { url, receiver, types, createdAt, sealed } = wanted
  if (before === undefined) {
    const made = { serviceId, url, receiver, types, description: '', enabled: true, createdAt }
    await sql.run(...endpoints.insert({ ...made, form: 'vonage-verify', sealed: sealed! }))
    return
  }
  await changeEndpoint(sql, { id: before.id, url, receiver })
  if (sealed !== null) await sql.run(...endpoints.update({ id: before.id }, { sealed }))
}

/** What waits for it is deleted; what was sent stays in the inspector. */
export async function removeEndpoint(sql: Sql, id: number): Promise<boolean> {
  await deleteDeliveries(sql, part`endpoint_id = ${id} AND state = 'pending'`)
  return endpoints.removeOne(sql, { id })
}

/** Signs with the new secret from now on, and with the old one too until the overlap ends. */
export async function rotateEndpointSecret(
  sql: Sql,
  { id, sealed, previousEndsAt }: Pick<EndpointRecord, 'id' | 'sealed' | 'previousEndsAt'>,
) {
  const changed = await sql.run`UPDATE event_endpoints
    SET previous_sealed = sealed, previous_ends_at = ${previousEndsAt}, sealed = ${sealed} WHERE id = ${id}`
  return changed === 1
}

/** The nonce tells two tests apart. Returns the `webhook-id`; undefined when there is no such endpoint. */
export async function enqueueTestEvent(
  sql: Sql,
  { id, nonce, at }: { id: number; nonce: string; at: number },
) {
  const target = await endpoint(sql, id)
  if (target === undefined) return undefined
  const { serviceId, description } = target
  const data = JSON.stringify({ endpoint_id: id, service_id: serviceId, description })
  const delivery = eventDelivery(target, testEvent, at, [nonce], { data })
  await enqueueDelivery(sql, delivery, dueAtOnce)
  return delivery.webhookId
}

const target = tableOf('event_endpoints', {
  id: number,
  serviceId: number,
  receiver: text,
  types: orNull(json<readonly EventType[]>()),
})
/** Of the endpoints of a service that are on, and of the record of its events (event-stream.ts). */
export const targetsWhere = (services: string) => `SELECT ${target.columns.texts[0]},
    (SELECT value FROM meta WHERE name = '${installationEntry}') AS installation
  FROM event_endpoints
  WHERE service_id ${services} AND enabled = 1 ORDER BY receiver, id`
export const targetOf = (row: Row): TargetOfChange => ({
  ...target.of(row),
  currency: settingsOf(row.installation).currency,
})

export const targetsOf = async (sql: Sql, serviceId: number): Promise<TargetOfChange[]> =>
  (await sql.all(targetsWhere('= $1'), serviceId)).map(targetOf)

/** Tells every endpoint of the account that wants it; called inside the transaction that makes the change. */
export async function notifyAccount(sql: Sql, accountId: number, event: AccountEvent): Promise<void> {
  const rows = await sql.all`SELECT event_endpoints.* FROM event_endpoints
    JOIN services ON services.id = service_id
    WHERE account_id = ${accountId} AND enabled = 1 AND status <> 'archived'
    ORDER BY receiver, event_endpoints.id`
  for (const target of rows.map(endpoints.of).filter((each) => wants(each, event.type)))
    await enqueueDelivery(sql, accountDelivery(target, event), dueAtOnce)
}

interface ToMembers {
  readonly accountId: number
  readonly roles: readonly Role[]
  readonly byEmail: boolean
  readonly byMessenger: boolean
}

/** The same for its members with one of these roles: a mail, and a message to those who have connected a messenger. */
export async function notifyMembers(sql: Sql, to: ToMembers, event: AccountEvent<NoticeType>): Promise<void> {
  const concerned = (await members(sql, to.accountId)).filter(({ role }) => to.roles.includes(role))
  for (const receiver of noticeReceivers)
    for (const { id, telegramId } of concerned.map(({ person }) => person)) {
      if (!(receiver === 'mail' ? to.byEmail : to.byMessenger && telegramId !== 0)) continue
      const change = [receiver, ...event.change]
      const made = accountDelivery({ id, serviceId: 0, receiver }, { ...event, change })
      await enqueueDelivery(sql, { ...made, endpointId: null, personId: id }, dueAtOnce)
    }
}

/** What the endpoints of all services of an account are told. */
export interface AccountEvent<Type extends string = EventType> {
  readonly type: Type
  readonly at: number
  /** What tells this event from others of its type. */
  readonly change: readonly (string | number)[]
  readonly data: object
}

export const accountDelivery = (
  target: Omit<EventTarget, 'types'>,
  { type, at, change, data }: AccountEvent<EventType | NoticeType>,
) => eventDelivery(target, type, at, change, { data: JSON.stringify(data) })
