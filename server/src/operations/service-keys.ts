import { Type } from 'typebox'
import { hashKey, isValid, mainKeys, newSecretKey } from '../accounts/secret-key.ts'
import { hourMs } from '../platform/clock.ts'
import { OperationRefused } from '../storage/operation-refused.ts'
import * as keys from '../storage/queries/service-keys.ts'
import {
  type KeyRecord,
  type KeyScope,
  keyScopes,
  mainKeyId,
  maxKeysPerService,
} from '../storage/queries/service-keys.ts'
import { rotateKey as rotateMain, type ServiceRecord } from '../storage/queries/services.ts'
import type { Store } from '../storage/store.ts'
import { type Changes, changesOf, isEmpty, namesOf } from './changes.ts'
import { id, knownService, optional, overlapHours, textIn, tooMany } from './fields.ts'
import { type FullContext, type OperationContext, type OperationTx, operation } from './operation.ts'
import { changed } from './wording.ts'

const maxNameLength = 100
type KeyFacts = Readonly<Record<'key' | 'service', number>>
type Making = OperationContext & Pick<FullContext, 'random'>

/** The keys of a service that are accepted, the main key first; a replaced key follows the one that replaced it. */
export async function keysOf(store: Pick<Store, 'furtherKeys'>, service: ServiceRecord, now: number) {
  const all = [...mainKeys(service), ...(await store.furtherKeys(service.id))]
  const current = all.filter(({ endsAt }) => endsAt === null)
  return current.flatMap((key) => [
    key,
    ...all.filter((each) => each.endsAt !== null && each.replacedBy === key.id && isValid(each, now)),
  ])
}

/** The hash of a new key is stored; the key itself is shown once. */
function withNewKey<Input>({ random }: Making, input: Input) {
  const secretKey = newSecretKey(random)
  return { ...input, secretKey, keyHash: hashKey(secretKey) }
}

const fields = {
  name: Type.String({ maxLength: 200, description: 'what uses the key' }),
  scope: Type.Enum([...keyScopes], { description: 'all, read, or test for the test numbers only' }),
}

export const addKey = operation({
  name: 'key.add',
  about: `Add an additional secret key to a service, shown once; up to ${maxKeysPerService}`,
  log: ({ key, service, scope }: KeyFacts & { scope: KeyScope }) => [
    `key ${key} of service ${service} added, scope ${scope}`,
    `добавлен ключ ${key} сервиса ${service}, права ${scope}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/services/:service/keys' },
  id: 'may',
  input: Type.Object({ service: id, ...fields }),
  prepare: withNewKey<{ service: number; name: string; scope: KeyRecord['scope'] }>,
  async run(tx, { service, name, scope, keyHash }) {
    const { accountId } = await knownService(tx, service)
    const named = textIn('name', name, maxNameLength, 1)
    const made = await keys.addKey(tx.sql, { serviceId: service, name: named, scope, keyHash, at: tx.at })
    if (made === undefined) throw tooMany('too-many-keys', maxKeysPerService, 'keys besides its main one')
    tx.log({ key: made.id, service, scope }, accountId)
    return { id: made.id, name: named, scope }
  },
  shown: (_: Making, { secretKey }) => ({ secretKey }),
})

export const changeKey = operation({
  name: 'key.change',
  about: 'Change the name or the scope of an additional key',
  log: ({ key, service, changes }: KeyFacts & { changes: Changes }) => [
    `key ${key} of service ${service} changed: ${changed(changes)}`,
    `изменён ключ ${key} сервиса ${service}: ${changed(changes)}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/services/:service/keys/:key' },
  input: Type.Object({ service: id, key: id, ...optional(fields) }),
  async run(tx, { service, key, name, scope }) {
    const { accountId } = await knownKey(tx, service, key)
    const before = (await keys.furtherKeys(tx.sql, service)).find((each) => each.id === key)!
    const named = name === undefined ? before.name : textIn('name', name, maxNameLength, 1)
    const after = { ...before, name: named, scope: scope ?? before.scope }
    const changes = changesOf(before, after, ['name', 'scope'])
    if (!isEmpty(changes)) {
      await keys.changeKey(tx.sql, after)
      tx.log({ key, service, changes: namesOf(changes) }, accountId)
    }
    return { id: key, name: named, scope: after.scope }
  },
})

export const rotateKey = operation({
  name: 'key.rotate',
  about: 'Replace the main key of a service (key 0), or another one, by a new secret key, shown once',
  log: ({ key, service }: KeyFacts) =>
    key === mainKeyId
      ? [`new main key of service ${service}`, `выпущен новый основной ключ сервиса ${service}`]
      : [
          `key ${key} of service ${service} replaced by a new one`,
          `ключ ${key} сервиса ${service} заменён новым`,
        ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/services/:service/keys/:key/rotate' },
  input: Type.Object({
    service: id,
    key: Type.Integer({ minimum: mainKeyId, description: 'the main key when not given' }),
    overlapHours,
  }),
  prepare: withNewKey<{ service: number; key: number; overlapHours: number }>,
  async run(tx, { service, key, overlapHours: hours, keyHash }) {
    const { sql, at } = tx
    const previousKeyEndsAt = at + Math.round(hours * hourMs)
    if (key === mainKeyId) {
      const { accountId } = await knownService(tx, service)
      await rotateMain(sql, { serviceId: service, keyHash, previousKeyEndsAt, at })
      tx.log({ key, service }, accountId)
      return { name: '', previousKeyEndsAt }
    }
    const { accountId } = await knownKey(tx, service, key)
    const made = await keys.rotateAdditionalKey(sql, {
      id: key,
      keyHash,
      previousEndsAt: previousKeyEndsAt,
      at,
    })
    if (made === undefined) throw noKey(service, key)
    tx.log({ key, service }, accountId)
    return { name: made.name, previousKeyEndsAt }
  },
  shown: (_: Making, { secretKey }) => ({ secretKey }),
})

/** It ends at once, and so does the key that it replaced. The main key can only be rotated. */
export const revokeKey = operation({
  name: 'key.revoke',
  about: 'Revoke an additional key',
  log: ({ key, service }: KeyFacts) => [
    `key ${key} of service ${service} revoked`,
    `ключ ${key} сервиса ${service} отозван`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/services/:service/keys/:key/revoke' },
  input: Type.Object({ service: id, key: id }),
  async run(tx, { service, key }) {
    const { accountId } = await knownKey(tx, service, key)
    if (!(await keys.revokeKey(tx.sql, key))) throw noKey(service, key)
    return tx.log({ key, service }, accountId)
  },
})

/** The service of an additional key. */
async function knownKey(tx: OperationTx, service: number, key: number): Promise<ServiceRecord> {
  const known = await knownService(tx, service)
  if (!(await keys.furtherKeys(tx.sql, service)).some((each) => each.id === key)) throw noKey(service, key)
  return known
}

const noKey = (service: number, key: number) =>
  new OperationRefused('no-key', `Service ${service} has no key ${key}`)
