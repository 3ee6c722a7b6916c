import type { Clock } from './clock.ts'

/**
 * Delayed work with one timer for all tasks that are due in the same millisecond: at ten thousand calls per second, each
 * with a delay of one second, ten share a timer. It has no limit of its own: it holds as many tasks as its owner has
 * calls.
 */
export class TimerQueue {
  readonly #clock: Clock
  readonly #due = new Map<number, (() => void)[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  after(delayMs: number, run: () => void): void {
    const nowMs = this.#clock.monotonicMs()
    const dueMs = Math.ceil(nowMs + delayMs)
    const same = this.#due.get(dueMs)
    if (same !== undefined) return void same.push(run)
    this.#due.set(dueMs, [run])
    this.#clock.after(dueMs - nowMs, () => {
      const runs = this.#due.get(dueMs)!
      this.#due.delete(dueMs)
      for (const each of runs) each()
    })
  }
}
