import { limitKey } from '../platform/client-address.ts'
import type { Clock } from '../platform/clock.ts'

export const failuresPerMinute = 20
const minuteMs = 60_000
const maxFailing = 100_000

/** Failed authentications per client address. Every node counts for itself. */
export class AddressLimits {
  readonly #clock: Clock
  /** Times of the last failures, oldest first, never more than fill a minute. */
  readonly #failing = new Map<string, { times: number[]; blockedUntil: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** More than twenty failed authentications in a minute: nothing from there for a minute. */
  noteFailedAuthentication(address: string): void {
    const now = this.#clock.monotonicMs()
    const key = limitKey(address)
    let failing = this.#failing.get(key)
    if (failing === undefined) {
      if (this.#failing.size >= maxFailing) this.#dropStale(now)
      failing = { times: [], blockedUntil: 0 }
      this.#failing.set(key, failing)
    }
    failing.times = failing.times.filter((time) => now - time < minuteMs)
    if (failing.times.length >= failuresPerMinute) {
      failing.blockedUntil = now + minuteMs
      failing.times.shift()
    }
    failing.times.push(now)
  }

  /** How long an address still has to wait for failing too often; 0 when it need not. */
  blockedForMs(address: string): number {
    if (this.#failing.size === 0) return 0
    const failing = this.#failing.get(limitKey(address))
    return failing === undefined ? 0 : Math.max(0, failing.blockedUntil - this.#clock.monotonicMs())
  }

  #dropStale(now: number): void {
    for (const [key, { times, blockedUntil }] of this.#failing) {
      if (now - (times.at(-1) ?? 0) >= minuteMs && blockedUntil <= now) this.#failing.delete(key)
    }
    if (this.#failing.size >= maxFailing) this.#failing.clear()
  }
}
