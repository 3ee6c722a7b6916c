import type { Clock, Timer } from './clock.ts'

/** A wall clock that is set by this much or more has stepped. Less is the daily work of a time daemon. */
const minStepMs = 500
/** A thread that is interrupted between reading the two clocks sees a step that was none, so it reads again. */
const maxReadings = 5

/**
 * The machine's clock, whose wall time steps only when the service says so. Until then it goes on as before the step:
 * nothing that is open falls due early or late before the store has moved its deadlines.
 */
export class SteadyClock implements Clock {
  readonly #machine: Clock
  /** Wall time minus monotonic time. */
  #wallAheadMs: number

  constructor(machine: Clock) {
    this.#machine = machine
    this.#wallAheadMs = machine.now() - machine.monotonicMs()
  }

  /** Wall time minus monotonic time; it changes only when the wall clock is set. */
  get wallAheadMs(): number {
    return this.#wallAheadMs
  }

  /** Goes on as a process before this one did, on the same boot: what the clock was set by since is a step. */
  resumeFrom(wallAheadMs: number): void {
    this.#wallAheadMs = wallAheadMs
  }

  now(): number {
    const driftMs = this.#driftMs()
    if (Math.abs(driftMs) < minStepMs) this.#wallAheadMs += driftMs
    return Math.round(this.#machine.monotonicMs() + this.#wallAheadMs)
  }

  monotonicMs(): number {
    return this.#machine.monotonicMs()
  }

  after(delayMs: number, run: () => void): Timer {
    return this.#machine.after(delayMs, run)
  }

  every(periodMs: number, run: () => void | Promise<void>, report?: (error: Error) => void): Timer {
    return this.#machine.every(periodMs, run, report)
  }

  /** By how much the machine's wall clock was set since the last step that was taken over; 0 when it was not. */
  pendingStepMs(): number {
    let leastMs = this.#driftMs()
    for (let reading = 1; reading < maxReadings && Math.abs(leastMs) >= minStepMs; reading++) {
      const driftMs = this.#driftMs()
      if (Math.abs(driftMs) < Math.abs(leastMs)) leastMs = driftMs
    }
    return Math.abs(leastMs) < minStepMs ? 0 : Math.round(leastMs)
  }

  takeOver(stepMs: number): void {
    this.#wallAheadMs += stepMs
  }

  #driftMs(): number {
    return this.#machine.now() - this.#machine.monotonicMs() - this.#wallAheadMs
  }
}
