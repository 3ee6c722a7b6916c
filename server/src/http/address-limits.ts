import { limitKey } from '../platform/client-address.ts'
import { type Clock, minuteMs } from '../platform/clock.ts'
import { NewestMap } from '../platform/newest-map.ts'

export const wrongCredentialsPerMinute = 20
const maxAddresses = 100_000

/** Wrong credentials per client address. Every node counts separately. */
export class AddressLimits {
  readonly #clock: Clock
  /** Times of the last wrong credentials per address, oldest first, never more than the limit. */
  readonly #wrong = new NewestMap<string, { readonly times: number[]; readonly limitedUntil: number }>(
    maxAddresses,
  )

  /** When a wrong credential that may be repeated was last counted, by address and credential. */
  readonly #repeated = new NewestMap<string, number>(maxAddresses)

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * More than 20 wrong credentials in a minute block the address for a minute. Further ones during the block do not
   * extend it. The same `repeated` one counts once a minute, because identity servers repeat a refused request by
   * themselves; false when it was counted before.
   */
  noteWrongCredentials(address: string, repeated?: string): boolean {
    const now = this.#clock.monotonicMs()
    const key = limitKey(address)
    if (repeated !== undefined) {
      const counted = this.#repeated.get(`${key} ${repeated}`)
      if (counted !== undefined && now - counted < minuteMs) return false
      this.#repeated.set(`${key} ${repeated}`, now)
    }
    const { times, limitedUntil } = this.#wrong.get(key) ?? { times: [], limitedUntil: 0 }
    if (now < limitedUntil) return true
    const recent = times.filter((time) => now - time < minuteMs)
    this.#wrong.set(
      key,
      recent.length < wrongCredentialsPerMinute
        ? { times: [...recent, now], limitedUntil: 0 }
        : { times: [], limitedUntil: now + minuteMs },
    )
    return true
  }

  /** How long wrong and missing credentials from this address are still refused with 429; 0 when they are not. */
  limitedForMs(address: string): number {
    if (this.#wrong.size === 0) return 0
    const wrong = this.#wrong.get(limitKey(address))
    return wrong === undefined ? 0 : Math.max(0, wrong.limitedUntil - this.#clock.monotonicMs())
  }
}
