import { placeBits } from '../key-place.ts'
import type { FiledKey, FiledPhone } from './filing.ts'

/**
 * The number of parts in which a round is filed. Each has neighbouring rows of its table: about 250 keys and 250
 * phones.
 */
export const bucketCount = 64
const bucketBits = 6

export const bucketOfPlace = (place: number) => Math.floor(place / 2 ** (placeBits - bucketBits))
export const bucketOfPhone = (phoneHash: Uint8Array) => phoneHash[0]! >> (8 - bucketBits)

export const keyName = (serviceId: number, unique: string) => `${serviceId} ${unique}`

/** The key of a phone in memory. */
export function phoneText({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1')
}

/** Admissions that are filed together, found by the names of their keys and phones. */
export class Round {
  readonly #owners = new Map<string, number>()
  readonly #phones = new Map<string, FiledPhone>()
  readonly #keys: FiledKey[][] = Array.from({ length: bucketCount }, () => [])
  readonly #phoneTexts: string[][] = Array.from({ length: bucketCount }, () => [])
  /** The verification that was admitted last. */
  lastVendorId: number

  constructor(lastVendorId: number) {
    this.lastVendorId = lastVendorId
  }

  keyOwner(name: string): number | undefined {
    return this.#owners.get(name)
  }

  /** Returns the previous owner of the key. */
  addKey(name: string, key: FiledKey): number | undefined {
    const before = this.#owners.get(name)
    this.#owners.set(name, key.vendorId)
    this.#keys[bucketOfPlace(key.place)]!.push(key)
    return before
  }

  /** Undoes `addKey`; within a bucket the last one has to be undone first. */
  removeLastKey(name: string, { place }: FiledKey, ownerBefore: number | undefined): void {
    if (ownerBefore === undefined) this.#owners.delete(name)
    else this.#owners.set(name, ownerBefore)
    this.#keys[bucketOfPlace(place)]!.pop()
  }

  phone(text: string): FiledPhone | undefined {
    return this.#phones.get(text)
  }

  /** Returns the previous entry of the phone. */
  savePhone(text: string, phone: FiledPhone): FiledPhone | undefined {
    const before = this.#phones.get(text)
    if (before === undefined) this.#phoneTexts[bucketOfPhone(phone.phoneHash)]!.push(text)
    this.#phones.set(text, phone)
    return before
  }

  /** Undoes `savePhone`; within a bucket the last one has to be undone first. */
  restorePhone(text: string, { phoneHash }: FiledPhone, before: FiledPhone | undefined): void {
    if (before !== undefined) return void this.#phones.set(text, before)
    this.#phones.delete(text)
    this.#phoneTexts[bucketOfPhone(phoneHash)]!.pop()
  }

  /** In the order of their table. */
  keysIn(bucket: number): FiledKey[] {
    return this.#keys[bucket]!.toSorted((one, other) => one.place - other.place)
  }

  /** In the order of their table. Each character of a text is a byte of the hash. */
  phonesIn(bucket: number): FiledPhone[] {
    return this.#phoneTexts[bucket]!.toSorted().map((text) => this.#phones.get(text)!)
  }
}
