import type { Clock, Timer } from '../../src/clock.ts'

interface Entry {
  readonly atMs: number
  readonly order: number
  readonly run: () => void
  cleared: boolean
}

/** A clock that moves only when a test advances it; timers due at the same time run in the order they were set. */
export class SimulatedClock implements Clock {
  #nowMs = 0
  #order = 0
  #entries: Entry[] = []

  nowMs(): number {
    return this.#nowMs
  }

  /** Timers that are running. */
  get pending(): number {
    return this.#entries.filter((entry) => !entry.cleared).length
  }

  after(delayMs: number, run: () => void): Timer {
    const entry: Entry = {
      atMs: this.#nowMs + Math.max(0, delayMs),
      order: this.#order++,
      run,
      cleared: false,
    }
    let at = this.#entries.length
    while (at > 0 && this.#entries[at - 1]!.atMs > entry.atMs) at--
    this.#entries.splice(at, 0, entry)
    return {
      clear: () => {
        entry.cleared = true
      },
    }
  }

  /** Runs everything that becomes due in that time. */
  advance(durationMs: number): void {
    const endMs = this.#nowMs + durationMs
    while (this.#step(endMs));
    this.#nowMs = endMs
  }

  /** The same, and lets promises settle after each step. */
  async advanceAsync(durationMs: number): Promise<void> {
    const endMs = this.#nowMs + durationMs
    await settle()
    while (this.#step(endMs)) await settle()
    this.#nowMs = endMs
    await settle()
  }

  /** Runs until no timer is left, at most for that time. False when timers were left. */
  runDry(limitMs: number): boolean {
    const endMs = this.#nowMs + limitMs
    while (this.#step(endMs));
    return this.pending === 0
  }

  #step(endMs: number): boolean {
    const entry = this.#entries[0]
    if (entry === undefined || entry.atMs > endMs) return false
    this.#entries.shift()
    if (entry.cleared) return true
    this.#nowMs = entry.atMs
    entry.cleared = true
    entry.run()
    return true
  }
}

/** Lets every promise that is settled run its continuations. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
