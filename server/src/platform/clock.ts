/** A pending timer; cancelling it twice is harmless. */
export interface Timer {
  cancel(): void
}

/**
 * Time as the service sees it. Tests pass their own clock and control every timer. Times that are stored, shown or
 * compared with stored times use `now`. What lives only in memory (limits, caches, held leases, timeouts) uses
 * `monotonicMs`: the wall clock of a machine can be set, and then jumps.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Milliseconds since a fixed moment, the same in all threads of the process. Never jumps; has fractions. */
  monotonicMs(): number
  after(delayMs: number, run: () => void): Timer
  /**
   * Repeats `run` until cancelled; a run that is still busy is not started a second time. A run that fails is reported
   * and repeated: an error thrown from a timer would end the process. The first run may come sooner than after a period:
   * all timers of a process run at whole multiples of their period, so that an idle process is woken once for many.
   */
  every(periodMs: number, run: () => void | Promise<void>, report?: (error: Error) => void): Timer
}

/** Converts a time of the monotonic clock to wall time; a later jump of the wall clock moves it too. */
export function wallTimeOf(monotonicMs: number, clock: Clock): number {
  return Math.round(clock.now() + monotonicMs - clock.monotonicMs())
}

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
