import { hourMs } from '../../platform/clock.ts'

/**
 * Calls that are not meant to be answered, counted per hour: carriers charge extra or block when there are too many. A
 * single node counts in monotonic hours, so that a clock step does not reset the budget.
 */
export interface ShortCalls {
  readonly hour: number
  readonly count: number
}

export function hourOf(nowMs: number): number {
  return Math.floor(nowMs / hourMs)
}

export const noShortCalls: ShortCalls = { hour: 0, count: 0 }

export function shortCallsLeft(calls: ShortCalls, perHour: number, nowMs: number): boolean {
  return perHour === 0 || calls.hour !== hourOf(nowMs) || calls.count < perHour
}

export function countShortCall(calls: ShortCalls, by: 1 | -1, nowMs: number): ShortCalls {
  const hour = hourOf(nowMs)
  return { hour, count: Math.max(0, (calls.hour === hour ? calls.count : 0) + by) }
}

interface HourOfCalls {
  granted: number
  used: number
}

/** Short calls that were reserved for this node, by clock hour. Nodes that share a budget reserve it in portions. */
export class ShortCallSupply {
  /** This hour and the next one. */
  readonly #hours = new Map<number, HourOfCalls>()
  readonly #hourNow: () => number

  constructor(hourNow: () => number) {
    this.#hourNow = hourNow
  }

  left(): number {
    return this.leftIn(this.#hourNow())
  }

  leftIn(hour: number): number {
    const calls = this.#hours.get(hour)
    return calls === undefined ? 0 : calls.granted - calls.used
  }

  count(by: 1 | -1): void {
    const calls = this.#of(this.#hourNow())
    calls.used = Math.max(0, calls.used + by)
  }

  add(hour: number, granted: number): void {
    for (const past of this.#hours.keys()) if (past < hour - 1) this.#hours.delete(past)
    this.#of(hour).granted += granted
  }

  /** The portions that this node will not use any more. */
  giveUp(hour: number): number {
    const left = Math.max(0, this.leftIn(hour))
    this.#of(hour).granted -= left
    return left
  }

  #of(hour: number): HourOfCalls {
    let calls = this.#hours.get(hour)
    if (calls === undefined) {
      calls = { granted: 0, used: 0 }
      this.#hours.set(hour, calls)
    }
    return calls
  }
}
