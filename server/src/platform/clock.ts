/** A pending timer; cancelling it twice is harmless. */
export interface Timer {
  cancel(): void
}

/** Time as the service sees it. Tests pass a clock of their own and own every timer. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
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

/** Monotonic: for durations that are measured and for time-outs that no test has to own. */
export const stopwatchMs = (): number => performance.now()

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
