import type { Clock } from './clock.ts'

/**
 * Long background work in bounded pieces. After each piece it rests for a multiple of the time that the piece took: however
 * much is left to do, requests and other programs get the store in between, and the busier the store is, the more of it
 * they get.
 */
export class PacedWork {
  readonly #clock: Clock
  readonly #cancelled = Promise.withResolvers<void>()
  #isCancelled = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get isCancelled(): boolean {
    return this.#isCancelled
  }

  /** Runs pieces until one resolves to false, which means that nothing is left, or until `cancel`. */
  async run(restPerWork: number, piece: () => Promise<boolean>): Promise<void> {
    while (!this.#isCancelled) {
      const startedMs = this.#clock.monotonicMs()
      if (!(await piece())) return
      await this.#rest(restPerWork * (this.#clock.monotonicMs() - startedMs))
    }
  }

  /** Starts no further piece, and ends all rests at once. */
  cancel(): void {
    this.#isCancelled = true
    this.#cancelled.resolve()
  }

  async #rest(ms: number): Promise<void> {
    if (ms <= 0 || this.#isCancelled) return
    const over = Promise.withResolvers<void>()
    const timer = this.#clock.after(Math.ceil(ms), over.resolve)
    await Promise.race([over.promise, this.#cancelled.promise])
    timer.cancel()
  }
}
