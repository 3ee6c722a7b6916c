import { Type } from 'typebox'
import { archiveService, rotateKey as rotateServiceKey } from '../../operations/services.ts'
import { recordedRotation, recordSecretShown } from '../../operations/webhooks.ts'
import { hourMs } from '../../platform/clock.ts'
import type { ServiceRecord } from '../../storage/records.ts'
import { secretOverlap } from '../../webhooks/inspector.ts'
import { serviceView } from '../answers/service.ts'
import { secretView } from '../answers/webhook.ts'
import { idOf, ownService } from '../ids.ts'
import { asMember } from '../operating.ts'
import { wrongField } from '../problem.ts'
import { post } from '../route.ts'
import type { NewKey } from '../views/service.ts'

/** How long the old key or secret stays good (decisions 2). */
const overlapHours = Type.Integer({ minimum: 0, maximum: secretOverlap.maxHours })
/** The name of the service, typed as a confirmation. */
const typedName = Type.String({ maxLength: 200 })

const rotateKey = post('/services/:id/key', {
  audience: 'change-services',
  body: Type.Object({ overlapHours, name: typedName }),
  handle: async (ask): Promise<NewKey> => {
    const { deps, who, params, body } = ask
    const service = await ownService(deps.store, who, idOf(params.id))
    requireName(service, body.name)
    const { secretKey } = await rotateServiceKey(
      { ...asMember(ask), random: deps.random },
      { serviceId: service.id, overlapMs: body.overlapHours * hourMs },
    )
    await deps.reload()
    return { service: serviceView((await deps.store.service(service.id))!), secretKey }
  },
})

const archive = post('/services/:id/archive', {
  audience: 'change-services',
  body: Type.Object({ name: typedName }),
  handle: async (ask) => {
    const { deps, who, params, body } = ask
    const service = await ownService(deps.store, who, idOf(params.id))
    requireName(service, body.name)
    const after = await archiveService(asMember(ask), service.id)
    await deps.reload()
    return serviceView(after)
  },
})

/** A POST, because showing the secret is recorded in the history. */
const showSecret = post('/services/:id/webhook-secret', {
  audience: 'change-services',
  handle: async (ask) => {
    const { deps, who, params } = ask
    const service = await ownService(deps.store, who, idOf(params.id))
    const secrets = await deps.webhookSecrets.of(service.id)
    await recordSecretShown(asMember(ask), service)
    return secretView(secrets!)
  },
})

const rotateSecret = post('/services/:id/webhook-secret/rotate', {
  audience: 'change-services',
  body: Type.Object({ overlapHours }),
  handle: async (ask) => {
    const { deps, who, params, body } = ask
    const service = await ownService(deps.store, who, idOf(params.id))
    const save = recordedRotation(asMember(ask), service)
    const secrets = await deps.webhookSecrets.rotate(service.id, body.overlapHours * hourMs, save)
    return secretView(secrets!)
  },
})

function requireName(service: ServiceRecord, typed: string): void {
  if (typed.trim() !== service.name) throw wrongField('name', 'the name of the service, letter by letter')
}

export const serviceKeyRoutes = [rotateKey, archive, showSecret, rotateSecret]
