import { Type } from 'typebox'
import { adminScopes } from '../../../storage/queries/admin-tokens.ts'
import { list, text, time } from '../answer.ts'

export const adminToken = Type.Object({ name: text, scopes: list(Type.Enum(adminScopes)), createdAt: time })
