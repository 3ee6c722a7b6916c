import { Type } from 'typebox'
import { chargedOnDelivery } from '../books/event-types.ts'
import type { VelocityReason } from '../books/velocity.ts'
import { hourMs } from '../platform/clock.ts'
import { watch } from '../storage/author.ts'
import { OperationRefused } from '../storage/operation-refused.ts'
import { chargeOnDelivery as charge } from '../storage/queries/conversions.ts'
import { notifyMembers } from '../storage/queries/event-endpoints.ts'
import { pausePrefix as pause, resumePrefix as resume } from '../storage/queries/velocity.ts'
import { id, knownService } from './fields.ts'
import { operation } from './operation.ts'

/** Long enough for the traffic to become part of the account's own history. */
const allowedHours = 24

/** The service itself: it pauses destinations after unusual traffic. */
export const trafficWatch = watch('traffic watch')

export interface Pause {
  readonly service: number
  readonly prefix: string
  readonly reason: VelocityReason
  readonly calls: number
  readonly expected: number
}

/** False when it is already paused, or was allowed again in the last day. */
export const pausePrefix = operation({
  name: 'prefix.pause',
  about: 'Pause a destination of a service after unusual traffic',
  log: ({ service, prefix, reason, calls, expected }: Pause) =>
    reason === 'conversion'
      ? [
          `calls of service ${service} to ${placeText(prefix)} paused: ${calls} verifications instead of ${expected}, far fewer approved than usual`,
          `звонки сервиса ${service} на ${placeText(prefix)} приостановлены: проверок ${calls} вместо ${expected}, подтверждённых намного меньше обычного`,
        ]
      : [
          `calls of service ${service} to ${placeText(prefix)} paused: ${calls} in an hour, usually at most ${expected}`,
          `звонки сервиса ${service} на ${placeText(prefix)} приостановлены: ${calls} за час, обычно не больше ${expected}`,
        ],
  isIndependent: true,
  input: Type.Object({
    serviceId: id,
    prefix: Type.String(),
    reason: Type.Unsafe<VelocityReason>(Type.String()),
    calls: Type.Number(),
    expected: Type.Number(),
  }),
  async run(tx, { serviceId: service, prefix, reason, calls, expected }) {
    const { accountId } = await knownService(tx, service)
    const paused = { serviceId: service, prefix, reason, calls, expected, pausedAt: tx.at }
    if (!(await pause(tx.sql, paused))) return false
    tx.log({ service, prefix, reason, calls, expected }, accountId)
    return true
  },
})

export const resumePrefix = operation({
  name: 'prefix.resume',
  about: 'Allow a paused destination again; it is not paused again within a day',
  log: ({ service, prefix }: { service: number; prefix: string }) => [
    `calls of service ${service} to ${placeText(prefix)} resumed`,
    `звонки сервиса ${service} на ${placeText(prefix)} возобновлены`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/services/:service/resume' },
  input: Type.Object({
    service: id,
    prefix: Type.String({
      pattern: '^(\\d{1,5}|[A-Z]{2}|operator:.{1,200})$',
      expected: 'a prefix such as 7916, a country such as LV, or operator:NAME',
    }),
  }),
  async run(tx, { service, prefix }) {
    const { accountId } = await knownService(tx, service)
    const allowedUntil = tx.at + allowedHours * hourMs
    if (!(await resume(tx.sql, { serviceId: service, prefix, allowedUntil })))
      throw new OperationRefused('not-paused', `service ${service} has no such pause`)
    return tx.log({ service, prefix }, accountId)
  },
})

/** False when the service is charged on delivery already. */
export const chargeOnDelivery = operation({
  name: 'service.charge-on-delivery',
  about: 'Charge a service on delivery after too few approvals',
  log: ({ service, delivered, approved }: Record<'service' | 'delivered' | 'approved' | 'until', number>) => [
    `service ${service} charged on delivery for a day: ${approved} approvals of ${delivered} delivered steps`,
    `сервис ${service} сутки платит за доставку: подтверждений ${approved} на ${delivered} доставленных шагов`,
  ],
  isIndependent: true,
  input: Type.Object({
    serviceId: id,
    delivered: Type.Number(),
    approved: Type.Number(),
    until: Type.Number(),
  }),
  async run(tx, { serviceId: service, delivered, approved, until }) {
    const { accountId } = await knownService(tx, service)
    if (!(await charge(tx.sql, { serviceId: service, until, at: tx.at }))) return false
    const data = { service, delivered, approved, until }
    tx.log(data, accountId)
    const owners = { accountId, roles: ['owner'], byEmail: true, byMessenger: false } as const
    await notifyMembers(tx.sql, owners, {
      type: chargedOnDelivery,
      at: tx.at,
      change: [service, tx.at],
      data,
    })
    return true
  },
})

/** `+7916`, the letters of a country, or `operator:` and a name. */
export const destinationText = (prefix: string) => (/^\d/.test(prefix) ? `+${prefix}` : prefix)

/** In a sentence a network is named as it is. */
const placeText = (prefix: string) => destinationText(prefix).replace(/^operator:/, '')
