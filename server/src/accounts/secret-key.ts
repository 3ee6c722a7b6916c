import { timingSafeEqual } from 'node:crypto'
import { type Random, randomWord } from '../platform/random.ts'
import { sha256 } from '../platform/sha256.ts'
import { type KeyRecord, mainKeyId } from '../storage/queries/service-keys.ts'
import type { ServiceRecord } from '../storage/queries/services.ts'

const keyLength = 32

export function newSecretKey(random: Random): string {
  return randomWord(random, keyLength)
}

/** A key has 190 random bits and cannot be guessed, so a plain hash protects it. */
export function hashKey(key: string): Buffer {
  return sha256(key)
}

/** The main key of a service, and the one that it replaced. */
export function mainKeys(service: ServiceRecord): KeyRecord[] {
  const main = { id: mainKeyId, serviceId: service.id, name: '', scope: 'all', createdAt: 0 } as const
  const current: KeyRecord = {
    ...main,
    keyHash: service.keyHash,
    lastUsedAt: service.keyUsedAt,
    endsAt: null,
    replacedBy: null,
  }
  if (service.previousKeyHash === null) return [current]
  const previous: KeyRecord = {
    ...main,
    keyHash: service.previousKeyHash,
    lastUsedAt: service.previousKeyUsedAt,
    endsAt: service.previousKeyEndsAt,
    replacedBy: mainKeyId,
  }
  return [current, previous]
}

export const isValid = ({ endsAt }: KeyRecord, now: number) => endsAt === null || now < endsAt

/** Keys that were verified, by the record they were verified against; a new record is verified again. */
const proven = new WeakMap<KeyRecord, Buffer>()

/**
 * The record of a key, while it is valid. Compares in constant time. A key is hashed once: comparing with the verified
 * one later takes a third of the time of a hash.
 */
export function matchingKey(keys: readonly KeyRecord[], key: string, now: number): KeyRecord | undefined {
  const given = Buffer.from(key)
  const found = provenKey(keys, given) ?? hashedKey(keys, given)
  return found !== undefined && isValid(found, now) ? found : undefined
}

function provenKey(keys: readonly KeyRecord[], given: Buffer): KeyRecord | undefined {
  for (const each of keys) {
    const known = proven.get(each)
    if (known !== undefined && known.length === given.length && timingSafeEqual(given, known)) return each
  }
  return undefined
}

function hashedKey(keys: readonly KeyRecord[], given: Buffer): KeyRecord | undefined {
  const hashed = hashKey(given.toString())
  const found = keys.find(({ keyHash }) => timingSafeEqual(hashed, keyHash))
  if (found !== undefined) proven.set(found, given)
  return found
}
