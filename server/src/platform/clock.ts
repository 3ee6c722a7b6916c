/** A pending timer; cancelling it twice is harmless. */
export interface Timer {
  cancel(): void
}

/** Time as the service sees it. Tests pass a clock of their own and own every timer. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  after(delayMs: number, run: () => void): Timer
  /** Runs until cancelled; a run that is still busy is not started a second time. */
  every(periodMs: number, run: () => void | Promise<void>): Timer
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const handle = setTimeout(run, delayMs)
    return { cancel: () => clearTimeout(handle) }
  },
  every(periodMs, run) {
    let busy = false
    const handle = setInterval(() => {
      if (busy) return
      const result = run()
      if (result === undefined) return
      busy = true
      result.finally(() => {
        busy = false
      })
    }, periodMs)
    return { cancel: () => clearInterval(handle) }
  },
}

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
