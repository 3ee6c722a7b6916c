import { Type } from 'typebox'
import { addKey, keysOf, revokeKey, rotateKey } from '../../operations/service-keys.ts'
import { archiveService } from '../../operations/services.ts'
import { recordedRotation, recordSecretShown } from '../../operations/webhooks.ts'
import { hourMs } from '../../platform/clock.ts'
import { type KeyScope, keyScopes, mainKeyId, maxKeysPerService } from '../../storage/key-records.ts'
import type { ServiceRecord } from '../../storage/records.ts'
import { secretOverlap } from '../../webhooks/inspector.ts'
import { keyView, serviceView } from '../answers/service.ts'
import { secretView } from '../answers/webhook.ts'
import { idOf, ownService } from '../ids.ts'
import { asMember } from '../operating.ts'
import { wrongField } from '../problem.ts'
import { get, post } from '../route.ts'
import type { KeyList, NewKey } from '../views/service.ts'

/** How long the old key or secret stays good (decisions 2). */
const overlapHours = Type.Integer({ minimum: 0, maximum: secretOverlap.maxHours })
/** The name of the service, typed as a confirmation. */
const typedName = Type.String({ maxLength: 200 })

const list = get('/services/:id/keys', {
  audience: 'read',
  handle: async ({ deps, who, params }): Promise<KeyList> => {
    const service = await ownService(deps.store, who, idOf(params.id))
    const keys = await keysOf(deps.store, service, deps.clock.now())
    return { keys: keys.map(keyView), max: maxKeysPerService }
  },
})

const add = post('/services/:id/keys', {
  audience: 'change-services',
  body: Type.Object({ name: Type.String({ maxLength: 200 }), scope: Type.Enum([...keyScopes]) }),
  handle: async (ask): Promise<NewKey> => {
    const { deps, who, params, body } = ask
    const service = await ownService(deps.store, who, idOf(params.id))
    const made = await addKey(
      { ...asMember(ask), random: deps.random },
      { serviceId: service.id, name: body.name, scope: body.scope as KeyScope },
    )
    await deps.reload()
    return { service: serviceView(service), name: made.key.name, secretKey: made.secretKey }
  },
})

/** Replacing the main key asks for the name of the service, because every program of the account may use it. */
const rotate = post('/services/:id/keys/:keyId/rotate', {
  audience: 'change-services',
  body: Type.Object({ overlapHours, name: Type.Optional(typedName) }),
  handle: async (ask): Promise<NewKey> => {
    const { deps, who, params, body } = ask
    const service = await ownService(deps.store, who, idOf(params.id))
    const keyId = keyIdOf(params.keyId)
    if (keyId === mainKeyId) requireName(service, body.name ?? '')
    const keys = await keysOf(deps.store, service, deps.clock.now())
    const name = keys.find(({ id }) => id === keyId)?.name ?? ''
    const { secretKey } = await rotateKey(
      { ...asMember(ask), random: deps.random },
      { serviceId: service.id, keyId, overlapMs: body.overlapHours * hourMs },
    )
    await deps.reload()
    return { service: serviceView(service), name, secretKey }
  },
})

const revoke = post('/services/:id/keys/:keyId/revoke', {
  audience: 'change-services',
  handle: async (ask) => {
    const { deps, who, params } = ask
    const service = await ownService(deps.store, who, idOf(params.id))
    await revokeKey(asMember(ask), { serviceId: service.id, keyId: idOf(params.keyId) })
    await deps.reload()
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

/** The id of a key in an address; 0 is the main key. */
const keyIdOf = (typed: string | undefined) => (typed === String(mainKeyId) ? mainKeyId : idOf(typed))

function requireName(service: ServiceRecord, typed: string): void {
  if (typed.trim() !== service.name) throw wrongField('name', 'the name of the service, letter by letter')
}

export const serviceKeyRoutes = [list, add, rotate, revoke, archive, showSecret, rotateSecret]
