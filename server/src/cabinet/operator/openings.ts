import { type Clock, hourMs } from '../../platform/clock.ts'

/** Pairs of operator and account that are remembered; beyond it a line is written too often, never too rarely. */
const maxRemembered = 10_000

/** Which operator has looked at which account within the last hour. */
export class Openings {
  readonly #clock: Clock
  readonly #seenAtMs = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  isNew(personId: number, accountId: number): boolean {
    const key = `${personId} ${accountId}`
    const nowMs = this.#clock.monotonicMs()
    const seenAtMs = this.#seenAtMs.get(key)
    if (seenAtMs !== undefined && nowMs - seenAtMs < hourMs) return false
    if (this.#seenAtMs.size >= maxRemembered) this.#seenAtMs.clear()
    this.#seenAtMs.set(key, nowMs)
    return true
  }
}
