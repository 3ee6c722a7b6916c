import { setImmediate as turn } from 'node:timers/promises'
import type { LeapingClock } from './leaping-clock.ts'

interface Event {
  readonly at: number
  readonly run: () => Promise<void>
}

/** What is going to happen, in the order of simulated time. */
export class Schedule {
  readonly #clock: LeapingClock
  readonly #events: Event[] = []

  constructor(clock: LeapingClock) {
    this.#clock = clock
  }

  after(delayMs: number, run: () => Promise<void>): void {
    const at = this.#clock.now() + delayMs
    const place = this.#events.findIndex((event) => event.at > at)
    this.#events.splice(place === -1 ? this.#events.length : place, 0, { at, run })
  }

  async runUntil(at: number): Promise<void> {
    while (this.#events.length > 0 && this.#events[0]!.at <= at) {
      const event = this.#events.shift()!
      await this.#clock.leapTo(event.at)
      await event.run()
      // The service finishes its work before the clock leaps again.
      await turn()
    }
    await this.#clock.leapTo(at)
  }
}
