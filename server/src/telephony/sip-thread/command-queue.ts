import type { SipCommand } from './messages.ts'

/**
 * Calls that are placed in one turn of the event loop. Node reads up to 32 packets in a turn, and a call is answered with
 * three or four.
 */
const placedATurn = 8

/**
 * Carries out the commands of the main thread in their sequence, a few calls in each turn of the event loop. All at once
 * they went before the answers of carriers: under too much load these filled the socket's buffer and were dropped, while
 * an echo still came back in time.
 */
export class CommandQueue {
  readonly #carryOut: (command: SipCommand) => void
  readonly #later: (run: () => void) => void
  #waiting: SipCommand[] = []
  /** Calls that were placed in this turn; the next turn begins with `later`. */
  #placed = 0

  constructor(carryOut: (command: SipCommand) => void, later: (run: () => void) => void = setImmediate) {
    this.#carryOut = carryOut
    this.#later = later
  }

  add(commands: readonly SipCommand[]): void {
    this.#waiting.push(...commands)
    this.#run(placedATurn)
  }

  /** Carries out everything that waits. */
  flush(): void {
    this.#run(Number.POSITIVE_INFINITY)
  }

  #run(mostCalls: number): void {
    const commands = this.#waiting
    let done = 0
    for (; done < commands.length && this.#placed < mostCalls; done++) {
      const command = commands[done]!
      if (command.kind === 'place' && ++this.#placed === 1) this.#later(() => this.#nextTurn())
      this.#carryOut(command)
    }
    this.#waiting = commands.slice(done)
  }

  #nextTurn(): void {
    this.#placed = 0
    this.#run(placedATurn)
  }
}
