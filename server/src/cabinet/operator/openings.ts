import { type Clock, hourMs } from '../../platform/clock.ts'

/** Beyond so many a line is written too often, never too rarely. */
const maxRemembered = 10_000

/** What each operator has looked at within the last hour: accounts, calls, verifications of customers. */
export class Openings {
  readonly #clock: Clock
  readonly #seenAtMs = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  isNew(personId: number, kind: string, id: number | string): boolean {
    const key = `${personId} ${kind} ${id}`
    const nowMs = this.#clock.monotonicMs()
    const seenAtMs = this.#seenAtMs.get(key)
    if (seenAtMs !== undefined && nowMs - seenAtMs < hourMs) return false
    if (this.#seenAtMs.size >= maxRemembered) this.#seenAtMs.clear()
    this.#seenAtMs.set(key, nowMs)
    return true
  }
}
