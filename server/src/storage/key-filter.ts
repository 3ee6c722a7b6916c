/** The capacity of one filter. A larger set of keys is spread over several filters. */
export const maxKeysOfFilter = 2 ** 20
/** To be changed whenever something below changes which bits belong to a key hash. */
export const filterFormat = 1
/**
 * Sixteen bits for each key, four of them set: about one of five hundred absent keys is a false positive. With half the
 * bits it was one in twenty, and at ten generations every second call read a cold page.
 */
const bitsOfRoom = 16
const bitsPerKey = 4
const fewestKeys = 64

/**
 * A Bloom filter: which key hashes a set may hold. The bits come from the hash itself (double hashing).
 */
export class KeyFilter {
  readonly bytes: Uint8Array
  readonly #bits: number

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#bits = bytes.length * 8
  }

  /** A filter for this many keys, at most `maxKeysOfFilter`. */
  static for(keys: number): KeyFilter {
    const room = 2 ** Math.ceil(Math.log2(Math.max(fewestKeys, keys)))
    return new KeyFilter(new Uint8Array((room * bitsOfRoom) / 8))
  }

  add(keyHash: number): void {
    const step = this.#stepOf(keyHash)
    let bit = keyHash % this.#bits
    for (let count = 0; count < bitsPerKey; count++) {
      this.bytes[bit >> 3]! |= 1 << (bit & 7)
      bit = (bit + step) % this.#bits
    }
  }

  /** False: certainly not there. True: perhaps there. */
  mayHold(keyHash: number): boolean {
    const step = this.#stepOf(keyHash)
    let bit = keyHash % this.#bits
    for (let count = 0; count < bitsPerKey; count++) {
      if ((this.bytes[bit >> 3]! & (1 << (bit & 7))) === 0) return false
      bit = (bit + step) % this.#bits
    }
    return true
  }

  /** Taken from the upper part of the hash; odd, so that the four bits differ. */
  #stepOf(keyHash: number): number {
    return (Math.floor(keyHash / this.#bits) % this.#bits) | 1
  }
}
