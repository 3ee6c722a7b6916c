/** More are not kept back: a turn of the main thread with thousands of busy connections lasts for seconds. */
const mostItems = 16

/** Collects messages of one event loop turn and sends them as one. */
export class Batch<T> {
  readonly #send: (items: T[]) => void
  #items: T[] = []

  constructor(send: (items: T[]) => void) {
    this.#send = send
  }

  add(item: T): void {
    this.#items.push(item)
    if (this.#items.length === 1) setImmediate(() => this.flush())
    else if (this.#items.length === mostItems) this.flush()
  }

  flush(): void {
    if (this.#items.length === 0) return
    const items = this.#items
    this.#items = []
    this.#send(items)
  }
}
