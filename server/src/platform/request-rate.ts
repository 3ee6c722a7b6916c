import { limitKey } from './client-address.ts'
import type { Clock } from './clock.ts'

export interface RateState {
  readonly subject: Subject
  readonly limit: number
  readonly remaining: number
  /** Unix seconds at which the count starts from zero. */
  readonly resetAt: number
  readonly exceeded: boolean
  /**
   * True when as many requests were refused in this second as are allowed: the client ignores the limit, so its
   * connection is closed.
   */
  readonly isFlood: boolean
}

/** Whose requests are counted: as the header `RateLimit-Policy` names it. */
type Subject = 'address' | 'service'

/** Limits the requests per second of a client address or of a service. Every node counts separately. */
export class RequestRate {
  readonly #clock: Clock
  readonly #perSecond: number
  readonly #subject: Subject
  /** The current second of the monotonic clock. */
  #second = 0
  #counts = new Map<string | number, number>()

  constructor(clock: Clock, perSecond: number, subject: Subject = 'address') {
    this.#clock = clock
    this.#perSecond = perSecond
    this.#subject = subject
  }

  /** Counts a request of an address, or of the service with this id; undefined when there is no limit. */
  count(of: string | number, perSecond = this.#perSecond): RateState | undefined {
    if (perSecond === 0) return undefined
    const nowMs = this.#clock.monotonicMs()
    const second = Math.floor(nowMs / 1000)
    if (second !== this.#second) {
      // A new map each second: it has at most as many entries as requests arrive in a second.
      this.#second = second
      this.#counts = new Map()
    }
    const key = keyOf(of)
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return {
      subject: this.#subject,
      limit: perSecond,
      remaining: Math.max(0, perSecond - count),
      resetAt: Math.ceil((this.#clock.now() + (second + 1) * 1000 - nowMs) / 1000),
      exceeded: count > perSecond,
      isFlood: count > 2 * perSecond,
    }
  }

  /** A request that was counted turned out not to be one of these. */
  takeBack(of: string | number): void {
    const key = keyOf(of)
    const count = this.#counts.get(key)
    // When its second is over, the next one has one more: no harm.
    if (count !== undefined) this.#counts.set(key, count - 1)
  }
}

const keyOf = (of: string | number) => (typeof of === 'string' ? limitKey(of) : of)
