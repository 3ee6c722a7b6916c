import { Type } from 'typebox'
import { hashKey, newSecretKey } from '../../accounts/secret-key.ts'
import { hourMs } from '../../platform/clock.ts'
import type { ServiceRecord } from '../../storage/records.ts'
import { secretOverlap } from '../../webhooks/inspector.ts'
import type { ServiceSecrets } from '../../webhooks/secrets.ts'
import { noteAction } from '../action-log.ts'
import { idOf, ownService } from '../ids.ts'
import { wrongField } from '../problem.ts'
import { post } from '../route.ts'
import { serviceView } from '../service-view.ts'
import type { NewKey, WebhookSecretView } from '../views/service.ts'

/** How long the old key or secret stays good (decisions 2). */
const overlapHours = Type.Integer({ minimum: 0, maximum: secretOverlap.maxHours })
/** Typed by whoever really means it. */
const typedName = Type.String({ maxLength: 200 })

const rotateKey = post('/services/:id/key', {
  audience: 'change-services',
  body: Type.Object({ overlapHours, name: typedName }),
  handle: async ({ parts, who, params, body, visitor }): Promise<NewKey> => {
    const { store, clock, random } = parts
    const service = await ownService(store, who, idOf(params.id))
    requireName(service, body.name)
    const secretKey = newSecretKey(random)
    const at = clock.now()
    await store.rotateKey({
      serviceId: service.id,
      keyHash: hashKey(secretKey),
      previousKeyEndsAt: at + body.overlapHours * hourMs,
      at,
    })
    await noteAction(parts, who.account.id, visitor, `key of service ${service.id} rotated`)
    await parts.reload()
    return { service: serviceView((await store.service(service.id))!), secretKey }
  },
})

const archive = post('/services/:id/archive', {
  audience: 'change-services',
  body: Type.Object({ name: typedName }),
  handle: async ({ parts, who, params, body, visitor }) => {
    const service = await ownService(parts.store, who, idOf(params.id))
    requireName(service, body.name)
    const after = await parts.store.changeService({
      id: service.id,
      status: 'archived',
      at: parts.clock.now(),
    })
    await noteAction(parts, who.account.id, visitor, `service ${service.id} archived`)
    await parts.reload()
    return serviceView(after!)
  },
})

/** A POST although it changes nothing: who looked at the secret stands in the history. */
const showSecret = post('/services/:id/webhook-secret', {
  audience: 'change-services',
  handle: async ({ parts, who, params, visitor }) => {
    const service = await ownService(parts.store, who, idOf(params.id))
    const secrets = await parts.webhookSecrets.of(service.id)
    await noteAction(parts, who.account.id, visitor, `web-hook secret of service ${service.id} shown`)
    return secretView(secrets!)
  },
})

const rotateSecret = post('/services/:id/webhook-secret/rotate', {
  audience: 'change-services',
  body: Type.Object({ overlapHours }),
  handle: async ({ parts, who, params, body, visitor }) => {
    const service = await ownService(parts.store, who, idOf(params.id))
    const secrets = await parts.webhookSecrets.rotate(service.id, body.overlapHours * hourMs)
    await noteAction(parts, who.account.id, visitor, `web-hook secret of service ${service.id} rotated`)
    return secretView(secrets!)
  },
})

function requireName(service: ServiceRecord, typed: string): void {
  if (typed.trim() !== service.name) throw wrongField('name', 'the name of the service, letter by letter')
}

function secretView({ current, previous, previousEndsAt }: ServiceSecrets): WebhookSecretView {
  return { current, previous: previous ?? null, previousEndsAt }
}

export const serviceKeyRoutes = [rotateKey, archive, showSecret, rotateSecret]
