import { type Clock, minuteMs } from '../platform/clock.ts'
import { tooManyAttempts } from './problem.ts'

const windowMs = 15 * minuteMs
/** Of those that are counted and, beside them, of those that wait. */
const maxKeys = 50_000

interface Tally {
  readonly count: number
  readonly endsAt: number
}

/** Slows guessing down: so many failures for one key (an address, an e-mail) in a quarter of an hour. Per node. */
export class AttemptBrake {
  readonly #clock: Clock
  readonly #limit: number
  readonly #counted = new Map<string, Tally>()
  /** Until when. Apart from the counted: no crowd of new keys lets those go that have to wait. */
  readonly #waiting = new Map<string, number>()

  constructor(clock: Clock, limit: number) {
    this.#clock = clock
    this.#limit = limit
  }

  /** Throws while the key has to wait. */
  check(key: string): void {
    const waitMs = (this.#waiting.get(key) ?? 0) - this.#clock.now()
    if (waitMs > 0) throw tooManyAttempts(Math.ceil(waitMs / 1000))
  }

  fail(key: string): void {
    const now = this.#clock.now()
    if ((this.#waiting.get(key) ?? 0) > now) return
    const known = this.#counted.get(key)
    const isOver = known === undefined || known.endsAt <= now
    const tally = isOver
      ? { count: 1, endsAt: now + windowMs }
      : { count: known.count + 1, endsAt: known.endsAt }
    if (isOver) this.forget(key)
    if (tally.count < this.#limit) {
      keep(this.#counted, key, tally)
    } else {
      this.#counted.delete(key)
      keep(this.#waiting, key, tally.endsAt)
    }
  }

  forget(key: string): void {
    this.#counted.delete(key)
    this.#waiting.delete(key)
  }
}

/**
 * In the place of the oldest when there is no more room: of the counted, whose windows are all as long, what is over
 * goes before what still counts; of those that wait, whoever has waited longest.
 */
function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size >= maxKeys && !map.has(key)) {
    const [oldest] = map.keys()
    map.delete(oldest!)
  }
  map.set(key, value)
}
