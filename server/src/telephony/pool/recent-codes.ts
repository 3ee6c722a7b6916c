import { NewestMap } from '../../platform/newest-map.ts'

/** A subscriber does not get one of their last codes again: an old call in the phone's list would confirm it. */
const codesPerSubscriber = 4
/** The codes of this many subscribers at least are kept, in memory only: those that were called last. */
const leastSubscribers = 50_000

/** The last codes of each subscriber. */
export class RecentCodes {
  readonly #codes = new NewestMap<string, readonly number[]>(leastSubscribers)

  of(subscriber: string): readonly number[] {
    return this.#codes.get(subscriber) ?? []
  }

  note(subscriber: string, code: number): void {
    this.#codes.set(subscriber, [...this.of(subscriber), code].slice(-codesPerSubscriber))
  }
}
