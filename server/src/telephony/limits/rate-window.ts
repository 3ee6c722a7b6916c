/** A second, and a little for the network: what left a second apart may arrive closer together. */
export const rateWindowMs = 1_050

/** At most so many calls in any second, whichever second the carrier counts: the last ones are remembered. */
export class RateWindow {
  /** A ring of as many calls as the trunk's limit; before `#next` lies the newest. */
  #times: Float64Array
  #next = 0
  #perSecond: number

  constructor(limit: number) {
    this.#times = emptyRing(limit)
    this.#perSecond = limit
  }

  hasRoom(nowMs: number): boolean {
    return nowMs >= this.opensAt()
  }

  /** When there is room for the next call, as far as is known now. */
  opensAt(): number {
    if (this.#perSecond === 0) return Number.POSITIVE_INFINITY
    const size = this.#times.length
    return this.#times[(this.#next + size - this.#perSecond) % size]! + rateWindowMs
  }

  take(nowMs: number): void {
    this.#times[this.#next] = nowMs
    this.#next = (this.#next + 1) % this.#times.length
  }

  /** The last call was not placed after all. */
  giveBack(): void {
    this.#next = (this.#next + this.#times.length - 1) % this.#times.length
    this.#times[this.#next] = Number.NEGATIVE_INFINITY
  }

  /** Another limit, and how much of it may be used here. The calls of the last second still count. */
  change(limit: number, perSecond: number): void {
    if (limit !== this.#times.length) this.#resize(limit)
    this.#perSecond = perSecond
  }

  #resize(limit: number): void {
    const oldestFirst = [...this.#times.subarray(this.#next), ...this.#times.subarray(0, this.#next)]
    const kept = oldestFirst.slice(-limit)
    this.#times = emptyRing(limit)
    this.#times.set(kept, limit - kept.length)
    this.#next = 0
  }
}

function emptyRing(size: number): Float64Array {
  return new Float64Array(size).fill(Number.NEGATIVE_INFINITY)
}
