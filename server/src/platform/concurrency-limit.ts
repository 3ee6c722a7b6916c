/** How many things of a kind one owner may have open at once on this node. There are never more counters than things. */
export class ConcurrencyLimit<Owner> {
  readonly #limit: number
  readonly #taken = new Map<Owner, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Takes a place. Returns the function that gives it back, or undefined when none is free. */
  take(owner: Owner): (() => void) | undefined {
    const taken = this.#taken.get(owner) ?? 0
    if (taken >= this.#limit) return undefined
    this.#taken.set(owner, taken + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      const left = (this.#taken.get(owner) ?? 1) - 1
      if (left === 0) this.#taken.delete(owner)
      else this.#taken.set(owner, left)
    }
  }
}
