import { stepDeliver } from '../event-types.ts'
import type { Row, Sql } from '../sql.ts'
import type { AttemptRecord } from './deliveries.ts'

/** `http`: a program of the owner. `telegram`: the Telegram Gateway. */
export const gatewayKinds = ['http', 'telegram'] as const
export type GatewayKind = (typeof gatewayKinds)[number]
export const maxGatewaysPerService = 3

/** Who delivers the codes of steps over HTTP: a third party that gets phone and code. */
export interface GatewayRecord {
  readonly id: number
  readonly serviceId: number
  readonly kind: GatewayKind
  /** Steps name it: `sms`, `telegram`, … */
  readonly channel: string
  readonly url: string
  /** ISO codes; empty serves all. */
  readonly countries: readonly string[]
  /** Encrypted. */
  readonly secret: Uint8Array
  readonly createdAt: number
}

/** The one request to a gateway, as the inspector shows it. */
export interface StepDelivery {
  readonly serviceId: number
  readonly verificationId: string
  readonly webhookId: string
  readonly receiver: string
  /** JSON without the phone and the code. */
  readonly data: string
  readonly isDelivered: boolean
  readonly attempt: Omit<AttemptRecord, 'attempt'>
}

/** In the order in which they are tried. */
export async function gatewaysOf(sql: Sql, serviceId: number): Promise<GatewayRecord[]> {
  return (await sql.all('SELECT * FROM gateways WHERE service_id = $1 ORDER BY id', serviceId)).map(gatewayOf)
}

export async function gateway(sql: Sql, id: number): Promise<GatewayRecord | undefined> {
  const row = await sql.get('SELECT * FROM gateways WHERE id = $1', id)
  return row === undefined ? undefined : gatewayOf(row)
}

/** The caller has locked the service. Undefined when it has as many as it may. */
export async function addGateway(
  sql: Sql,
  made: Omit<GatewayRecord, 'id'>,
): Promise<GatewayRecord | undefined> {
  if ((await gatewaysOf(sql, made.serviceId)).length >= maxGatewaysPerService) return undefined
  const row = await sql.get(
    `INSERT INTO gateways (service_id, kind, channel, url, countries, sealed, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING *`,
    made.serviceId,
    made.kind,
    made.channel,
    made.url,
    made.countries.join(','),
    made.secret,
    made.createdAt,
  )
  return gatewayOf(row!)
}

export async function removeGateway(sql: Sql, id: number): Promise<void> {
  await sql.run('DELETE FROM gateways WHERE id = $1', id)
}

/** It is over when it is stored: nobody sends it again, because the code would come twice. */
export async function recordStepDelivery(sql: Sql, delivery: StepDelivery): Promise<void> {
  const { at, durationMs, status, error, answer } = delivery.attempt
  const row = await sql.get(
    `INSERT INTO deliveries (service_id, webhook_id, receiver, state, due_at, tries, attempt_count, created_at, ended_at,
       verification_id, type, data)
     VALUES ($1, $2, $3, $4, $5, 1, 1, $5, $6, $7, $8, $9) RETURNING id`,
    delivery.serviceId,
    delivery.webhookId,
    delivery.receiver,
    delivery.isDelivered ? 'delivered' : 'failed',
    at,
    at + durationMs,
    delivery.verificationId,
    stepDeliver,
    delivery.data,
  )
  await sql.run(
    'INSERT INTO delivery_attempts VALUES ($1, 1, $2, $3, $4, $5, $6)',
    Number(row!.id),
    at,
    durationMs,
    status,
    error,
    answer,
  )
}

function gatewayOf(row: Row): GatewayRecord {
  return {
    id: Number(row.id),
    serviceId: Number(row.service_id),
    kind: String(row.kind) as GatewayKind,
    channel: String(row.channel),
    url: String(row.url),
    countries: String(row.countries).split(',').filter(Boolean),
    secret: row.sealed as Uint8Array,
    createdAt: Number(row.created_at),
  }
}
