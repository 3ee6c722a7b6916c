import { limitKey } from '../platform/client-address.ts'
import { type Clock, minuteMs } from '../platform/clock.ts'

export const wrongCredentialsPerMinute = 20
const maxAddresses = 100_000

/** Wrong credentials per client address. Every node counts separately. */
export class AddressLimits {
  readonly #clock: Clock
  /** Times of the last wrong credentials per address, oldest first, never more than the limit. */
  readonly #wrong = new Map<string, { times: number[]; limitedUntil: number }>()

  /** When a hook was last counted as wrong, by address and hook; oldest first. */
  readonly #hooks = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * More than 20 wrong credentials in a minute block the address for a minute. Further ones during the block do not
   * extend it. A hook counts once a minute, because identity servers repeat a refused request by themselves; false when
   * it was counted before.
   */
  noteWrongCredentials(address: string, hook?: string): boolean {
    const now = this.#clock.monotonicMs()
    const key = limitKey(address)
    if (hook !== undefined && !this.#isNew(`${key} ${hook}`, now)) return false
    this.#count(key, now)
    return true
  }

  #isNew(hook: string, now: number): boolean {
    for (const [counted, at] of this.#hooks) {
      if (now - at < minuteMs && this.#hooks.size < maxAddresses) break
      this.#hooks.delete(counted)
    }
    if (this.#hooks.has(hook)) return false
    this.#hooks.set(hook, now)
    return true
  }

  #count(key: string, now: number): void {
    let wrong = this.#wrong.get(key)
    if (wrong === undefined) {
      if (this.#wrong.size >= maxAddresses) this.#dropStale(now)
      wrong = { times: [], limitedUntil: 0 }
      this.#wrong.set(key, wrong)
    }
    if (now < wrong.limitedUntil) return
    wrong.times = wrong.times.filter((time) => now - time < minuteMs)
    if (wrong.times.length < wrongCredentialsPerMinute) wrong.times.push(now)
    else {
      wrong.limitedUntil = now + minuteMs
      wrong.times = []
    }
  }

  /** How long wrong and missing credentials from this address are still refused with 429; 0 when they are not. */
  limitedForMs(address: string): number {
    if (this.#wrong.size === 0) return 0
    const wrong = this.#wrong.get(limitKey(address))
    return wrong === undefined ? 0 : Math.max(0, wrong.limitedUntil - this.#clock.monotonicMs())
  }

  #dropStale(now: number): void {
    for (const [key, { times, limitedUntil }] of this.#wrong) {
      if (now - (times.at(-1) ?? 0) >= minuteMs && limitedUntil <= now) this.#wrong.delete(key)
    }
    if (this.#wrong.size >= maxAddresses) this.#wrong.clear()
  }
}
