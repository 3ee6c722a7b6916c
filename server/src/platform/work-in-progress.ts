import type { Overload } from './overload.ts'

/**
 * Counts requests that start something new: a call, an inbound request, a paid look-up. A stop refuses new ones and
 * waits for those that are being admitted, because each may become a call. Reads are not counted and continue.
 */
export class WorkInProgress {
  readonly #overload: Pick<Overload, 'admits' | 'retryAfterMs'>
  #count = 0
  #isEnding = false
  #isRefused = false

  constructor(overload: Pick<Overload, 'admits' | 'retryAfterMs'>) {
    this.#overload = overload
  }

  get count(): number {
    return this.#count
  }

  /** The service is about to stop: the next request of a client should go to another node. */
  get isEnding(): boolean {
    return this.#isEnding
  }

  /** When a request that was refused shall come again. */
  get retryAfterMs(): number {
    return this.#overload.retryAfterMs
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
    if (this.#isRefused || !this.#overload.admits()) return undefined
    this.#count += 1
    try {
      return await work()
    } finally {
      this.#count -= 1
    }
  }
}
