// A long list of changes ("this number now belongs to that network"), in the order in which they were read.

const chunkLength = 1 << 20
/** Twice the size of today's database. */
const maxChanges = 100_000_000
/** Means "returned to the network of its range". */
export const returned = 255

interface Chunk {
  readonly numbers: Uint32Array
  readonly recipients: Uint8Array
}

export class PortingChanges {
  readonly #chunks: Chunk[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  add(number: number, recipient: number): void {
    const at = this.#length % chunkLength
    if (at === 0) {
      if (this.#length >= maxChanges)
        throw new Error(`more than ${maxChanges} rows: this is not a porting export`)
      this.#chunks.push({ numbers: new Uint32Array(chunkLength), recipients: new Uint8Array(chunkLength) })
    }
    const chunk = this.#chunks.at(-1)!
    chunk.numbers[at] = number
    chunk.recipients[at] = recipient
    this.#length += 1
  }

  forEach(visit: (number: number, recipient: number) => void): void {
    let left = this.#length
    for (const { numbers, recipients } of this.#chunks) {
      const length = Math.min(left, chunkLength)
      for (let at = 0; at < length; at += 1) visit(numbers[at]!, recipients[at]!)
      left -= length
    }
  }
}
