import { type Clock, minuteMs } from '../platform/clock.ts'
import { tooManyAttempts } from './problem.ts'

const windowMs = 15 * minuteMs
const maxTracked = 50_000

interface Tally {
  count: number
  endsAt: number
}

/** Slows guessing down: so many failures for one key (an address, an e-mail) in a quarter of an hour. Per node. */
export class AttemptBrake {
  readonly #clock: Clock
  readonly #limit: number
  readonly #tallies = new Map<string, Tally>()

  constructor(clock: Clock, limit: number) {
    this.#clock = clock
    this.#limit = limit
  }

  /** Throws while the key has to wait. */
  check(key: string): void {
    const tally = this.#tallies.get(key)
    const now = this.#clock.now()
    if (tally === undefined || tally.endsAt <= now || tally.count < this.#limit) return
    throw tooManyAttempts(Math.ceil((tally.endsAt - now) / 1000))
  }

  fail(key: string): void {
    const now = this.#clock.now()
    const tally = this.#tallies.get(key)
    if (tally !== undefined && tally.endsAt > now) {
      tally.count++
      return
    }
    if (this.#tallies.size >= maxTracked) this.#tallies.clear()
    this.#tallies.set(key, { count: 1, endsAt: now + windowMs })
  }

  forget(key: string): void {
    this.#tallies.delete(key)
  }
}
