import { Type } from 'typebox'
import { hourMs } from '../platform/clock.ts'
import type { DeliveryRecord } from '../storage/queries/deliveries.ts'
import {
  type HookProvider,
  hookProviders,
  hookSecret,
  removeHookSecret,
  replaceHookSecret as replace,
} from '../storage/queries/hook-secrets.ts'
import { ensureWebhookSecret, rotateWebhookSecret } from '../storage/queries/webhook-secrets.ts'
import { sealHookSecret } from '../webhooks/hook-secrets.ts'
import { newWebhookSecret } from '../webhooks/signature.ts'
import { id, knownService, overlapHours } from './fields.ts'
import { type Equipped, type Operating, operation } from './operation.ts'

type Signing = Operating & Pick<Equipped, 'webhookSecrets'>

/** A service without a secret gets one now. */
export const showWebhookSecret = operation({
  name: 'webhook.secret',
  about: "Show the secret that signs a service's webhooks; showing it is recorded",
  by: 'change-services',
  scope: 'accounts',
  path: '/services/:service/webhook-secret',
  isIndependent: true,
  input: Type.Object({ service: id }),
  prepare: ({ webhookSecrets }: Signing, { service }) => ({ service, sealed: webhookSecrets.newSealed() }),
  async run(tx, { service, sealed }) {
    const { accountId } = await knownService(tx, service)
    tx.log('webhook-secret', { service, rotated: false })
    tx.history(accountId, `webhook secret of service ${service} shown`)
    return (await ensureWebhookSecret(tx.sql, { serviceId: service, sealed }))!
  },
  answer: ({ webhookSecrets }: Signing, kept) => webhookSecrets.open(kept),
})

export const changeWebhookSecret = operation({
  name: 'webhook.rotate-secret',
  about: "Make a new secret that signs a service's webhooks; the old one also signs until the overlap ends",
  by: 'change-services',
  scope: 'accounts',
  path: '/services/:service/webhook-secret/rotate',
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
    tx.log('webhook-secret', { service, rotated: true })
    tx.history(accountId, `webhook secret of service ${service} rotated`)
    return (await ensureWebhookSecret(tx.sql, { serviceId: service, sealed }))!
  },
  answer: ({ webhookSecrets }: Signing, kept) => webhookSecrets.open(kept),
})

/** How a provider is called in the history of an account. */
const names: Readonly<Record<HookProvider, string>> = { supabase: 'Supabase' }
const hook = { service: id, provider: Type.Enum([...hookProviders]) }

export const replaceHookSecret = operation({
  name: 'hook.secret',
  about: "Make a new secret for an identity provider's hook; it is shown once",
  by: 'change-services',
  scope: 'accounts',
  path: '/services/:service/hooks/:provider',
  isIndependent: true,
  input: Type.Object({ ...hook, overlapHours }),
  prepare({ sealer, random }: Operating & Pick<Equipped, 'sealer' | 'random'>, input) {
    const its = { serviceId: input.service, provider: input.provider }
    return { ...input, ...sealHookSecret(sealer, its, newWebhookSecret(random.bytes)) }
  },
  async run(tx, { service, provider, sealed, overlapHours: hours }) {
    const { accountId } = await knownService(tx, service)
    const previousEndsAt = tx.at + Math.round(hours * hourMs)
    const isFirst = (await hookSecret(tx.sql, { serviceId: service, provider })) === undefined
    await replace(tx.sql, { serviceId: service, provider, sealed, previousEndsAt, at: tx.at })
    tx.log('hook-secret', { service, provider })
    tx.history(accountId, `new secret of the ${names[provider]} hook of service ${service}`)
    return { isFirst }
  },
  answer: (_, made, { shown }) => ({ ...made, secret: shown }),
})

export const removeHook = operation({
  name: 'hook.remove',
  about: "Refuse an identity provider's hook from now on",
  by: 'change-services',
  scope: 'accounts',
  path: '/services/:service/hooks/:provider/remove',
  isIndependent: true,
  input: Type.Object(hook),
  async run(tx, { service, provider }) {
    const { accountId } = await knownService(tx, service)
    const removed = await removeHookSecret(tx.sql, { serviceId: service, provider })
    if (removed) {
      tx.log('hook-removed', { service, provider })
      tx.history(accountId, `${names[provider]} hook of service ${service} removed`)
    }
    return { removed }
  },
})

/** A webhook of a call, or an event, was put into the outbox again. */
export const recordResent = operation({
  name: 'webhook.resent',
  about: 'Record that a webhook is sent again',
  by: 'change-services',
  isIndependent: true,
  input: Type.Object({
    service: id,
    /** null for an event. */
    call: Type.Union([Type.Number(), Type.Null()]),
    webhookId: Type.String(),
  }),
  async run(tx, { service, call, webhookId }) {
    const { accountId } = await knownService(tx, service)
    if (call === null) tx.log('event-resent', { webhookId })
    else tx.log('webhook-resent', { call })
    tx.history(
      accountId,
      call === null ? `event ${webhookId} sent again` : `webhook of call ${call} sent again`,
    )
  },
})

/** Only a call of an inbound request has a webhook of its own; the others are events of an endpoint. */
export function resentOf({ serviceId: service, endpointId, vendorId, webhookId }: DeliveryRecord) {
  return { service, call: endpointId === null ? vendorId : null, webhookId }
}
