interface Holder<Value> {
  value: Value | undefined
}

/**
 * A Map for entries with a short life. V8 grows and compacts a Map by creating a new table. The old table, once
 * promoted to the old generation, keeps all its entries and the newer table alive until the next full collection: a
 * third of the young heap survived each scavenge, with five concurrent calls as with a hundred. So the table holds a
 * small box for each entry, and the box is emptied when the entry is deleted.
 */
export class ReleasingMap<Value> {
  readonly #holders = new Map<string, Holder<Value>>()

  get size(): number {
    return this.#holders.size
  }

  get(key: string): Value | undefined {
    return this.#holders.get(key)?.value
  }

  has(key: string): boolean {
    return this.#holders.has(key)
  }

  values(): Value[] {
    return [...this.#holders.values()].map(({ value }) => value as Value)
  }

  set(key: string, value: Value): void {
    this.#holders.set(key, { value })
  }

  delete(key: string): void {
    const holder = this.#holders.get(key)
    if (holder === undefined) return
    holder.value = undefined
    this.#holders.delete(key)
  }
}
