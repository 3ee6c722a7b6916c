/** Eight bits for each key of a full generation: of keys that are not there one in twenty looks as if it were. */
const filterBits = 2 ** 23
const filterBytes = filterBits / 8

/** Which places a generation may hold: two bits for each of them, taken from the hash that the place is. */
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
    this.#set(place % filterBits)
    this.#set(Math.floor(place / filterBits) % filterBits)
  }

  /** False for certain; true perhaps. */
  mayHold(place: number): boolean {
    return this.#isSet(place % filterBits) && this.#isSet(Math.floor(place / filterBits) % filterBits)
  }

  #set(bit: number): void {
    this.bytes[bit >> 3]! |= 1 << (bit & 7)
  }

  #isSet(bit: number): boolean {
    return (this.bytes[bit >> 3]! & (1 << (bit & 7))) !== 0
  }
}
