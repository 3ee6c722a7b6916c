import { minuteMs } from '../../platform/clock.ts'

/** How often phones tolerate a call from one number before they call it spam is not published; a minute
 * between two calls keeps a full block of ten thousand numbers good for 166 calls a second. */
const cooldownMs = minuteMs
/** Numbers whose use is remembered; the ones that were used least lately are forgotten. */
const maxRemembered = 200_000

/** When each number of ours last called. Lives as long as the process; a pool that is reloaded keeps it. */
export class NumberUse {
  /** In the order of use: a number that calls again moves to the end. */
  readonly #usedAt = new Map<number, number>()
  #calls = 0
  #tooSoon = 0

  note(number: string, now: number): void {
    const key = Number(number)
    const last = this.#usedAt.get(key)
    this.#calls += 1
    if (last !== undefined && now - last < cooldownMs) this.#tooSoon += 1
    this.#usedAt.delete(key)
    this.#usedAt.set(key, now)
    if (this.#usedAt.size > maxRemembered) this.#usedAt.delete(this.#usedAt.keys().next().value!)
  }

  /** Negative infinity for a number that has not called. */
  lastUsedAt(number: number): number {
    return this.#usedAt.get(number) ?? Number.NEGATIVE_INFINITY
  }

  isRested(usedAt: number, now: number): boolean {
    return now - usedAt >= cooldownMs
  }

  /** Calls, and those of them that showed a number which had called less than a cooldown ago. */
  get counts(): { readonly calls: number; readonly tooSoon: number } {
    return { calls: this.#calls, tooSoon: this.#tooSoon }
  }
}
