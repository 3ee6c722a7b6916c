/** A second plus a margin for the network: calls sent a second apart may arrive closer together. */
export const rateWindowMs = 1_050

/**
 * At most this many calls in any second, however the carrier counts its seconds: the times of the last calls are kept.
 */
export class RateWindow {
  /** A ring buffer with as many entries as the trunk's limit; the newest entry is before `#next`. */
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

  /** The time at which the next call is allowed, as far as known now. */
  opensAt(): number {
    if (this.#perSecond === 0) return Number.POSITIVE_INFINITY
    const size = this.#times.length
    return this.#times[(this.#next + size - this.#perSecond) % size]! + rateWindowMs
  }

  take(nowMs: number): void {
    this.#times[this.#next] = nowMs
    this.#next = (this.#next + 1) % this.#times.length
  }

  /** Undoes the last call, which was not placed after all. */
  giveBack(): void {
    this.#next = (this.#next + this.#times.length - 1) % this.#times.length
    this.#times[this.#next] = Number.NEGATIVE_INFINITY
  }

  /** Sets another limit and this node's part of it. The calls of the last second still count. */
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
