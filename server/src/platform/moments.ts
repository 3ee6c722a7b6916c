import type { Clock } from './clock.ts'

/**
 * Things to do at given times, with one timer for all of the same millisecond: at ten thousand calls a second, each
 * waiting one, ten share a timer. Holds as much as its owner has under way.
 */
export class Moments {
  readonly #clock: Clock
  readonly #due = new Map<number, (() => void)[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  at(time: number, run: () => void): void {
    const same = this.#due.get(time)
    if (same !== undefined) return void same.push(run)
    this.#due.set(time, [run])
    this.#clock.after(time - this.#clock.now(), () => {
      const runs = this.#due.get(time)!
      this.#due.delete(time)
      for (const each of runs) each()
    })
  }
}
