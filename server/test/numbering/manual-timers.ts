import type { Clock, Timer } from '../../src/platform/clock.ts'

/** A clock that moves only when the test says so. */
export class ManualTimers implements Pick<Clock, 'after'> {
  nowMs = 0
  readonly #waiting = new Set<{ readonly atMs: number; readonly run: () => void }>()

  after(delayMs: number, run: () => void): Timer {
    const entry = { atMs: this.nowMs + delayMs, run }
    this.#waiting.add(entry)
    return { cancel: () => this.#waiting.delete(entry) }
  }

  get waiting(): number {
    return this.#waiting.size
  }

  advance(byMs: number): void {
    this.nowMs += byMs
    for (const entry of [...this.#waiting])
      if (entry.atMs <= this.nowMs && this.#waiting.delete(entry)) entry.run()
  }
}
