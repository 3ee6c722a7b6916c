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
