import { hashKey, isValid, mainKeys, newSecretKey } from '../accounts/secret-key.ts'
import type { Random } from '../platform/random.ts'
import { type KeyRecord, type KeyScope, mainKeyId, maxKeysPerService } from '../storage/key-records.ts'
import { madeId } from '../storage/operation-records.ts'
import type { ServiceRecord } from '../storage/records.ts'
import type { Store } from '../storage/store.ts'
import { type Operating, operate } from './operate.ts'
import { OperationRefused, wrongField } from './operation-refused.ts'
import { knownService } from './services.ts'

const maxNameLength = 100

type Making = Operating & { readonly random: Random }

/** The keys of a service that are accepted, the main key first; a replaced key follows the one that replaced it. */
export async function keysOf(
  store: Pick<Store, 'furtherKeys'>,
  service: ServiceRecord,
  now: number,
): Promise<KeyRecord[]> {
  const keys = [...mainKeys(service), ...(await store.furtherKeys(service.id))]
  const current = keys.filter(({ endsAt }) => endsAt === null)
  return current.flatMap((key) => [
    key,
    ...keys.filter((each) => each.endsAt !== null && each.replacedBy === key.id && isValid(each, now)),
  ])
}

/** The secret key is shown once and stored as a hash. */
export async function addKey(
  operating: Making,
  { serviceId, name, scope }: { readonly serviceId: number; readonly name: string; readonly scope: KeyScope },
): Promise<{ readonly secretKey: string; readonly key: KeyRecord }> {
  const named = name.trim()
  if (named === '' || named.length > maxNameLength) {
    throw wrongField('name', `a text of 1 to ${maxNameLength} characters`)
  }
  const secretKey = newSecretKey(operating.random)
  const made = await operate(operating, async (at) => {
    const { accountId } = await knownService(operating.store, serviceId)
    return {
      change: 'addKey',
      input: { serviceId, name: named, scope, keyHash: hashKey(secretKey), at },
      log: { kind: 'key-added', facts: { key: madeId, service: serviceId, scope } },
      history: { accountId, text: `key {id} of service ${serviceId} added` },
    }
  })
  if (made === undefined) {
    throw new OperationRefused(
      'too-many-keys',
      `a service has at most ${maxKeysPerService} keys besides its main one`,
    )
  }
  return { secretKey, key: made }
}

export interface Rotation {
  readonly serviceId: number
  /** `mainKeyId` for the main key. */
  readonly keyId: number
  readonly overlapMs: number
}

/** The old key stays valid for the overlap. */
export async function rotateKey(
  operating: Making,
  { serviceId, keyId, overlapMs }: Rotation,
): Promise<{ readonly secretKey: string; readonly previousKeyEndsAt: number }> {
  const secretKey = newSecretKey(operating.random)
  const keyHash = hashKey(secretKey)
  let previousKeyEndsAt = 0
  if (keyId === mainKeyId) {
    await operate(operating, async (at) => {
      const { accountId } = await knownService(operating.store, serviceId)
      previousKeyEndsAt = at + overlapMs
      return {
        change: 'rotateKey',
        input: { serviceId, keyHash, previousKeyEndsAt, at },
        log: { kind: 'service-key', facts: { service: serviceId } },
        history: { accountId, text: `key of service ${serviceId} rotated` },
      }
    })
    return { secretKey, previousKeyEndsAt }
  }
  const made = await operate(operating, async (at) => {
    const { accountId } = await knownKey(operating.store, serviceId, keyId)
    previousKeyEndsAt = at + overlapMs
    return {
      change: 'rotateFurtherKey',
      input: { id: keyId, keyHash, previousEndsAt: previousKeyEndsAt, at },
      log: { kind: 'key-rotated', facts: { key: keyId, service: serviceId } },
      history: { accountId, text: `key ${keyId} of service ${serviceId} rotated` },
    }
  })
  if (made === undefined) throw noKey(serviceId, keyId)
  return { secretKey, previousKeyEndsAt }
}

/** It ends at once, and so does the key that it replaced. The main key can only be rotated. */
export async function revokeKey(
  operating: Operating,
  { serviceId, keyId }: { readonly serviceId: number; readonly keyId: number },
): Promise<void> {
  const done = await operate(operating, async () => {
    const { accountId } = await knownKey(operating.store, serviceId, keyId)
    return {
      change: 'revokeKey',
      input: keyId,
      log: { kind: 'key-revoked', facts: { key: keyId, service: serviceId } },
      history: { accountId, text: `key ${keyId} of service ${serviceId} revoked` },
    }
  })
  if (done !== true) throw noKey(serviceId, keyId)
}

/** The service of a further key. */
async function knownKey(store: Store, serviceId: number, keyId: number): Promise<ServiceRecord> {
  const service = await knownService(store, serviceId)
  const keys = await store.furtherKeys(serviceId)
  if (!keys.some(({ id }) => id === keyId)) throw noKey(serviceId, keyId)
  return service
}

const noKey = (serviceId: number, keyId: number) =>
  new OperationRefused('no-key', `Service ${serviceId} has no key ${keyId}`)
