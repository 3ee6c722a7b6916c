import { Type } from 'typebox'
import { gatewayView } from '../../operations/gateways.ts'
import { hookView } from '../../operations/hooks.ts'
import { oidcClientView } from '../../operations/oidc.ts'
import { addKey, keysOf, rotateKey } from '../../operations/service-keys.ts'
import { archiveService } from '../../operations/services.ts'
import { maxGatewaysPerService } from '../../storage/queries/gateways.ts'
import { hookKinds } from '../../storage/queries/hooks.ts'
import { mainKeyId, maxKeysPerService } from '../../storage/queries/service-keys.ts'
import { keyView, serviceView } from '../answers/service.ts'
import { change } from '../change.ts'
import type { CabinetDeps } from '../deps.ts'
import { idOf, ownService } from '../ids.ts'
import { wrongField } from '../problem.ts'
import { get, type Member } from '../route.ts'

/** The name of the service, typed as a confirmation. */
const typedName = Type.String({ maxLength: 200 })

const list = get('/services/:id/keys', 'read', async ({ deps, user, params }) => {
  const service = await ownService(deps.store, user, idOf(params.id))
  const keys = await keysOf(deps.store, service, deps.clock.now())
  // How many a service may have besides the main key.
  return { keys: keys.map(keyView), max: maxKeysPerService }
})

const newKey = async (
  { deps }: { readonly deps: CabinetDeps },
  { name, secretKey }: { readonly name: string; readonly secretKey: string },
  { service }: { readonly service: number },
) => ({ service: serviceView((await deps.store.service(service))!), name, secretKey })

const add = change(addKey, { answer: newKey })

/** Replacing the main key asks for the name of the service, because every program of the account may use it. */
const rotate = change(rotateKey, {
  more: { name: Type.Optional(typedName) },
  async before({ deps, user, body }, { service, key }) {
    if (key !== mainKeyId) return
    const { name } = await ownService(deps.store, user as Member, service)
    if (String(body.name ?? '').trim() !== name) throw wrongField('name', 'exactly the name of the service')
  },
  answer: newKey,
})

const archive = change(archiveService, {
  answer: async ({ deps }, _, { service }) => serviceView((await deps.store.service(service))!),
})

const hooks = get('/services/:id/hooks', 'read', async ({ deps, user, params }) => {
  const { id } = await ownService(deps.store, user, idOf(params.id))
  return { items: (await deps.store.hooksOf(id)).map(hookView), kinds: hookKinds }
})

const oidcClients = get('/services/:id/oidc-clients', 'read', async (context) => {
  const { deps, user, params } = context
  const { id } = await ownService(deps.store, user, idOf(params.id))
  const items = (await deps.store.oidcClients(id)).map(oidcClientView)
  // What a program calls the issuer, its authority or its discovery address.
  return { items, issuer: `${deps.publicUrl()}/oidc` }
})

const gateways = get('/services/:id/gateways', 'read', async (context) => {
  const { deps, user, params } = context
  const { id } = await ownService(deps.store, user, idOf(params.id))
  return { items: (await deps.store.gatewaysOf(id)).map(gatewayView), max: maxGatewaysPerService }
})

export const serviceKeyRoutes = [list, add, rotate, archive, hooks, oidcClients, gateways]
