/** A running timer; clearing it twice is harmless. */
export interface Timer {
  clear(): void
}

/** Time as the stack sees it. Tests pass a clock of their own and own every timer. */
export interface Clock {
  /** Monotonic milliseconds. */
  nowMs(): number
  after(delayMs: number, run: () => void): Timer
}

/** The machine's clock. */
export const systemClock: Clock = {
  nowMs: () => performance.now(),
  after(delayMs, run) {
    const handle = setTimeout(run, delayMs)
    return { clear: () => clearTimeout(handle) }
  },
}
