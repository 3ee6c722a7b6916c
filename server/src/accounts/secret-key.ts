import { timingSafeEqual } from 'node:crypto'
import { type Random, randomWord } from '../platform/random.ts'
import { sha256 } from '../platform/sha256.ts'
import type { ServiceRecord } from '../storage/records.ts'

const keyLength = 32

export function newSecretKey(random: Random): string {
  return randomWord(random, keyLength)
}

/** A key has 190 random bits and cannot be guessed, so a plain hash protects it. */
export function hashKey(key: string): Buffer {
  return sha256(key)
}

/** Keys that were verified, by the service record they were verified against; a new record is verified again. */
const proven = new WeakMap<ServiceRecord, Buffer>()

/**
 * Compares in constant time, also with the previous key while that one is valid. The current key is hashed once:
 * comparing with the verified one later takes a third of the time of a hash.
 */
export function keyMatches(service: ServiceRecord, key: string, now: number): boolean {
  const given = Buffer.from(key)
  const known = proven.get(service)
  if (known !== undefined && known.length === given.length && timingSafeEqual(given, known)) return true
  const hashed = hashKey(key)
  if (timingSafeEqual(hashed, service.keyHash)) {
    proven.set(service, given)
    return true
  }
  return (
    service.previousKeyHash !== null &&
    timingSafeEqual(hashed, service.previousKeyHash) &&
    now < service.previousKeyEndsAt
  )
}
