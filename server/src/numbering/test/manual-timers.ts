import type { Timers } from '../timers.ts'

/** Time that moves when the test says so. */
export class ManualTimers implements Timers {
  nowMs = 0
  readonly #waiting = new Set<{ readonly atMs: number; readonly run: () => void }>()

  after(delayMs: number, run: () => void): { clear(): void } {
    const entry = { atMs: this.nowMs + delayMs, run }
    this.#waiting.add(entry)
    return { clear: () => this.#waiting.delete(entry) }
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
