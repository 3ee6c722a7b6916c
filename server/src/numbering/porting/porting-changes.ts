import { bucketCount, bucketOf, bucketSize, lowOf, type PortedTables, type Recipient } from './ported-set.ts'

// A long list of changes ("this number now belongs to that network"), in the order in which they were read.

const chunkLength = 1 << 20
/** Twice the size of today's database. */
const maxChanges = 100_000_000
/** Means "returned to the network of its range". */
export const returned = 255

export class PortingChanges {
  readonly #chunks: { readonly numbers: Uint32Array; readonly recipients: Uint8Array }[] = []
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

/**
 * Returns the set after the changes; of several changes of one number the last counts. Changes are first sorted into
 * their buckets by counting. Then each bucket is written into a table of all its 1,024 numbers and read back in order.
 * Nothing is compared, and forty million numbers take seconds.
 */
export function applyChanges(
  base: PortedTables | undefined,
  changes: PortingChanges,
  recipients: readonly Recipient[],
): PortedTables {
  const sorted = byBucket(changes)
  const capacity = (base?.low.length ?? 0) + changes.length
  const low = new Uint16Array(capacity)
  const recipient = new Uint8Array(capacity)
  const bucketStarts = new Uint32Array(bucketCount + 1)
  const ownerOf = new Uint8Array(bucketSize)
  let size = 0

  /** Copies the base from a bucket up to the next one with changes, in one piece; returns that next one. */
  const copyUntouched = (first: number): number => {
    const baseFrom = base?.bucketStarts[first] ?? 0
    let next = first
    for (; next < bucketCount && sorted.starts[next] === sorted.starts[next + 1]; next += 1)
      bucketStarts[next] = size + (base?.bucketStarts[next] ?? 0) - baseFrom
    const baseTo = base?.bucketStarts[next] ?? 0
    if (base !== undefined && baseTo > baseFrom) {
      low.set(base.low.subarray(baseFrom, baseTo), size)
      recipient.set(base.recipient.subarray(baseFrom, baseTo), size)
      size += baseTo - baseFrom
    }
    return next
  }

  for (let bucket = copyUntouched(0); bucket < bucketCount; bucket = copyUntouched(bucket + 1)) {
    bucketStarts[bucket] = size
    ownerOf.fill(returned)
    if (base !== undefined)
      for (let at = base.bucketStarts[bucket]!; at < base.bucketStarts[bucket + 1]!; at += 1)
        ownerOf[base.low[at]!] = base.recipient[at]!
    for (let at = sorted.starts[bucket]!; at < sorted.starts[bucket + 1]!; at += 1)
      ownerOf[sorted.low[at]!] = sorted.recipient[at]!
    for (let number = 0; number < bucketSize; number += 1) {
      const owner = ownerOf[number]!
      if (owner === returned) continue
      low[size] = number
      recipient[size] = owner
      size += 1
    }
  }
  bucketStarts[bucketCount] = size
  return { bucketStarts, low: low.subarray(0, size), recipient: recipient.subarray(0, size), recipients }
}

/** A counting sort that keeps the order inside a bucket. */
function byBucket(changes: PortingChanges) {
  const starts = new Uint32Array(bucketCount + 1)
  changes.forEach((number) => {
    starts[bucketOf(number) + 1]! += 1
  })
  for (let bucket = 0; bucket < bucketCount; bucket += 1) starts[bucket + 1]! += starts[bucket]!
  const next = starts.slice(0, bucketCount)
  const low = new Uint16Array(changes.length)
  const recipient = new Uint8Array(changes.length)
  changes.forEach((number, owner) => {
    const bucket = bucketOf(number)
    const at = next[bucket]!
    next[bucket] = at + 1
    low[at] = lowOf(number)
    recipient[at] = owner
  })
  return { starts, low, recipient }
}
