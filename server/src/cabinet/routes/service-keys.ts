import { Type } from 'typebox'
import { addKey, keysOf, rotateKey } from '../../operations/service-keys.ts'
import { archiveService } from '../../operations/services.ts'
import {
  changeWebhookSecret,
  removeHook,
  replaceHookSecret,
  showWebhookSecret,
} from '../../operations/webhooks.ts'
import type { HookOf } from '../../storage/queries/hook-secrets.ts'
import { mainKeyId, maxKeysPerService } from '../../storage/queries/service-keys.ts'
import type { ServiceRecord } from '../../storage/queries/services.ts'
import { keyView, serviceView } from '../answers/service.ts'
import { secretView } from '../answers/webhook.ts'
import { change } from '../change.ts'
import type { CabinetDeps } from '../deps.ts'
import { idOf, ownService } from '../ids.ts'
import { wrongField } from '../problem.ts'
import { get, type Member } from '../route.ts'
import type { HookView, KeyList, NewHookSecret, NewKey } from '../views/service.ts'

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

const add = change(addKey, {
  answer: async ({ deps }, { name, secretKey }, { service }): Promise<NewKey> => ({
    service: serviceView((await deps.store.service(service))!),
    name,
    secretKey,
  }),
})

/** Replacing the main key asks for the name of the service, because every program of the account may use it. */
const rotate = change(rotateKey, {
  more: { name: Type.Optional(typedName) },
  async before({ deps, who, body }, { service, key }) {
    if (key === mainKeyId)
      requireName(await ownService(deps.store, who as Member, service), String(body.name ?? ''))
  },
  answer: async ({ deps }, { name, secretKey }, { service }): Promise<NewKey> => ({
    service: serviceView((await deps.store.service(service))!),
    name,
    secretKey,
  }),
})

const archive = change(archiveService, {
  answer: async ({ deps }, _, { service }) => serviceView((await deps.store.service(service))!),
})

function requireName(service: ServiceRecord, typed: string): void {
  if (typed.trim() !== service.name) throw wrongField('name', 'the name of the service, letter by letter')
}

const provider = 'supabase'

const hook = get('/services/:id/hooks/supabase', {
  audience: 'read',
  handle: async ({ deps, who, params }): Promise<HookView> => {
    const { id } = await ownService(deps.store, who, idOf(params.id))
    return hookView(deps, { serviceId: id, provider })
  },
})

async function hookView({ store, clock }: CabinetDeps, of: HookOf): Promise<HookView> {
  const kept = await store.hookSecret(of)
  const overlaps = kept !== undefined && kept.previousSealed !== null && clock.now() < kept.previousEndsAt
  return { createdAt: kept?.createdAt ?? null, previousEndsAt: overlaps ? kept.previousEndsAt : null }
}

/** The first secret, or the next one. */
const replaceHook = change(replaceHookSecret, {
  answer: async ({ deps }, { secret }, { service, provider: of }): Promise<NewHookSecret> => ({
    ...(await hookView(deps, { serviceId: service, provider: of })),
    secret,
  }),
})

const dropHook = change(removeHook, {
  answer: ({ deps }, _, { service, provider: of }) => hookView(deps, { serviceId: service, provider: of }),
})

export const serviceKeyRoutes = [
  list,
  add,
  rotate,
  archive,
  change(showWebhookSecret, { answer: async (_, secrets) => secretView(secrets) }),
  change(changeWebhookSecret, { answer: async (_, secrets) => secretView(secrets) }),
  hook,
  replaceHook,
  dropHook,
]
