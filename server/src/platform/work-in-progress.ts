/**
 * Counts requests that start something new: a call, an inbound request, a paid look-up. A stop refuses new ones and
 * waits for those that are being admitted, because each may become a call. Reads are not counted and continue.
 */
export class WorkInProgress {
  #count = 0
  #isRefused = false

  get count(): number {
    return this.#count
  }

  get isRefused(): boolean {
    return this.#isRefused
  }

  /** From now on nothing new is started. */
  refuse(): void {
    this.#isRefused = true
  }

  /** Returns undefined when the service is stopping. */
  async run<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#isRefused) return undefined
    this.#count += 1
    try {
      return await work()
    } finally {
      this.#count -= 1
    }
  }
}
