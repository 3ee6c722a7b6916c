import { Type } from 'typebox'
import { recordResent } from '../../operations/webhooks.ts'
import { dayMs } from '../../platform/clock.ts'
import type { DeliveryRecord } from '../../storage/delivery-records.ts'
import type { Store } from '../../storage/store.ts'
import { explainSignature, readHeaders } from '../../webhooks/explain-signature.ts'
import { maskedPayload, webhookView } from '../answers/webhook.ts'
import { idOf, ownService, ownServiceIds } from '../ids.ts'
import { asMember } from '../operating.ts'
import { notFound, Problem } from '../problem.ts'
import { get, type Member, post } from '../route.ts'
import type { SignatureAnswer, WebhookDetail, WebhookPage } from '../views/webhook.ts'

const pageLength = 50
const troubleMs = 7 * dayMs
const maxTroubled = 20
const maxPastedLength = 32 * 1024

const serviceId = Type.Optional(Type.Integer({ minimum: 1 }))

const list = get('/webhooks', {
  audience: 'read',
  query: Type.Object({
    serviceId,
    state: Type.Optional(Type.Enum(['pending', 'delivered', 'failed'])),
    before: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  handle: async ({ deps, who, query }): Promise<WebhookPage> => {
    const { items, next } = await deps.store.deliveryPage({
      serviceIds: await ownServiceIds(deps.store, who, query.serviceId),
      state: query.state ?? null,
      before: query.before ?? null,
      limit: pageLength,
    })
    return { items: items.map(webhookView), next }
  },
})

const troubled = get('/webhooks/receivers', {
  audience: 'read',
  query: Type.Object({ serviceId }),
  handle: async ({ deps, who, query }) =>
    deps.store.troubledReceivers({
      serviceIds: await ownServiceIds(deps.store, who, query.serviceId),
      since: deps.clock.now() - troubleMs,
      limit: maxTroubled,
    }),
})

const show = get('/webhooks/:vendorId', {
  audience: 'read',
  handle: async ({ deps, who, params }): Promise<WebhookDetail> => {
    const delivery = await ownDelivery(deps.store, who, idOf(params.vendorId))
    const [attempts, verification, service] = await Promise.all([
      deps.store.attempts(delivery.vendorId),
      deps.store.verification(delivery.vendorId),
      deps.store.service(delivery.serviceId),
    ])
    const tellsCaller = service?.settings.webhookCaller ?? false
    const payload = maskedPayload(delivery, verification, tellsCaller)
    return { ...webhookView(delivery), attempts, payload }
  },
})

const resend = post('/webhooks/:vendorId/resend', {
  audience: 'change-services',
  handle: async (ask) => {
    const { deps, who, params } = ask
    const { vendorId } = await ownDelivery(deps.store, who, idOf(params.vendorId))
    const result = await deps.store.resendDelivery({ vendorId, at: deps.clock.now() })
    if (result === 'unknown') throw notFound()
    if (result === 'under-way') throw new Problem(409, 'under-way', 'it is being sent at this moment')
    await recordResent(asMember(ask), { vendorId, accountId: who.account.id })
    return webhookView((await deps.store.delivery(vendorId))!)
  },
})

/** Nothing that is pasted is stored, because the body holds a phone number. */
const check = post('/webhooks/check', {
  audience: 'read',
  body: Type.Object({
    /** Whose secret to use; left out when a secret is given. */
    serviceId,
    secret: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    headers: Type.String({ maxLength: maxPastedLength }),
    payload: Type.String({ maxLength: maxPastedLength }),
  }),
  handle: async ({ deps, who, body }): Promise<SignatureAnswer> => {
    const names = body.secret === undefined ? (['current', 'previous'] as const) : (['given'] as const)
    const secrets = body.secret === undefined ? await secretsOf(body.serviceId) : [body.secret.trim()]
    const now = Math.floor(deps.clock.now() / 1000)
    const verdict = explainSignature(secrets, readHeaders(body.headers), body.payload, now)
    return { ...verdict, secret: verdict.secret === null ? null : names[verdict.secret]! }

    async function secretsOf(id: number | undefined): Promise<string[]> {
      const service = await ownService(deps.store, who, id ?? 0)
      const { current, previous } = (await deps.webhookSecrets.of(service.id))!
      return previous === undefined ? [current] : [current, previous]
    }
  },
})

async function ownDelivery(store: Store, who: Member, vendorId: number): Promise<DeliveryRecord> {
  const delivery = await store.delivery(vendorId)
  if (delivery === undefined) throw notFound()
  await ownService(store, who, delivery.serviceId)
  return delivery
}

export const webhookRoutes = [list, troubled, show, resend, check]
