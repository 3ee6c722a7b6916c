/** A pending timer; cancelling it twice is harmless. */
export interface Timer {
  cancel(): void
}

/**
 * Time as the service sees it. Tests pass a clock of their own and own every timer.
 * What is stored, shown or compared with stored times goes by `now`. What lives only in memory (limits, caches, leases
 * that are held, time-outs) goes by `monotonicMs`: the wall clock of a machine can be set, and jumps then.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Milliseconds since some moment, the same one in all threads of the process. Never steps; has fractions. */
  monotonicMs(): number
  after(delayMs: number, run: () => void): Timer
  /**
   * Runs until cancelled; a run that is still busy is not started a second time. A run that fails is reported
   * and comes again: an error that left a timer would end the process.
   */
  every(periodMs: number, run: () => void | Promise<void>, report?: (error: Error) => void): Timer
}

/** Where nobody takes the report, Node prints it and goes on. */
const warn = (error: Error) => process.emitWarning(error)

export const systemClock: Clock = {
  now: () => Date.now(),
  // Not performance.now(), which counts from the start of each thread.
  monotonicMs() {
    const [seconds, nanoseconds] = process.hrtime()
    return seconds * 1e3 + nanoseconds / 1e6
  },
  after(delayMs, run) {
    const handle = setTimeout(run, delayMs)
    return { cancel: () => clearTimeout(handle) }
  },
  every(periodMs, run, report = warn) {
    let busy = false
    const runOnce = async () => {
      if (busy) return
      busy = true
      try {
        await run()
      } catch (error) {
        report(error as Error)
      } finally {
        busy = false
      }
    }
    const handle = setInterval(() => void runOnce(), periodMs)
    return { cancel: () => clearInterval(handle) }
  },
}

/** A moment of the monotonic clock as people read it; a later step of the wall clock moves it along. */
export function wallTimeOf(monotonicMs: number, clock: Clock): number {
  return Math.round(clock.now() + monotonicMs - clock.monotonicMs())
}

/** Monotonic: for durations that are measured and for time-outs that no test has to own. */
export const stopwatchMs = (): number => performance.now()

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
