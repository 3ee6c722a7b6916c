import type { Clock, Timer } from '../../server/src/platform/clock.ts'

interface Pending {
  dueAt: number
  readonly periodMs: number | undefined
  readonly run: () => void | Promise<void>
}

/** Background tasks run once in this much simulated time, however short their period: three weeks have 1.8 million seconds. */
const taskEveryMs = 20 * 60_000

/** A clock that leaps from event to event. One-shot timers run on the way, in order; background tasks are made up for. */
export class LeapingClock implements Clock {
  #now: number
  #tasksAt: number
  readonly #tasksEveryMs: number
  readonly #pending = new Set<Pending>()
  /** Waited for after each timer, before the clock leaps on. */
  settled = async (): Promise<void> => {}

  constructor(startMs: number, tasksEveryMs = taskEveryMs) {
    this.#now = startMs
    this.#tasksAt = startMs
    this.#tasksEveryMs = tasksEveryMs
  }

  now(): number {
    return this.#now
  }

  monotonicMs(): number {
    return this.#now
  }

  after(delayMs: number, run: () => void): Timer {
    return this.#add({ dueAt: this.#now + Math.max(0, delayMs), periodMs: undefined, run })
  }

  every(periodMs: number, run: () => void | Promise<void>): Timer {
    return this.#add({ dueAt: this.#now + periodMs, periodMs, run })
  }

  async leapTo(at: number): Promise<void> {
    for (;;) {
      const next = this.#next(at)
      if (next === undefined) break
      this.#now = Math.max(this.#now, next.dueAt)
      this.#pending.delete(next)
      await next.run()
      await this.settled()
    }
    this.#now = Math.max(this.#now, at)
    if (this.#now - this.#tasksAt >= this.#tasksEveryMs) await this.runTasks()
  }

  /** Every background task that is due, once; of those with this period at most. */
  async runTasks(longestPeriodMs = Number.POSITIVE_INFINITY): Promise<void> {
    if (longestPeriodMs === Number.POSITIVE_INFINITY) this.#tasksAt = this.#now
    for (const pending of [...this.#pending]) {
      if (pending.periodMs === undefined || pending.dueAt > this.#now || !this.#pending.has(pending)) continue
      if (pending.periodMs > longestPeriodMs) continue
      pending.dueAt = this.#now + pending.periodMs
      await pending.run()
    }
  }

  #next(until: number): Pending | undefined {
    let found: Pending | undefined
    for (const pending of this.#pending) {
      if (pending.periodMs !== undefined || pending.dueAt > until) continue
      if (found === undefined || pending.dueAt < found.dueAt) found = pending
    }
    return found
  }

  #add(pending: Pending): Timer {
    this.#pending.add(pending)
    return { cancel: () => this.#pending.delete(pending) }
  }
}
