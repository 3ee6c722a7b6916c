const windowMs = 1_000

/** At most so many calls in any second, whichever second the carrier counts: the last ones are remembered. */
export class RateWindow {
  readonly perSecond: number
  /** A ring; `#next` is the oldest. */
  readonly #times: Float64Array
  #next = 0

  constructor(perSecond: number) {
    this.perSecond = perSecond
    this.#times = new Float64Array(perSecond).fill(Number.NEGATIVE_INFINITY)
  }

  hasRoom(nowMs: number): boolean {
    return nowMs - this.#times[this.#next]! >= windowMs
  }

  take(nowMs: number): void {
    this.#times[this.#next] = nowMs
    this.#next = (this.#next + 1) % this.perSecond
  }

  /** The last call was not placed after all. */
  giveBack(): void {
    this.#next = (this.#next + this.perSecond - 1) % this.perSecond
    this.#times[this.#next] = Number.NEGATIVE_INFINITY
  }
}
