/** So many at once for one person: a bound on what one browser, or one stolen cookie, can keep busy. Per node. */
export class Seats {
  readonly #limit: number
  readonly #taken = new Map<number, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** A function that gives the seat back, once; undefined when none is free. */
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
