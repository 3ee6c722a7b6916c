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
export function commandQueue(
  carryOut: (command: SipCommand) => void,
  later: (run: () => void) => void = setImmediate,
) {
  let waiting: SipCommand[] = []
  /** Calls that were placed in this turn; the next turn begins with `later`. */
  let placed = 0
  const run = (mostCalls: number) => {
    const commands = waiting
    let done = 0
    for (; done < commands.length && placed < mostCalls; done++) {
      const command = commands[done]!
      if (command.kind === 'place' && ++placed === 1) later(nextTurn)
      carryOut(command)
    }
    waiting = commands.slice(done)
  }
  const nextTurn = () => {
    placed = 0
    run(placedATurn)
  }
  return {
    add(commands: readonly SipCommand[]): void {
      waiting.push(...commands)
      run(placedATurn)
    },
    /** Carries out everything that waits. */
    flush: () => run(Number.POSITIVE_INFINITY),
  }
}
