import type { Random } from '../../src/random.ts'

/** Replayable randomness: the same seed draws the same numbers (mulberry32). */
export class SeededRandom implements Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  below(limit: number): number {
    return Math.floor(this.unit() * limit)
  }

  hex(byteCount: number): string {
    let text = ''
    for (let at = 0; at < byteCount; at++) text += this.below(256).toString(16).padStart(2, '0')
    return text
  }

  /** From 0 up to, but not including, 1. */
  unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  chance(share: number): boolean {
    return this.unit() < share
  }
}
