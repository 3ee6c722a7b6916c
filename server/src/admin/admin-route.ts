import type { TObject, TSchema } from 'typebox'
import type { CabinetDeps } from '../cabinet/deps.ts'
import type { FullContext } from '../operations/operation.ts'
import type { AnyOperation } from '../operations/operations-table.ts'
import type { AdminScope } from '../storage/queries/admin-tokens.ts'

/** One address of the admin API: an operation, or a read of the operator's console. */
export interface AdminRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** In the document of the API. */
  readonly name: string
  /** Below `/admin/v1`. */
  readonly path: string
  readonly about: string
  readonly scopes: readonly AdminScope[]
  readonly query?: TSchema
  readonly answer?: TSchema
  readonly body?: TObject
  readonly operation?: AnyOperation
  readonly read?: (context: {
    readonly deps: CabinetDeps
    readonly params: Readonly<Record<string, string>>
    readonly query: never
  }) => Promise<unknown>
  /** Of a thing by its name. */
  readonly handle?: (asked: {
    readonly context: FullContext
    readonly params: Readonly<Record<string, string>>
    readonly body: unknown
  }) => Promise<unknown>
}
