import type { LineOrder } from './messages.ts'

/**
 * Calls that are placed in one turn of the event loop. Node reads up to 32 packets in a turn, and a call is answered with
 * three or four.
 */
const placedATurn = 8

/**
 * Carries out the orders of the main thread in their sequence, a few calls in each turn of the event loop. All at once
 * they went before the answers of carriers: under too much load these filled the socket's buffer and were dropped, while
 * an echo still came back in time.
 */
export class OrderQueue {
  readonly #carryOut: (order: LineOrder) => void
  readonly #later: (run: () => void) => void
  #waiting: LineOrder[] = []
  /** Calls that were placed in this turn; the next turn begins with `later`. */
  #placed = 0

  constructor(carryOut: (order: LineOrder) => void, later: (run: () => void) => void = setImmediate) {
    this.#carryOut = carryOut
    this.#later = later
  }

  add(orders: readonly LineOrder[]): void {
    this.#waiting.push(...orders)
    this.#run(placedATurn)
  }

  /** Carries out everything that waits. */
  flush(): void {
    this.#run(Number.POSITIVE_INFINITY)
  }

  #run(mostCalls: number): void {
    const orders = this.#waiting
    let done = 0
    for (; done < orders.length && this.#placed < mostCalls; done++) {
      const order = orders[done]!
      if (order.kind === 'place' && ++this.#placed === 1) this.#later(() => this.#nextTurn())
      this.#carryOut(order)
    }
    this.#waiting = orders.slice(done)
  }

  #nextTurn(): void {
    this.#placed = 0
    this.#run(placedATurn)
  }
}
