/** How many requests of a kind one person may have open at once on this node. It bounds what a stolen cookie can keep busy. */
export class ConcurrencyLimit {
  readonly #limit: number
  readonly #taken = new Map<number, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Takes a place. Returns the function that gives it back, or undefined when none is free. */
  take(personId: number): (() => void) | undefined {
    const taken = this.#taken.get(personId) ?? 0
    if (taken >= this.#limit) return undefined
    this.#taken.set(personId, taken + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      const left = (this.#taken.get(personId) ?? 1) - 1
      if (left === 0) this.#taken.delete(personId)
      else this.#taken.set(personId, left)
    }
  }
}
