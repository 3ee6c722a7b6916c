import { Type } from 'typebox'
import { hourMs } from '../platform/clock.ts'
import type { DeliveryRecord } from '../storage/queries/deliveries.ts'
import { ensureWebhookSecret, rotateWebhookSecret } from '../storage/queries/services.ts'
import { id, knownService, overlapHours } from './fields.ts'
import { type FullContext, type OperationContext, operation } from './operation.ts'

type Signing = OperationContext & Pick<FullContext, 'webhookSecrets'>

/** A service without a secret gets one now. */
export const showWebhookSecret = operation({
  name: 'webhook.secret',
  about: "Show the secret that signs a service's webhooks; showing it is recorded",
  log: ({ service }: { service: number }) => [
    `webhook secret of service ${service} shown`,
    `секрет веб-хуков сервиса ${service} показан`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/services/:service/webhook-secret' },
  isIndependent: true,
  input: Type.Object({ service: id }),
  prepare: ({ webhookSecrets }: Signing, { service }) => ({ service, sealed: webhookSecrets.newSealed() }),
  async run(tx, { service, sealed }) {
    const { accountId } = await knownService(tx, service)
    tx.log({ service }, accountId)
    return (await ensureWebhookSecret(tx.sql, { serviceId: service, sealed }))!
  },
  answer: ({ webhookSecrets }: Signing, kept) => webhookSecrets.open(kept),
})

export const changeWebhookSecret = operation({
  name: 'webhook.rotate-secret',
  about: "Make a new secret that signs a service's webhooks; the old one also signs until the overlap ends",
  log: ({ service }: { service: number }) => [
    `webhook secret of service ${service} rotated`,
    `секрет веб-хуков сервиса ${service} заменён`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/services/:service/webhook-secret/rotate' },
  isIndependent: true,
  input: Type.Object({ service: id, overlapHours }),
  prepare: ({ webhookSecrets }: Signing, input) => ({
    ...input,
    sealed: webhookSecrets.newSealed(),
    first: webhookSecrets.newSealed(),
  }),
  async run(tx, { service, sealed, first, overlapHours: hours }) {
    const { accountId } = await knownService(tx, service)
    const previousEndsAt = tx.at + Math.round(hours * hourMs)
    await ensureWebhookSecret(tx.sql, { serviceId: service, sealed: first })
    await rotateWebhookSecret(tx.sql, { serviceId: service, sealed, previousEndsAt })
    tx.log({ service }, accountId)
    return (await ensureWebhookSecret(tx.sql, { serviceId: service, sealed }))!
  },
  answer: ({ webhookSecrets }: Signing, kept) => webhookSecrets.open(kept),
})

/** A webhook of a call, an event or a notice was put into the outbox again. */
export const recordResent = operation({
  name: 'webhook.resent',
  about: 'Record that a webhook is sent again',
  log: ({ call, webhookId }: { call: number | null; webhookId: string }) =>
    call === null
      ? [`event ${webhookId} sent again`, `событие ${webhookId} отправлено повторно`]
      : [`webhook of call ${call} sent again`, `веб-хук звонка ${call} отправлен повторно`],
  by: 'change-services',
  isIndependent: true,
  input: Type.Object({
    /** 0 for a notice. */
    service: Type.Integer(),
    /** null for an event. */
    call: Type.Union([Type.Number(), Type.Null()]),
    webhookId: Type.String(),
  }),
  async run(tx, { service, call, webhookId }) {
    const accountId = service === 0 ? undefined : (await knownService(tx, service)).accountId
    tx.log({ call, webhookId }, accountId)
  },
})

/** Webhooks of a service since a time were put into the outbox again. */
export const recordReplayed = operation({
  name: 'webhook.replayed',
  about: 'Record that many webhooks of a service are sent again',
  log: ({ service, count }: { service: number; count: number }) => [
    `webhooks of service ${service} sent again: ${count}`,
    `веб-хуки сервиса ${service} отправлены повторно: ${count}`,
  ],
  by: 'change-services',
  isIndependent: true,
  input: Type.Object({ service: id, count: Type.Integer({ minimum: 1 }) }),
  async run(tx, { service, count }) {
    tx.log({ service, count }, (await knownService(tx, service)).accountId)
  },
})

/** Only a call of an inbound request has a webhook of its own; the others are events of an endpoint. */
export function resentOf({ serviceId: service, endpointId, vendorId, webhookId }: DeliveryRecord) {
  return { service, call: endpointId === null ? vendorId : null, webhookId }
}
