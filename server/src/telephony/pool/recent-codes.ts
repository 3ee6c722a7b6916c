/** A subscriber does not get one of their last codes again: an old call in the phone's list would confirm it. */
const codesPerSubscriber = 4
/** The most subscribers kept, in memory only; beyond that the least recently called are dropped. */
const maxSubscribers = 100_000

/** The last codes of each subscriber. */
export class RecentCodes {
  readonly #codes = new Map<string, readonly number[]>()

  of(subscriber: string): readonly number[] {
    return this.#codes.get(subscriber) ?? []
  }

  note(subscriber: string, code: number): void {
    const codes = [...this.of(subscriber), code].slice(-codesPerSubscriber)
    this.#codes.delete(subscriber)
    this.#codes.set(subscriber, codes)
    if (this.#codes.size > maxSubscribers) this.#codes.delete(this.#codes.keys().next().value!)
  }
}
