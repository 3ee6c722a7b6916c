import { keyHashBits } from '../key-hash.ts'
import type { FlushedKey, FlushedPhone, ServiceLimit } from './key-flush.ts'

/**
 * The number of parts in which a batch is flushed. Each has neighbouring rows of its table: about 250 keys and 250
 * phones.
 */
export const bucketCount = 64
const bucketBits = 6

export const bucketOfKey = (keyHash: number) => Math.floor(keyHash / 2 ** (keyHashBits - bucketBits))
export const bucketOfPhone = (phoneText: string) => phoneText.charCodeAt(0) >> (8 - bucketBits)

export const keyName = (serviceId: number, unique: string) => `${serviceId} ${unique}`

/** Admissions that are flushed together, found by the names of their keys and phones. */
export class KeyBatch {
  readonly #owners = new Map<string, number>()
  readonly #limits = new Map<string, readonly ServiceLimit[]>()
  readonly #keys: FlushedKey[][] = Array.from({ length: bucketCount }, () => [])
  readonly #phoneTexts: string[][] = Array.from({ length: bucketCount }, () => [])
  /** The call that was admitted last. */
  lastVendorId: number

  constructor(lastVendorId: number) {
    this.lastVendorId = lastVendorId
  }

  keyOwner(name: string): number | undefined {
    return this.#owners.get(name)
  }

  /** Returns a function that undoes it; within a bucket the last one has to be undone first. */
  addKey(name: string, key: FlushedKey): () => void {
    const before = this.#owners.get(name)
    const keys = this.#keys[bucketOfKey(key.keyHash)]!
    this.#owners.set(name, key.vendorId)
    keys.push(key)
    return () => {
      if (before === undefined) this.#owners.delete(name)
      else this.#owners.set(name, before)
      keys.pop()
    }
  }

  /** The limits of a phone, unless it has none here. */
  limitsOf(phoneText: string): readonly ServiceLimit[] | undefined {
    return this.#limits.get(phoneText)
  }

  /** Returns a function that undoes it; within a bucket the last one has to be undone first. */
  saveLimits(phoneText: string, limits: readonly ServiceLimit[]): () => void {
    const before = this.#limits.get(phoneText)
    const texts = this.#phoneTexts[bucketOfPhone(phoneText)]!
    if (before === undefined) texts.push(phoneText)
    this.#limits.set(phoneText, limits)
    return () => {
      if (before !== undefined) return void this.#limits.set(phoneText, before)
      this.#limits.delete(phoneText)
      texts.pop()
    }
  }

  /** In the order of their table. */
  keysIn(bucket: number): FlushedKey[] {
    return this.#keys[bucket]!.toSorted((one, other) => one.keyHash - other.keyHash)
  }

  /** In the order of their table. */
  phonesIn(bucket: number): FlushedPhone[] {
    return this.#phoneTexts[bucket]!.toSorted().map((text) => ({
      phoneHash: Buffer.from(text, 'latin1'),
      limits: this.#limits.get(text)!,
    }))
  }
}
