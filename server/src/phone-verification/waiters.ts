import type { PhoneVerification } from '../books/phone-verification.ts'
import type { Clock } from '../platform/clock.ts'
import { Moments } from '../platform/moments.ts'

/** A request that waits for the next change of a phone verification. Small, because there may be ten thousand. */
class Waiter {
  /** The newest version reported since it began to wait. */
  heard: PhoneVerification | undefined
  done: ((verification: PhoneVerification | undefined) => void) | undefined
}

export interface Wait {
  readonly id: string
  readonly forMs: number
  /** Answered at once when the version is newer; undefined: wait for the next change. */
  readonly newerThan: number | undefined
}

/** Long polls: each request waits in memory, without its own timer and without polling the store. */
export class Waiters {
  readonly #moments: Moments
  readonly #waiting = new Map<string, Set<Waiter>>()

  constructor(clock: Clock) {
    this.#moments = new Moments(clock)
  }

  get ids(): Iterable<string> {
    return this.#waiting.keys()
  }

  has(id: string): boolean {
    return this.#waiting.has(id)
  }

  get size(): number {
    let size = 0
    for (const { size: waiters } of this.#waiting.values()) size += waiters
    return size
  }

  /**
   * Resolves with the verification at its next change, or in its current state when the time is over; undefined when it
   * does not exist. `onGone` gets a function to call when the client has disconnected.
   */
  async wait(
    { id, forMs, newerThan }: Wait,
    read: () => Promise<PhoneVerification | undefined>,
    onGone: (forget: () => void) => void,
  ): Promise<PhoneVerification | undefined> {
    // Registered before the read: a change in between is not missed.
    const waiter = new Waiter()
    this.#add(id, waiter)
    try {
      const now = await read()
      if (now === undefined || now.status !== 'pending') return now
      const base = newerThan ?? now.version
      if (now.version > base) return now
      if (waiter.heard !== undefined && waiter.heard.version > base) return waiter.heard
      const changed = await new Promise<PhoneVerification | undefined>((resolve) => {
        waiter.done = resolve
        onGone(() => end(waiter))
        this.#moments.after(forMs, () => end(waiter))
      })
      return changed ?? (await read())
    } finally {
      this.#remove(id, waiter)
    }
  }

  /** Answers every request that waits for it. */
  tell(verification: PhoneVerification): void {
    const waiters = this.#waiting.get(verification.id)
    if (waiters === undefined) return
    for (const waiter of waiters) {
      waiter.heard = verification
      end(waiter, verification)
    }
  }

  /** The service stops: every request is answered with the current state. */
  endAll(): void {
    for (const waiters of this.#waiting.values()) for (const waiter of waiters) end(waiter)
  }

  #add(id: string, waiter: Waiter): void {
    const same = this.#waiting.get(id)
    if (same === undefined) this.#waiting.set(id, new Set([waiter]))
    else same.add(waiter)
  }

  #remove(id: string, waiter: Waiter): void {
    const same = this.#waiting.get(id)
    same?.delete(waiter)
    if (same?.size === 0) this.#waiting.delete(id)
  }
}

function end(waiter: Waiter, verification?: PhoneVerification): void {
  const { done } = waiter
  waiter.done = undefined
  done?.(verification)
}
