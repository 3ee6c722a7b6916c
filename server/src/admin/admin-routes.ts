import { Type } from 'typebox'
import { bodyOf } from '../cabinet/change.ts'
import { routes } from '../cabinet/routes/index.ts'
import { knownAccount } from '../cabinet/routes/operator/accounts.ts'
import { list } from '../cabinet/views/answer.ts'
import { type AnyOperation, operations } from '../operations/operations-table.ts'
import { withoutKeys } from '../operations/services.ts'
import type { AdminRoute } from './admin-route.ts'
import { answerOf, serviceMembers } from './answers.ts'
import { installationRoutes } from './installation-routes.ts'

const reads: readonly AdminRoute[] = routes
  .filter(({ answer }) => answer !== undefined)
  .map(({ path, query, answer, handle }) => ({
    method: 'GET',
    path: path.replace('/operator', ''),
    name: ['read', ...path.replace('/operator', '').split(/\/:?/).slice(1)].join('.'),
    about: `What the operator's console shows at ${path.replace('/operator', '')}`,
    scopes: ['read'],
    answer: answer!,
    ...(query === undefined ? {} : { query }),
    read: handle as NonNullable<AdminRoute['read']>,
  }))

const services: AdminRoute = {
  method: 'GET',
  path: '/accounts/:account/services',
  name: 'read.accounts.services',
  about: 'The services of an account with their settings',
  scopes: ['read'],
  answer: list(Type.Object(serviceMembers)),
  async read({ deps, params }) {
    const { id } = await knownAccount(deps, params.account)
    return (await deps.store.services(id)).map(withoutKeys)
  },
}

/** What owners change stands below their account. */
function routesOf(operation: AnyOperation): AdminRoute[] {
  const { about, by, api } = operation
  if (api === undefined) return []
  const isOwners = by !== 'operator'
  const path = isOwners ? `/accounts/:account${api.path.replace(/^\/account\//, '/')}` : api.path
  // The id of a retry is a header here.
  const body = bodyOf({ input: operation.input }, path)
  return [
    {
      method: 'POST',
      path,
      name: operation.name,
      about,
      scopes: [api.scope],
      body,
      operation,
      answer: answerOf(operation.name),
    },
  ]
}

export const adminRoutes: readonly AdminRoute[] = [
  ...reads,
  services,
  ...Object.values(operations).flatMap(routesOf),
  ...installationRoutes,
]
