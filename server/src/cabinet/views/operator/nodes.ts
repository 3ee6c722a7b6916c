import { type Static, Type } from 'typebox'
import { adminScopes } from '../../../storage/queries/admin-tokens.ts'
import type { NodeRecord } from '../../../storage/queries/nodes.ts'
import { list, text, time } from '../answer.ts'
import type { AuditView } from './accounts.ts'

export interface NodeView {
  readonly name: string
  readonly startedAt: number
  readonly version: string
  readonly nodeVersion: string
  readonly platform: string
  readonly store: 'SQLite' | 'PostgreSQL'
  readonly memoryBytes: number
  /** How late timers run, of the last half a minute at least. */
  readonly loopDelayP99Ms: number
  readonly callsNow: number
  readonly trunks: number
  readonly sipPort: number
}

export interface SettingView {
  readonly name: string
  /** "" when it is not set; what is secret is never here. */
  readonly value: string
  readonly secret: boolean
  readonly isSet: boolean
  readonly isDefault: boolean
}

export interface NodesView {
  /** Those that share the store. */
  readonly fleet: readonly (Omit<NodeRecord, 'secrets'> & { readonly isThis: boolean })[]
  /** The one that shows the page. */
  readonly thisNode: NodeView
  /** null before the first audit after the start. */
  readonly audit: AuditView | null
  readonly settings: readonly SettingView[]
}

export type { AdminScope } from '../../../storage/queries/admin-tokens.ts'

export const adminToken = Type.Object({ name: text, scopes: list(Type.Enum(adminScopes)), createdAt: time })
export type AdminTokenView = Static<typeof adminToken>

/** The secret is shown once. */
export interface NewAdminToken {
  readonly name: string
  readonly token: string
}
