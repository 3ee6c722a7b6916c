import { minuteMs } from '../../platform/clock.ts'
import { NewestMap } from '../../platform/newest-map.ts'

/**
 * Vendors do not publish how many calls from one number their phones accept before they mark it as spam. With a minute
 * between two calls of a number, a full block of ten thousand numbers is enough for 166 calls per second.
 */
const cooldownMs = minuteMs
/** Neighbouring numbers are kept in one array: a Map of all numbers took a tenth of the main thread. */
const numbersInBlock = 100
/** The most blocks whose use is kept, 16 MB; beyond that the oldest are dropped. */
const maxBlocks = 20_000
const maxProbationRanges = 1_000

/** Not with `%`, which is slow for numbers of eleven digits. */
const blockOf = (number: number) => Math.floor(number / numbersInBlock)

/** When each of our numbers last called. Kept in memory as long as the process; a reload of the pool keeps it. */
export class NumberUse {
  /** The times of the numbers of a block, by the number of the block. */
  readonly #blocks = new Map<number, Float64Array>()
  /** When a range on probation last called, by trunk and first number. */
  readonly #probationCalls = new Map<string, number>()
  #calls = 0
  #tooSoon = 0

  note(number: string, now: number): void {
    const key = blockOf(Number(number))
    const block = this.#times(key)
    const place = Number(number) - key * numbersInBlock
    this.#calls += 1
    if (now - block[place]! < cooldownMs) this.#tooSoon += 1
    block[place] = now
  }

  /** Negative infinity for a number that has not called. */
  lastUsedAt(number: number): number {
    const key = blockOf(number)
    return this.#blocks.get(key)?.[number - key * numbersInBlock] ?? Number.NEGATIVE_INFINITY
  }

  noteProbationCall(range: string, now: number): void {
    this.#probationCalls.set(range, now)
    if (this.#probationCalls.size > maxProbationRanges)
      this.#probationCalls.delete(this.#probationCalls.keys().next().value!)
  }

  lastProbationCallOf(range: string): number {
    return this.#probationCalls.get(range) ?? Number.NEGATIVE_INFINITY
  }

  hasCooled(usedAt: number, now: number): boolean {
    return now - usedAt >= cooldownMs
  }

  /** The number of calls, and of calls whose number had called less than a cooldown ago. */
  get counts(): { readonly calls: number; readonly tooSoon: number } {
    return { calls: this.#calls, tooSoon: this.#tooSoon }
  }

  #times(key: number): Float64Array {
    let block = this.#blocks.get(key)
    if (block === undefined) {
      block = new Float64Array(numbersInBlock).fill(Number.NEGATIVE_INFINITY)
      if (this.#blocks.size === maxBlocks) this.#blocks.delete(this.#blocks.keys().next().value!)
      this.#blocks.set(key, block)
    }
    return block
  }
}

/** A subscriber does not get one of their last codes again: an old call in the phone's list would confirm it. */
const codesPerSubscriber = 4
/** The codes of this many subscribers at least are kept, in memory only: those that were called last. */
const leastSubscribers = 50_000

/** The last codes of each subscriber. */
export class RecentCodes {
  readonly #codes = new NewestMap<string, readonly number[]>(leastSubscribers)

  of(subscriber: string): readonly number[] {
    return this.#codes.get(subscriber) ?? []
  }

  note(subscriber: string, code: number): void {
    this.#codes.set(subscriber, [...this.of(subscriber), code].slice(-codesPerSubscriber))
  }
}
