/** A running timer; clearing it twice is harmless. */
export interface Timer {
  clear(): void
}

/** The clock that the stack uses. Tests pass their own and control every timer. */
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
