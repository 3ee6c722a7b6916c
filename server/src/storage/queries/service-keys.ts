import { bytes, number, oneOf, orNull, type RecordOf, tableOf, text } from '../record.ts'
import { part, type Sql } from '../sql.ts'
import { inOneOrder } from './one-order.ts'

/** What a key may be used for. `test`: only the test numbers and the calls of test numbers. */
export const keyScopes = ['all', 'read', 'test'] as const
export type KeyScope = (typeof keyScopes)[number]

/** Additional keys of one service that have not been replaced. */
export const maxKeysPerService = 20

/** The id of the key that a service is created with. It is stored with the service and cannot be revoked. */
export const mainKeyId = 0

/** One secret of a service. A rotation makes a new record, so that each record stands for one secret. */
const keyTable = tableOf('service_keys', {
  /** Unique for a service; `mainKeyId` for its main key and for the one that this replaced. */
  id: number,
  serviceId: number,
  /** "" for the main key. */
  name: text,
  scope: oneOf<KeyScope>(),
  /** SHA-256 of the secret key. */
  keyHash: bytes,
  /** 0 when it is not known: the main key. */
  createdAt: number,
  /** 0 when it was never used. Up to a minute behind. */
  lastUsedAt: number,
  /** When it stops being accepted, because another key replaced it; null while it is current. */
  endsAt: orNull(number),
  /** The additional key that replaced it. */
  replacedBy: orNull(number),
})
export type KeyRecord = RecordOf<typeof keyTable>

interface NewKey extends Pick<KeyRecord, 'serviceId' | 'name' | 'scope' | 'keyHash'> {
  readonly at: number
}

export interface AdditionalKeyRotation {
  /** The key to replace. */
  readonly id: number
  readonly keyHash: Uint8Array
  /** When the replaced key stops being accepted. */
  readonly previousEndsAt: number
  readonly at: number
}

/** The hash tells the main key from the one that it replaced. */
export interface KeyUse extends Pick<KeyRecord, 'id' | 'serviceId' | 'keyHash'> {
  readonly at: number
}

/** The keys besides the main one, also those that were replaced. */
export const furtherKeys = (sql: Sql, serviceId: number) => keyTable.all(sql, 'id', { serviceId })

/** Returns undefined when the service has as many as it may. */
export async function addKey(sql: Sql, made: NewKey): Promise<KeyRecord | undefined> {
  const current = (await furtherKeys(sql, made.serviceId)).filter(({ endsAt }) => endsAt === null)
  return current.length >= maxKeysPerService ? undefined : insertKey(sql, made)
}

/**
 * Replaces a key by one of the same name and scope. The replaced key stays valid until its end; an even older one ends
 * at once, as with the main key. Returns undefined when there is no such key or it was replaced already.
 */
export async function rotateAdditionalKey(
  sql: Sql,
  { id, keyHash, previousEndsAt, at }: AdditionalKeyRotation,
) {
  const [current] = await keyTable.where(sql, part`id = ${id} AND ends_at IS NULL`)
  if (current === undefined) return undefined
  const { serviceId, name, scope } = current
  const made = await insertKey(sql, { serviceId, name, scope, keyHash, at })
  await keyTable.remove(sql, { replacedBy: id })
  await sql.run(...keyTable.update({ id }, { endsAt: previousEndsAt, replacedBy: made.id }))
  return made
}

/** With the key that it replaced, which may not do more as long as it is accepted. */
export async function changeKey(sql: Sql, { id, name, scope }: Pick<KeyRecord, 'id' | 'name' | 'scope'>) {
  await sql.run(...keyTable.update({ id }, { name, scope }))
  await sql.run(...keyTable.update({ replacedBy: id }, { scope }))
}

/** With the key that it replaced. Returns false when there is no such key. */
export async function revokeKey(sql: Sql, id: number): Promise<boolean> {
  await keyTable.remove(sql, { replacedBy: id })
  return keyTable.removeOne(sql, { id })
}

export async function recordKeyUses(sql: Sql, uses: readonly KeyUse[]): Promise<void> {
  for (const use of inOneOrder(uses, ({ serviceId, id }) => `${serviceId} ${id}`)) {
    const { id, serviceId, keyHash, at } = use
    if (id !== mainKeyId) {
      await sql.run`UPDATE service_keys SET last_used_at = ${at} WHERE id = ${id} AND last_used_at < ${at}`
      continue
    }
    await sql.run`UPDATE services SET key_used_at = ${at}
      WHERE id = ${serviceId} AND key_hash = ${keyHash} AND key_used_at < ${at}`
    await sql.run`UPDATE services SET previous_key_used_at = ${at}
      WHERE id = ${serviceId} AND previous_key_hash = ${keyHash} AND previous_key_used_at < ${at}`
  }
}

async function insertKey(sql: Sql, made: NewKey): Promise<KeyRecord> {
  return keyTable.of((await sql.get(...keyTable.insert({ ...made, createdAt: made.at }, 'RETURNING *')))!)
}
