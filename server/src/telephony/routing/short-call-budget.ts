import { hourMs } from '../../platform/clock.ts'

export function hourOf(nowMs: number): number {
  return Math.floor(nowMs / hourMs)
}

interface HourOfCalls {
  granted: number
  used: number
}

/**
 * Calls that are not meant to be answered, by hour: carriers charge extra or block when there are too many. A single node
 * counts in monotonic hours, so that a clock step does not reset the budget. Nodes that share a budget count in those of
 * the clock, and reserve it in portions.
 */
export class ShortCallSupply {
  /** This hour and the next one. */
  readonly #hours = new Map<number, HourOfCalls>()

  usedIn(hour: number): number {
    return this.#hours.get(hour)?.used ?? 0
  }

  /** What is left of the portions that were reserved for this node. */
  leftIn(hour: number): number {
    const calls = this.#hours.get(hour)
    return calls === undefined ? 0 : calls.granted - calls.used
  }

  count(hour: number, by: 1 | -1): void {
    const calls = this.#of(hour)
    calls.used = Math.max(0, calls.used + by)
  }

  add(hour: number, granted: number): void {
    this.#of(hour).granted += granted
  }

  /** The portions that this node will not use any more. */
  giveUp(hour: number): number {
    const left = Math.max(0, this.leftIn(hour))
    this.#of(hour).granted -= left
    return left
  }

  #of(hour: number): HourOfCalls {
    const known = this.#hours.get(hour)
    if (known !== undefined) return known
    for (const past of this.#hours.keys()) if (past < hour - 1) this.#hours.delete(past)
    const calls = { granted: 0, used: 0 }
    this.#hours.set(hour, calls)
    return calls
  }
}
