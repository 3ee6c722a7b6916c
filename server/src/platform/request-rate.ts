import { limitKey } from './client-address.ts'
import type { Clock } from './clock.ts'

export interface RateState {
  readonly limit: number
  readonly remaining: number
  /** Unix seconds at which the count starts from zero. */
  readonly resetAt: number
  /** The value of the header `RateLimit-Policy`. */
  readonly policy: string
  readonly exceeded: boolean
  /**
   * True when as many requests were refused in this second as are allowed: the client ignores the limit, so its
   * connection is closed.
   */
  readonly isFlood: boolean
}

/** Limits the requests per second from one client address. Every node counts separately. */
export class RequestRate {
  readonly #clock: Clock
  readonly #perSecond: number
  readonly #policy: string
  /** The current second of the monotonic clock. */
  #second = 0
  #counts = new Map<string, number>()

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock
    this.#perSecond = perSecond
    this.#policy = `"address";q=${perSecond};w=1`
  }

  /** Counts a request; undefined when the operator set no limit. */
  count(address: string): RateState | undefined {
    if (this.#perSecond === 0) return undefined
    const nowMs = this.#clock.monotonicMs()
    const second = Math.floor(nowMs / 1000)
    if (second !== this.#second) {
      // A new map each second: it has at most as many addresses as requests arrive in a second.
      this.#second = second
      this.#counts = new Map()
    }
    const key = limitKey(address)
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return {
      limit: this.#perSecond,
      remaining: Math.max(0, this.#perSecond - count),
      resetAt: Math.ceil((this.#clock.now() + (second + 1) * 1000 - nowMs) / 1000),
      policy: this.#policy,
      exceeded: count > this.#perSecond,
      isFlood: count > 2 * this.#perSecond,
    }
  }
}
