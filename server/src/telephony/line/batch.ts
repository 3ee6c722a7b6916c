/** Collects what is said in one turn of the event loop and sends it as one message. */
export class Batch<T> {
  readonly #send: (items: T[]) => void
  #items: T[] = []

  constructor(send: (items: T[]) => void) {
    this.#send = send
  }

  add(item: T): void {
    this.#items.push(item)
    if (this.#items.length === 1) setImmediate(() => this.flush())
  }

  flush(): void {
    if (this.#items.length === 0) return
    const items = this.#items
    this.#items = []
    this.#send(items)
  }
}
