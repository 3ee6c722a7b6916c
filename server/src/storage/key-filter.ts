/** For so many keys a filter is made. */
export const keysOfFilter = 2 ** 20
/**
 * Sixteen bits for each key, four of them set: of keys that are not there one in five hundred looks
 * as if it were. With half of that it was one in twenty, and at ten generations every second call read a cold page.
 */
const filterBits = 16 * keysOfFilter
const filterBytes = filterBits / 8
const bitsPerKey = 4

/** Which places a set of keys may hold. The bits come from the hash that the place is (double hashing). */
export class KeyFilter {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array = new Uint8Array(filterBytes)) {
    this.bytes = bytes
  }

  /** As it was stored; one of another size is none, and is made anew. */
  static stored(bytes: Uint8Array | undefined): KeyFilter | undefined {
    return bytes?.length === filterBytes ? new KeyFilter(bytes) : undefined
  }

  add(place: number): void {
    const step = stepOf(place)
    let bit = place % filterBits
    for (let count = 0; count < bitsPerKey; count++) {
      this.bytes[bit >> 3]! |= 1 << (bit & 7)
      bit = (bit + step) % filterBits
    }
  }

  /** False for certain; true perhaps. */
  mayHold(place: number): boolean {
    const step = stepOf(place)
    let bit = place % filterBits
    for (let count = 0; count < bitsPerKey; count++) {
      if ((this.bytes[bit >> 3]! & (1 << (bit & 7))) === 0) return false
      bit = (bit + step) % filterBits
    }
    return true
  }
}

/** The upper half of the hash; odd, so that the four bits differ. */
const stepOf = (place: number) => Math.floor(place / filterBits) | 1
