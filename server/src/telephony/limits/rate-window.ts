/** A second plus a margin for the network: calls sent a second apart may arrive closer together. */
export const rateWindowMs = 1_050

/**
 * At most this many calls in any second, however the carrier counts its seconds: the times of the last calls are kept. A
 * limit below 1 is one call in a longer time: 0.2 is one in 5 s.
 */
export class RateWindow {
  /** A ring buffer with as many entries as the trunk's limit; the newest entry is before `#next`. */
  #times: Float64Array
  #next = 0
  #atOnce: number
  #windowMs: number

  constructor(limit: number) {
    this.#times = emptyRing(Math.ceil(limit))
    this.#atOnce = Math.ceil(limit)
    this.#windowMs = windowOf(limit)
  }

  hasRoom(nowMs: number): boolean {
    return nowMs >= this.opensAt()
  }

  /** The time at which the next call is allowed, as far as known now. */
  opensAt(): number {
    if (this.#atOnce === 0) return Number.POSITIVE_INFINITY
    const size = this.#times.length
    return this.#times[(this.#next + size - this.#atOnce) % size]! + this.#windowMs
  }

  take(nowMs: number): void {
    this.#times[this.#next] = nowMs
    this.#next = (this.#next + 1) % this.#times.length
  }

  /** How many calls count at this moment. */
  taken(nowMs: number): number {
    const size = this.#times.length
    let count = 0
    // The newest is before `#next`, and what is older than one that does not count does not count either.
    while (count < size && nowMs < this.#times[(this.#next + size - 1 - count) % size]! + this.#windowMs)
      count += 1
    return count
  }

  /** This node's part of the limit. */
  get part(): number {
    return this.#atOnce
  }

  /** Undoes the last call, which was not placed after all. */
  release(): void {
    this.#next = (this.#next + this.#times.length - 1) % this.#times.length
    this.#times[this.#next] = Number.NEGATIVE_INFINITY
  }

  /** Sets another limit and this node's part of it, in calls. The calls of the last second still count. */
  change(limit: number, atOnce: number): void {
    if (Math.ceil(limit) !== this.#times.length) this.#resize(Math.ceil(limit))
    this.#atOnce = atOnce
    this.#windowMs = windowOf(limit)
  }

  #resize(limit: number): void {
    const oldestFirst = [...this.#times.subarray(this.#next), ...this.#times.subarray(0, this.#next)]
    const kept = oldestFirst.slice(-limit)
    this.#times = emptyRing(limit)
    this.#times.set(kept, limit - kept.length)
    this.#next = 0
  }
}

const windowOf = (limit: number): number => rateWindowMs / Math.min(limit, 1)

function emptyRing(size: number): Float64Array {
  return new Float64Array(size).fill(Number.NEGATIVE_INFINITY)
}
