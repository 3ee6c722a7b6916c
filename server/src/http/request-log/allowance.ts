import { dayMs } from '../../platform/clock.ts'

interface AllowanceRules {
  /** What one service may have on a day, on average. */
  readonly perDay: number
  readonly perSecond: number
}

/** A share of the day that may be used at once after a quiet time. */
const burstShare = 1 / 20

/**
 * Says which requests of a flood are kept one by one: a token bucket that a day fills, and a bound for each second. So a
 * service that is flooded for hours still shows requests of every hour, instead of the first hour alone.
 */
export class Allowance {
  readonly #rules: AllowanceRules
  readonly #burst: number
  #tokens: number
  #filledAtMs: number
  #second = -1
  #inSecond = 0

  constructor(rules: AllowanceRules, nowMs: number) {
    this.#rules = rules
    this.#burst = Math.max(1, rules.perDay * burstShare)
    this.#tokens = this.#burst
    this.#filledAtMs = nowMs
  }

  /** True when this request is kept. `nowMs` is of a monotonic clock. */
  take(nowMs: number): boolean {
    const { perDay, perSecond } = this.#rules
    const second = Math.floor(nowMs / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#inSecond = 0
      const filled = this.#tokens + ((nowMs - this.#filledAtMs) / dayMs) * perDay
      this.#tokens = Math.min(this.#burst, filled)
      this.#filledAtMs = nowMs
    }
    if (this.#inSecond >= perSecond || this.#tokens < 1) return false
    this.#inSecond += 1
    this.#tokens -= 1
    return true
  }
}
