import type { Clock, Timer } from './clock.ts'

/**
 * A change of the wall clock by this much or more is a jump. Smaller changes are normal corrections by a time daemon.
 */
const minJumpMs = 500
/**
 * A thread that is interrupted between reading the two clocks sees a false jump, so it reads again up to this often.
 */
const maxReadings = 5
/** The two clocks are compared this often; in between the wall time is taken as it is. A request reads it ten times. */
const comparePeriodMs = 20

/**
 * The machine's clock, with a wall time that jumps only when the service says so. Until then it continues as before the
 * jump, so that nothing falls due early or late before the store has moved its deadlines.
 */
export class SteadyClock implements Clock {
  readonly #machine: Clock
  /** Wall time minus monotonic time. */
  #wallAheadMs: number
  /** The wall time of the last comparison. */
  #comparedMs = Number.NEGATIVE_INFINITY

  constructor(machine: Clock) {
    this.#machine = machine
    this.#wallAheadMs = machine.now() - machine.monotonicMs()
  }

  /** Wall time minus monotonic time; it changes only when the wall clock is set. */
  get wallAheadMs(): number {
    return this.#wallAheadMs
  }

  /** Continues from the clock of an earlier process on the same boot: a difference since then counts as a jump. */
  resumeFrom(wallAheadMs: number): void {
    this.#wallAheadMs = wallAheadMs
    this.#comparedMs = Number.NEGATIVE_INFINITY
  }

  now(): number {
    const wallMs = this.#machine.now()
    if (wallMs >= this.#comparedMs && wallMs - this.#comparedMs < comparePeriodMs) return wallMs
    const monotonicMs = this.#machine.monotonicMs()
    const driftMs = wallMs - monotonicMs - this.#wallAheadMs
    if (Math.abs(driftMs) < minJumpMs) this.#wallAheadMs += driftMs
    this.#comparedMs = Math.round(monotonicMs + this.#wallAheadMs)
    return this.#comparedMs
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

  /** By how much the machine's wall clock was set since the last applied jump; 0 when it was not. */
  pendingJumpMs(): number {
    let leastMs = this.#driftMs()
    for (let reading = 1; reading < maxReadings && Math.abs(leastMs) >= minJumpMs; reading++) {
      const driftMs = this.#driftMs()
      if (Math.abs(driftMs) < Math.abs(leastMs)) leastMs = driftMs
    }
    return Math.abs(leastMs) < minJumpMs ? 0 : Math.round(leastMs)
  }

  takeOver(jumpMs: number): void {
    this.#wallAheadMs += jumpMs
  }

  #driftMs(): number {
    return this.#machine.now() - this.#machine.monotonicMs() - this.#wallAheadMs
  }
}
