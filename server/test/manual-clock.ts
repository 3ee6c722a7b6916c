import type { Clock, Timer } from '../src/platform/clock.ts'

interface Pending {
  dueAt: number
  readonly periodMs: number | undefined
  readonly run: () => void | Promise<void>
}

/** Far from every wall time: a mix-up of the two clocks does not go unseen. */
const monotonicStartMs = 1_000_000

/** A clock that stands still until the test moves it. */
export class ManualClock implements Clock {
  /** Monotonic; timers go by it. */
  #now = monotonicStartMs
  #wallAheadMs: number
  readonly #shortestPeriodMs: number
  readonly #pending = new Set<Pending>()

  /** A periodic task never runs more often than `shortestPeriodMs` says. */
  constructor(startMs = Date.UTC(2026, 0, 15, 12, 0, 0), shortestPeriodMs = 0) {
    this.#wallAheadMs = startMs - monotonicStartMs
    this.#shortestPeriodMs = shortestPeriodMs
  }

  now(): number {
    return this.#now + this.#wallAheadMs
  }

  monotonicMs(): number {
    return this.#now
  }

  /** Somebody sets the machine's clock. No time passes. */
  jumpWall(byMs: number): void {
    this.#wallAheadMs += byMs
  }

  after(delayMs: number, run: () => void): Timer {
    return this.#add({ dueAt: this.#now + Math.max(0, delayMs), periodMs: undefined, run })
  }

  /** Without `report` a failure reaches the test that moves the clock. */
  every(askedMs: number, run: () => void | Promise<void>, report?: (error: Error) => void): Timer {
    const periodMs = Math.max(askedMs, this.#shortestPeriodMs)
    const reported = async () => {
      try {
        await run()
      } catch (error) {
        if (report === undefined) throw error
        report(error as Error)
      }
    }
    return this.#add({ dueAt: this.#now + periodMs, periodMs, run: reported })
  }

  /** Runs everything that falls due on the way, in order, each to its end. */
  async advance(byMs: number): Promise<void> {
    const target = this.#now + byMs
    for (;;) {
      const next = [...this.#pending]
        .filter(({ dueAt }) => dueAt <= target)
        .sort((a, b) => a.dueAt - b.dueAt)[0]
      if (next === undefined) break
      this.#now = next.dueAt
      if (next.periodMs === undefined) this.#pending.delete(next)
      else next.dueAt += next.periodMs
      await next.run()
      // What a timer set off may set further timers at the same moment.
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.#now = target
  }

  /**
   * For a wait of which the end alone matters: what falls due before the last two seconds runs once. A minute that is
   * walked through (`advance`) takes a second of CPU time on PostgreSQL, because background tasks query the store.
   */
  async hasten(byMs: number): Promise<void> {
    const walkedMs = Math.min(byMs, 2_000)
    await this.leap(byMs - walkedMs)
    await this.advance(walkedMs)
  }

  /** As after a machine has slept: whatever fell due runs once, at the end. For days that no test can walk through. */
  async leap(byMs: number): Promise<void> {
    this.#now += byMs
    for (const pending of [...this.#pending].sort((a, b) => a.dueAt - b.dueAt)) {
      if (pending.dueAt > this.#now || !this.#pending.has(pending)) continue
      if (pending.periodMs === undefined) this.#pending.delete(pending)
      else pending.dueAt = this.#now + pending.periodMs
      await pending.run()
    }
  }

  /** Time in which no periodic task runs, for a loop that is about limits alone: on PostgreSQL a leap is 150 statements. */
  async pass(byMs: number): Promise<void> {
    for (const pending of this.#pending) if (pending.periodMs !== undefined) pending.dueAt += byMs
    await this.leap(byMs)
  }

  #add(pending: Pending): Timer {
    this.#pending.add(pending)
    return { cancel: () => this.#pending.delete(pending) }
  }
}
