/** The queue is full: try again later. */
export class QueueFull extends Error {
  constructor() {
    super('too much work waits already')
  }
}

/** Runs a bounded number of tasks at once. A bounded number of further tasks wait, first come first served. */
export class BoundedQueue {
  readonly #maxRunning: number
  readonly #maxWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(maxRunning: number, maxWaiting: number) {
    this.#maxRunning = maxRunning
    this.#maxWaiting = maxWaiting
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#maxRunning) this.#running++
    else await this.#turn()
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      // The next task takes over the free slot directly, so that a newer task cannot overtake it.
      if (next === undefined) this.#running--
      else next()
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) throw new QueueFull()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
