interface Holder<Value> {
  value: Value | undefined
}

/**
 * A Map whose entries come and go fast. V8 grows and tidies the table of a Map by making a new one, and the old
 * table, once it has become old, keeps all that it held (and the table after it) alive until the next full
 * collection: a third of the young heap outlived each scavenge, with five calls at once as with a hundred. So
 * the table holds a small box, which is emptied when its entry goes.
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
