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

/** Compares in constant time, also with the key before the last rotation while that one is valid. */
export function keyMatches(service: ServiceRecord, key: string, now: number): boolean {
  const given = hashKey(key)
  const isCurrent = timingSafeEqual(given, service.keyHash)
  const isPrevious =
    service.previousKeyHash !== null &&
    timingSafeEqual(given, service.previousKeyHash) &&
    now < service.previousKeyEndsAt
  return isCurrent || isPrevious
}
