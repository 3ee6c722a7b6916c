import type { Mode } from '../../books/call.ts'
import { bytes, json, number, oneOf, orNull, type RecordOf, tableOf } from '../record.ts'
import type { Sql } from '../sql.ts'

/**
 * Identity servers that make and check their own code and ask for a call that delivers it, and the credential as each
 * wants it. `basic`: user and password. `token`: the value of `Authorization`. `signing`: a key that signs; `pasted`: one
 * that the server makes. `any`: a key that signs and is accepted as a token.
 */
export const credentialForms = {
  supabase: 'signing',
  authentik: 'basic',
  zitadel: 'pasted',
  logto: 'token',
  fusionauth: 'basic',
  kratos: 'basic',
  casdoor: 'token',
  keycloak: 'basic',
  auth0: 'token',
  cognito: 'token',
  generic: 'any',
} as const
export type HookKind = keyof typeof credentialForms
export const hookKinds = Object.keys(credentialForms) as HookKind[]

/** What is left out goes by the service, or by the kind. */
export interface HookSettings {
  /** A BCP 47 tag. */
  readonly language?: string | undefined
  readonly modes?: readonly Exclude<Mode, 'inbound' | 'http'>[] | undefined
  /** Addresses and ranges; requests of others are refused. */
  readonly allowedAddresses?: readonly string[] | undefined
  /** Where the credential stands: `basic`, `header:NAME` or `member:NAME`. */
  readonly credentialIn?: string | undefined
  /** Names of members, of a `generic` hook. */
  readonly phoneName?: string | undefined
  readonly codeName?: string | undefined
  readonly textName?: string | undefined
  /** The HTTP status when it was served, of a `generic` hook. */
  readonly status?: number | undefined
}

const hooks = tableOf('hooks', {
  id: number,
  serviceId: number,
  kind: oneOf<HookKind>(),
  /** A hash, or encrypted: the store cannot read it. */
  credential: bytes,
  previousCredential: orNull(bytes),
  /** Until when the credential before is accepted too. */
  previousEndsAt: number,
  settings: json<HookSettings>(),
  createdAt: number,
})
export type HookRecord = RecordOf<typeof hooks>
/** The address of a hook names these two. */
export type HookOf = Pick<HookRecord, 'serviceId' | 'kind'>

type NewHook = Omit<HookRecord, 'id' | 'previousCredential' | 'previousEndsAt'>
type HookRotation = Pick<HookRecord, 'id' | 'credential' | 'previousEndsAt'> & { readonly at: number }

export const hook = (sql: Sql, { serviceId, kind }: HookOf) => hooks.find(sql, { serviceId, kind })
export const hookById = (sql: Sql, id: number) => hooks.find(sql, { id })
export const hooksOf = (sql: Sql, serviceId: number) => hooks.all(sql, 'id', { serviceId })

/** Undefined when the service has a hook of this kind. */
export async function addHook(sql: Sql, made: NewHook): Promise<HookRecord | undefined> {
  const end = 'ON CONFLICT (service_id, kind) DO NOTHING RETURNING *'
  return hooks.ofFound(await sql.get(...hooks.insert(made, end)))
}

export async function rotateHook(sql: Sql, { id, credential, previousEndsAt, at }: HookRotation) {
  const row = await sql.get`UPDATE hooks SET previous_credential = credential,
    previous_ends_at = ${previousEndsAt}, credential = ${credential}, created_at = ${at}
    WHERE id = ${id} RETURNING *`
  return hooks.ofFound(row)
}

export const changeHook = (sql: Sql, { id, settings }: Pick<HookRecord, 'id' | 'settings'>) =>
  sql.run(...hooks.update({ id }, { settings }))

export const removeHook = (sql: Sql, id: number) => hooks.removeOne(sql, { id })
