import { type Static, Type } from 'typebox'
import { adminScopes } from '../../../storage/queries/admin-tokens.ts'
import { list, text, time } from '../answer.ts'

export type { AdminScope } from '../../../storage/queries/admin-tokens.ts'

export const adminToken = Type.Object({ name: text, scopes: list(Type.Enum(adminScopes)), createdAt: time })
export type AdminTokenView = Static<typeof adminToken>

/** The secret is shown once. */
export interface NewAdminToken {
  readonly name: string
  readonly token: string
}
