import { minuteMs } from '../../platform/clock.ts'

/**
 * Vendors do not publish how many calls from one number their phones accept before they mark it as spam. With a minute
 * between two calls of a number, a full block of ten thousand numbers is enough for 166 calls a second.
 */
const cooldownMs = minuteMs
/** The most numbers whose use is kept; beyond that the least recently used are dropped. */
const maxRemembered = 200_000
const maxTrials = 1_000

/** When each of our numbers last called. Kept in memory as long as the process; a reload of the pool keeps it. */
export class NumberUse {
  /** In the order of use: a number that calls again moves to the end. */
  readonly #usedAt = new Map<number, number>()
  /** When a range on trial last called, by trunk and first number. */
  readonly #trials = new Map<string, number>()
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

  noteTrial(range: string, now: number): void {
    this.#trials.set(range, now)
    if (this.#trials.size > maxTrials) this.#trials.delete(this.#trials.keys().next().value!)
  }

  lastTrialOf(range: string): number {
    return this.#trials.get(range) ?? Number.NEGATIVE_INFINITY
  }

  hasCooled(usedAt: number, now: number): boolean {
    return now - usedAt >= cooldownMs
  }

  /** The number of calls, and of calls whose number had called less than a cooldown ago. */
  get counts(): { readonly calls: number; readonly tooSoon: number } {
    return { calls: this.#calls, tooSoon: this.#tooSoon }
  }
}
