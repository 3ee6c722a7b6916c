import { timingSafeEqual } from 'node:crypto'
import { type Random, randomWord } from '../platform/random.ts'
import { sha256 } from '../platform/sha256.ts'
import type { ServiceRecord } from '../storage/records.ts'

const keyLength = 32

export function newSecretKey(random: Random): string {
  return randomWord(random, keyLength)
}

/** A key has 190 random bits, so a plain hash keeps it; there is nothing to guess. */
export function hashKey(key: string): Buffer {
  return sha256(key)
}

/** Keys that were proven, by the record they were proven against; a record that is read anew proves again. */
const proven = new WeakMap<ServiceRecord, Buffer>()

/**
 * Compares in constant time, also with the key before the last rotation while that one is valid. The current key is
 * hashed once: to compare with what was proven then takes a third of a hash.
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
