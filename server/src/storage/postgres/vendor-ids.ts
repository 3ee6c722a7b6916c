/** Ids that were drawn for requests that were then refused. A batch in flight may draw for each of its requests. */
const maxKept = 4_096

/**
 * Drawn ids that nobody used wait here for the next batch of this node, so that refusals and replays leave no
 * gaps. They are used within moments: a range of ids never holds a verification much younger than its neighbours.
 */
export class VendorIds {
  #kept: number[] = []

  take(count: number): number[] {
    return this.#kept.splice(0, count)
  }

  /** Their range may be gone. */
  forget(): void {
    this.#kept = []
  }

  giveBack(ids: readonly number[]): void {
    if (ids.length === 0) return
    this.#kept = [...ids, ...this.#kept].sort((left, right) => left - right).slice(-maxKept)
  }
}
