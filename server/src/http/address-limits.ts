import { limitKey } from '../platform/client-address.ts'
import type { Clock } from '../platform/clock.ts'

export interface RateState {
  readonly limit: number
  readonly remaining: number
  /** Unix seconds at which the count begins anew. */
  readonly resetAt: number
  readonly exceeded: boolean
}

export const failuresPerMinute = 20
const minuteMs = 60_000
const maxFailing = 100_000

/** Limits per client address. They are this node's own: other nodes count for themselves. */
export class AddressLimits {
  readonly #clock: Clock
  readonly #perSecond: number
  #second = 0
  #counts = new Map<string, number>()
  /** Times of the last failures, oldest first, never more than fill a minute. */
  readonly #failing = new Map<string, { times: number[]; blockedUntil: number }>()

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock
    this.#perSecond = perSecond
  }

  /** Counts a request; undefined when the operator set no limit. */
  count(address: string): RateState | undefined {
    if (this.#perSecond === 0) return undefined
    const second = Math.floor(this.#clock.now() / 1000)
    if (second !== this.#second) {
      // One map a second: it can hold no more addresses than requests arrive in a second.
      this.#second = second
      this.#counts = new Map()
    }
    const key = limitKey(address)
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return {
      limit: this.#perSecond,
      remaining: Math.max(0, this.#perSecond - count),
      resetAt: second + 1,
      exceeded: count > this.#perSecond,
    }
  }

  /** More than twenty failed authentications in a minute: nothing from there for a minute. */
  noteFailedAuthentication(address: string): void {
    const now = this.#clock.now()
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
    return failing === undefined ? 0 : Math.max(0, failing.blockedUntil - this.#clock.now())
  }

  #dropStale(now: number): void {
    for (const [key, { times, blockedUntil }] of this.#failing) {
      if (now - (times.at(-1) ?? 0) >= minuteMs && blockedUntil <= now) this.#failing.delete(key)
    }
    if (this.#failing.size >= maxFailing) this.#failing.clear()
  }
}
