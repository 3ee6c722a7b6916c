import { stepDeliver } from '../../books/event-types.ts'
import { bytes, list, named, number, oneOf, type RecordOf, tableOf, text } from '../record.ts'
import type { Sql } from '../sql.ts'
import { type AttemptRecord, newAttempts, newDeliveries } from './deliveries.ts'

/** `http`: a program of the owner. `telegram`: the Telegram Gateway. */
export const gatewayKinds = ['http', 'telegram'] as const
export type GatewayKind = (typeof gatewayKinds)[number]
export const maxGatewaysPerService = 3

/** Who delivers the codes of steps over HTTP: a third party that gets phone and code. */
const gateways = tableOf('gateways', {
  id: number,
  serviceId: number,
  kind: oneOf<GatewayKind>(),
  /** Steps name it: `sms`, `telegram`, … */
  channel: text,
  url: text,
  /** ISO codes; empty serves all. */
  countries: list(','),
  /** Encrypted. */
  secret: named('sealed', bytes),
  createdAt: number,
})
export type GatewayRecord = RecordOf<typeof gateways>

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
export const gatewaysOf = (sql: Sql, serviceId: number) => gateways.all(sql, 'id', { serviceId })

export const gateway = (sql: Sql, id: number) => gateways.find(sql, { id })

/** The caller has locked the service. Undefined when it has as many as it may. */
export async function addGateway(sql: Sql, made: Omit<GatewayRecord, 'id'>) {
  if ((await gatewaysOf(sql, made.serviceId)).length >= maxGatewaysPerService) return undefined
  return gateways.of((await sql.get(...gateways.insert(made, 'RETURNING *')))!)
}

export const changeGateway = (
  sql: Sql,
  { id, channel, url, countries, secret }: Omit<GatewayRecord, 'serviceId' | 'kind' | 'createdAt'>,
) => sql.run(...gateways.update({ id }, { channel, url, countries, secret }))

export const removeGateway = (sql: Sql, id: number) => gateways.remove(sql, { id })

/** It is over when it is stored: nobody sends it again, because the code would come twice. */
export async function recordStepDelivery(sql: Sql, delivery: StepDelivery): Promise<void> {
  const { attempt, isDelivered, ...about } = delivery
  const made = {
    ...about,
    state: isDelivered ? 'delivered' : 'failed',
    dueAt: attempt.at,
    tries: 1,
    attemptCount: 1,
    createdAt: attempt.at,
    endedAt: attempt.at + attempt.durationMs,
    type: stepDeliver,
  } as const
  const row = await sql.get(...newDeliveries.insert(made, 'RETURNING id'))
  await sql.run(...newAttempts.insert({ deliveryId: Number(row!.id), ...attempt, attempt: 1 }))
}
