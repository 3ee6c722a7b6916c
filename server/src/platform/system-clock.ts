import type { Clock } from './clock.ts'

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

/** Monotonic: for measured durations and for timeouts that no test has to control. */
export const stopwatchMs = (): number => performance.now()
