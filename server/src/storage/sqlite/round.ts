import { placeBits } from '../key-place.ts'
import type { FiledKey, FiledNumber } from './filing.ts'

/**
 * The number of parts in which a round is filed. Each has neighbouring rows of its table: about 250 keys and 500
 * numbers.
 */
export const bucketCount = 64
const bucketBits = 6

export const bucketOfPlace = (place: number) => Math.floor(place / 2 ** (placeBits - bucketBits))
export const bucketOfNumber = (phoneHash: Uint8Array) => phoneHash[0]! >> (8 - bucketBits)

export const keyName = (serviceId: number, unique: string) => `${serviceId} ${unique}`

export const numberName = (serviceId: number, phone: string) => `${serviceId} ${phone}`

export function phoneText({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1')
}

/** Admissions that are filed together, found by the names of their keys and numbers. */
export class Round {
  readonly #owners = new Map<string, number>()
  readonly #numbers = new Map<string, FiledNumber>()
  readonly #keys: FiledKey[][] = Array.from({ length: bucketCount }, () => [])
  readonly #numberNames: string[][] = Array.from({ length: bucketCount }, () => [])
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

  number(name: string): FiledNumber | undefined {
    return this.#numbers.get(name)
  }

  /** Returns the previous entry of the number. */
  saveNumber(name: string, number: FiledNumber): FiledNumber | undefined {
    const before = this.#numbers.get(name)
    if (before === undefined) this.#numberNames[bucketOfNumber(number.phoneHash)]!.push(name)
    this.#numbers.set(name, number)
    return before
  }

  /** Undoes `saveNumber`; within a bucket the last one has to be undone first. */
  restoreNumber(name: string, { phoneHash }: FiledNumber, before: FiledNumber | undefined): void {
    if (before !== undefined) return void this.#numbers.set(name, before)
    this.#numbers.delete(name)
    this.#numberNames[bucketOfNumber(phoneHash)]!.pop()
  }

  /** In the order of their table. */
  keysIn(bucket: number): FiledKey[] {
    return this.#keys[bucket]!.toSorted((one, other) => one.place - other.place)
  }

  numbersIn(bucket: number): FiledNumber[] {
    const numbers = this.#numberNames[bucket]!.map((name) => this.#numbers.get(name)!)
    return numbers.sort(
      (one, other) => one.serviceId - other.serviceId || Buffer.compare(one.phoneHash, other.phoneHash),
    )
  }
}
