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

/** The default report: Node prints the warning and continues. */
const warn = (error: Error) => process.emitWarning(error)

/**
 * performance.now() counts from the start of each thread, and process.hrtime() is the same in all of them but four times
 * as slow. So this is how much the second is ahead of the first.
 */
const threadStartMs = Number(process.hrtime.bigint()) / 1e6 - performance.now()

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => threadStartMs + performance.now(),
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
    let handle: NodeJS.Timeout
    const schedule = () => {
      handle = setTimeout(tick, untilMultipleMs(periodMs))
    }
    const tick = () => {
      schedule()
      void runOnce()
    }
    schedule()
    return { cancel: () => clearTimeout(handle) }
  },
}

/** Timers may fire a little early: then the multiple after the next one is meant. */
const earlyShare = 0.1

/** Whole milliseconds until the monotonic clock shows the next multiple of the period. */
function untilMultipleMs(periodMs: number): number {
  const leftMs = periodMs - (Math.floor(systemClock.monotonicMs()) % periodMs)
  return leftMs < periodMs * earlyShare ? leftMs + periodMs : leftMs
}

/** Converts a time of the monotonic clock to wall time; a later jump of the wall clock moves it too. */
export function wallTimeOf(monotonicMs: number, clock: Clock): number {
  return Math.round(clock.now() + monotonicMs - clock.monotonicMs())
}

/** Monotonic: for measured durations and for timeouts that no test has to control. */
export const stopwatchMs = (): number => performance.now()

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
