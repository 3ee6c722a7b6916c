import { type Clock, minuteMs } from '../platform/clock.ts'
import type { PhoneHasher } from './phone-privacy.ts'

/** As long as the first attempts of a webhook take: at once, after 5 s, after 30 s. */
const keptMs = minuteMs
/** Some 100 bytes each. */
const maxKept = 10_000

interface Kept {
  readonly e164: string
  readonly untilMs: number
}

/**
 * The numbers of people who called in, for the webhooks that contain them. They are in no table: they are kept here
 * for a minute, and computed again from mask and hash when a webhook takes longer or the service was restarted.
 */
export class ClientNumbers {
  readonly #hasher: PhoneHasher
  readonly #clock: Clock
  readonly #kept = new Map<number, Kept>()

  constructor(hasher: PhoneHasher, clock: Clock) {
    this.#hasher = hasher
    this.#clock = clock
  }

  remember(vendorId: number, e164: string): void {
    const nowMs = this.#clock.monotonicMs()
    this.#kept.delete(vendorId)
    this.#kept.set(vendorId, { e164, untilMs: nowMs + keptMs })
    // In the order of arrival: the first entries are the oldest.
    for (const [oldest, { untilMs }] of this.#kept) {
      if (untilMs > nowMs && this.#kept.size <= maxKept) break
      this.#kept.delete(oldest)
    }
  }

  /** Undefined once the number was erased. */
  async of(call: {
    readonly vendorId: number
    readonly phoneMask: string
    readonly phoneHash: Uint8Array | null
  }): Promise<string | undefined> {
    const { vendorId, phoneMask, phoneHash } = call
    if (phoneHash === null) return undefined
    const kept = this.#kept.get(vendorId)
    if (kept !== undefined && kept.untilMs > this.#clock.monotonicMs()) return kept.e164
    this.#kept.delete(vendorId)
    return await this.#hasher.recover(phoneMask, phoneHash)
  }
}
