import { type TObject, type TSchema, Type } from 'typebox'
import { serviceSettingsSchema } from '../accounts/service-settings.ts'
import { bodyOf } from '../cabinet/change.ts'
import type { CabinetDeps } from '../cabinet/deps.ts'
import { routes } from '../cabinet/routes/index.ts'
import { knownAccount } from '../cabinet/routes/operator/accounts.ts'
import { list, text, time } from '../cabinet/views/answer.ts'
import { type AnyOperation, operations } from '../operations/operations-table.ts'
import { withoutKeys } from '../operations/services.ts'
import type { AdminScope } from '../storage/queries/admin-tokens.ts'

/** One address of the admin API: an operation, or a read of the operator's console. */
export interface AdminRoute {
  readonly method: 'GET' | 'POST'
  /** Below `/admin/v1`. */
  readonly path: string
  readonly about: string
  readonly scope: AdminScope
  readonly query?: TSchema
  /** Of a read. */
  readonly answer?: TSchema
  readonly body?: TObject
  readonly operation?: AnyOperation
  readonly read?: (context: {
    readonly deps: CabinetDeps
    readonly params: Readonly<Record<string, string>>
    readonly query: never
  }) => Promise<unknown>
}

const reads: readonly AdminRoute[] = routes
  .filter(({ answer }) => answer !== undefined)
  .map(({ path, query, answer, handle }) => ({
    method: 'GET',
    path: path.replace('/operator', ''),
    about: `What the operator's console shows at ${path.replace('/operator', '')}`,
    scope: 'read',
    answer: answer!,
    ...(query === undefined ? {} : { query }),
    read: handle as NonNullable<AdminRoute['read']>,
  }))

const serviceView = Type.Object({
  id: Type.Integer(),
  accountId: Type.Integer(),
  name: text,
  useDirection: text,
  status: Type.Enum(['active', 'off', 'archived']),
  previousKeyEndsAt: time,
  keyUsedAt: time,
  previousKeyUsedAt: time,
  settings: serviceSettingsSchema,
  chargedOnDeliveryUntil: time,
  lastRequestAt: time,
  createdAt: time,
})

const services: AdminRoute = {
  method: 'GET',
  path: '/accounts/:account/services',
  about: 'The services of an account with their settings',
  scope: 'read',
  answer: list(serviceView),
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
  return [{ method: 'POST', path, about, scope: api.scope, body: bodyOf(operation, path), operation }]
}

export const adminRoutes: readonly AdminRoute[] = [
  ...reads,
  services,
  ...Object.values(operations).flatMap(routesOf),
]
