import { placeBits } from '../key-place.ts'
import type { FiledKey, FiledPhone, ServiceLimit } from './filing.ts'

/**
 * The number of parts in which a round is filed. Each has neighbouring rows of its table: about 250 keys and 250
 * phones.
 */
export const bucketCount = 64
const bucketBits = 6

export const bucketOfPlace = (place: number) => Math.floor(place / 2 ** (placeBits - bucketBits))
export const bucketOfPhone = (phoneText: string) => phoneText.charCodeAt(0) >> (8 - bucketBits)

export const keyName = (serviceId: number, unique: string) => `${serviceId} ${unique}`

/**
 * Admissions that are filed together, found by the names of their keys and phones. Thousands of them live for seconds, so
 * each is a few numbers in a list: as objects it was a dozen of them, which the collector copied twice.
 */
export class Round {
  readonly #owners = new Map<string, number>()
  readonly #limits = new Map<string, FlatLimits>()
  /** Place, verification and time of one key after another. */
  readonly #keys: number[][] = Array.from({ length: bucketCount }, () => [])
  readonly #phoneTexts: string[][] = Array.from({ length: bucketCount }, () => [])
  /** The verification that was admitted last. */
  lastVendorId: number

  constructor(lastVendorId: number) {
    this.lastVendorId = lastVendorId
  }

  keyOwner(name: string): number | undefined {
    return this.#owners.get(name)
  }

  /** Returns a function that undoes it; within a bucket the last one has to be undone first. */
  addKey(name: string, { place, vendorId, at }: FiledKey): () => void {
    const before = this.#owners.get(name)
    const keys = this.#keys[bucketOfPlace(place)]!
    this.#owners.set(name, vendorId)
    keys.push(place, vendorId, at)
    return () => {
      if (before === undefined) this.#owners.delete(name)
      else this.#owners.set(name, before)
      keys.length -= 3
    }
  }

  /** The limits of a phone, unless it has none here. */
  limitsOf(phoneText: string): readonly ServiceLimit[] | undefined {
    const flat = this.#limits.get(phoneText)
    return flat === undefined ? undefined : unpacked(flat)
  }

  /** Returns a function that undoes it; within a bucket the last one has to be undone first. */
  saveLimits(phoneText: string, limits: readonly ServiceLimit[]): () => void {
    const before = this.#limits.get(phoneText)
    const texts = this.#phoneTexts[bucketOfPhone(phoneText)]!
    if (before === undefined) texts.push(phoneText)
    this.#limits.set(phoneText, packed(limits))
    return () => {
      if (before !== undefined) return void this.#limits.set(phoneText, before)
      this.#limits.delete(phoneText)
      texts.pop()
    }
  }

  /** In the order of their table. */
  keysIn(bucket: number): FiledKey[] {
    const flat = this.#keys[bucket]!
    const keys: FiledKey[] = []
    for (let at = 0; at < flat.length; at += 3)
      keys.push({ place: flat[at]!, vendorId: flat[at + 1]!, at: flat[at + 2]! })
    return keys.sort((one, other) => one.place - other.place)
  }

  /** In the order of their table. */
  phonesIn(bucket: number): FiledPhone[] {
    return this.#phoneTexts[bucket]!.toSorted().map((text) => ({
      phoneHash: Buffer.from(text, 'latin1'),
      limits: unpacked(this.#limits.get(text)!),
    }))
  }
}

/** For each limit: its service, its end, until when it blocks, the number of its calls, and their times. */
type FlatLimits = readonly number[]

const fieldsBeforeCalls = 4

function packed(limits: readonly ServiceLimit[]): FlatLimits {
  let size = 0
  for (const { history } of limits) size += fieldsBeforeCalls + history.calls.length
  const flat = new Array<number>(size)
  let at = 0
  for (const { serviceId, endsAt, history } of limits) {
    flat[at++] = serviceId
    flat[at++] = endsAt
    flat[at++] = history.blockedUntil
    flat[at++] = history.calls.length
    for (const time of history.calls) flat[at++] = time
  }
  return flat
}

function unpacked(flat: FlatLimits): readonly ServiceLimit[] {
  const limits: ServiceLimit[] = []
  for (let at = 0; at < flat.length; ) {
    const callsFrom = at + fieldsBeforeCalls
    const callsTo = callsFrom + flat[at + 3]!
    limits.push({
      serviceId: flat[at]!,
      endsAt: flat[at + 1]!,
      history: { calls: flat.slice(callsFrom, callsTo), blockedUntil: flat[at + 2]! },
    })
    at = callsTo
  }
  return limits
}
