import { changeDialect } from '../../operations/dialects.ts'
import { change } from '../change.ts'
import type { CabinetDeps } from '../deps.ts'
import { idOf, ownService } from '../ids.ts'
import { get } from '../route.ts'
import type { ChangedDialect, DialectView } from '../views/dialect.ts'

const show = get('/services/:id/dialect', {
  audience: 'read',
  handle: async ({ deps, who, params }): Promise<DialectView> =>
    viewOf(deps, (await ownService(deps.store, who, idOf(params.id))).id),
})

async function viewOf({ store }: CabinetDeps, serviceId: number): Promise<DialectView> {
  const { dialect = 'none', types = 'live', callbackUrl = '' } = (await store.dialectOf(serviceId)) ?? {}
  return { dialect, types, callback: callbackUrl }
}

const choose = change(changeDialect, {
  answer: async ({ deps }, { credential }, { service }): Promise<ChangedDialect> => ({
    ...(await viewOf(deps, service)),
    credential,
  }),
})

export const serviceDialectRoutes = [show, choose]
