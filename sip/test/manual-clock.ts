import type { Clock, Timer } from '../src/clock.ts'

interface Pending {
  readonly dueMs: number
  readonly order: number
  readonly run: () => void
}

/** A clock that stands still until a test moves it; timers run in the order of their time. */
export class ManualClock implements Clock {
  #nowMs = 0
  #order = 0
  readonly #pending = new Set<Pending>()

  nowMs(): number {
    return this.#nowMs
  }

  after(delayMs: number, run: () => void): Timer {
    const pending = { dueMs: this.#nowMs + Math.max(0, delayMs), order: this.#order++, run }
    this.#pending.add(pending)
    return { clear: () => this.#pending.delete(pending) }
  }

  /** Timers that have not run. */
  get waiting(): number {
    return this.#pending.size
  }

  advance(byMs: number): void {
    const endMs = this.#nowMs + byMs
    for (let next = this.#next(); next !== undefined && next.dueMs <= endMs; next = this.#next()) {
      this.#pending.delete(next)
      this.#nowMs = Math.max(this.#nowMs, next.dueMs)
      next.run()
    }
    this.#nowMs = endMs
  }

  /** Time passes but no timer runs, as when the process was suspended. */
  stall(byMs: number): void {
    this.#nowMs += byMs
  }

  #next(): Pending | undefined {
    let best: Pending | undefined
    for (const one of this.#pending) {
      if (
        best === undefined ||
        one.dueMs < best.dueMs ||
        (one.dueMs === best.dueMs && one.order < best.order)
      )
        best = one
    }
    return best
  }
}
