/**
 * Counts requests that start something new: a call, an inbound request, a paid look-up. A stop refuses new ones and
 * waits for those that are being admitted, because each may become a call. Reads are not counted and continue.
 */
export class WorkInProgress {
  readonly #admits: () => boolean
  #count = 0
  #isEnding = false
  #isRefused = false

  /** `admits` says whether one more may start at this moment. */
  constructor(admits: () => boolean) {
    this.#admits = admits
  }

  get count(): number {
    return this.#count
  }

  /** The service is about to stop: the next request of a client should go to another node. */
  get isEnding(): boolean {
    return this.#isEnding
  }

  get isRefused(): boolean {
    return this.#isRefused
  }

  /** Others shall send nothing new here; what comes all the same is served. */
  announceEnd(): void {
    this.#isEnding = true
  }

  /** From now on nothing new is started. */
  refuse(): void {
    this.#isEnding = true
    this.#isRefused = true
  }

  /** Returns undefined when the service is stopping or overloaded. */
  async run<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#isRefused || !this.#admits()) return undefined
    this.#count += 1
    try {
      return await work()
    } finally {
      this.#count -= 1
    }
  }
}
